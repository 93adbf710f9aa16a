"""What the service refuses, as one clear sentence: a page for people, problem+json for programs."""

from qbank.web.base.sentences import Sentence


class Refusal(Exception):
    """An answer other than the one that was asked for.

    The sentence is given whole, or as its text with what stands in that: `Refusal(422, "At most %(most)s.", most=3)`.
    `status` is the HTTP status; `field` names the field of a form beside which the sentence belongs; `again` is
    after how many seconds it may be asked again.
    """

    def __init__(
        self,
        status: int,
        sentence: str,
        /,
        *,
        field: str | None = None,
        again: int | None = None,
        **given: object,
    ) -> None:
        self.status, self.field, self.again = status, field, again
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **given)
        super().__init__(self.sentence)

    def beside(self, otherwise: str | None = None) -> dict[str, str]:
        """The sentence by the field of a form that it belongs beside, else `otherwise`. Raises itself for neither."""
        field = self.field or otherwise
        if field is None:
            raise self
        return {field: self.sentence}


def missing() -> Refusal:
    """What is not there, and what is there for others: nobody learns which of the two."""
    return Refusal(404, "There is nothing here, or nothing for you.")


def busy(seconds: int) -> Refusal:
    """Too much was asked for in too short a time."""
    return Refusal(
        429, "That was too often. Try again in %(seconds)s seconds.", again=seconds, seconds=seconds
    )
