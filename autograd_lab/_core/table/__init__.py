"""What a row of the table is. (The rows themselves stand in ``derivatives/``.)

* declared: ``row`` (start here), with its ``schema`` and its ``rule`` for each input;
* what follows: ``plan``, ``node_class``, and as written text ``written_call`` (``call_templates``) and
  ``written_backward``, which ``compiled`` makes functions of;
* shown and looked up: ``lookup``, ``facts``, ``page``, ``plain_formula``; checked on the spot: ``slopes``.
"""
