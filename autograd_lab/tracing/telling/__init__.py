"""Events as sentences, the same in every view: ``event_sentences.py`` one event, ``step_sentences.py`` a whole step."""
