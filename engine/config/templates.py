"""Templates: the Jinja files of a pack with their declared inputs and size caps."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Name, StrictModel, Word, Words


class Template(StrictModel):
    """One `*.j2` file beside `prompts.yaml`; `inputs` are the only names it may use, `at_most` caps the
    characters it renders."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-.]+\.j2$")]
    role: Literal["answer", "planner", "answerer", "task"]
    language: Literal["ko", "en"] | None = None
    inputs: tuple[Name, ...] = ()
    at_most: Annotated[int, Field(ge=1, le=1_000_000)] = 20_000


class PlanExamples(StrictModel):
    """Sentences that show a planner what a plan looks like: the rules plan them, so that they are always
    right. `places` are the only names known in them, with what each is; of `strategies` only how their
    places are read is shown; `a_table` is how many examples of each conversion are shown."""

    places: dict[Word, Literal["station", "district", "dong", "complex"]] = {}
    sentences: Words = ()
    strategies: Words = ()
    a_table: Annotated[int, Field(ge=0, le=100)] = 8


class Templates(StrictModel):
    """`prompt_templates/prompts.yaml`; `examples` are for the planner's prompt, `labels` are the words of the
    answer by language."""

    kind: Literal["templates"]
    templates: dict[Name, Template]
    examples: PlanExamples = PlanExamples()
    labels: dict[Literal["ko", "en"], dict[Name, Word]] = {}
