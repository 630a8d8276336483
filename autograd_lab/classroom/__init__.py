"""The lessons as assignments, for a teacher who grades with nbgrader or Otter.

    autograd-lab assignment DIR

The lessons as shipped are what students get. The bank knows each solution, and from it `assignment` makes the
teacher's notebook: the solution between the marks that an autograder strips, and after it a test. `task` is one graded
exercise; `graders` says what nbgrader and Otter want around it; `command` runs the line above.
"""
