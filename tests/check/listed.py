"""Answers in a list, for tests that make their own verdicts."""


class Listed:
    """What `report` asks of answers."""

    def __init__(self, answers):
        self._answers = list(answers)

    def __len__(self):
        return len(self._answers)

    def __iter__(self):
        return iter(self._answers)

    def by_student(self):
        return self._grouped(lambda answer: answer.student)

    def by_question(self):
        groups = self._grouped(lambda answer: answer.asked.name)
        return ((name, ((answer, 1) for answer in given)) for name, given in groups)

    def _grouped(self, key):
        groups = {}
        for answer in self._answers:
            groups.setdefault(key(answer), []).append(answer)
        return ((name, iter(answers)) for name, answers in groups.items())
