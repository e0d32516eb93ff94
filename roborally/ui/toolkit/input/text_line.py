"""A line of text that is being edited, with cursor and selection, as data; `TextField` shows it."""

from dataclasses import dataclass

from roborally.base.player_names import JOINERS


def can_be_typed(text: str) -> bool:
    """Return whether a text consists of visible letters and the joiners that some scripts put between letters."""
    return all(letter.isprintable() or letter in JOINERS for letter in text)


@dataclass
class TextLine:
    """A text with a cursor before the letter at index `cursor`; letters between `anchor` and cursor are selected."""

    text: str = ""
    cursor: int = 0
    anchor: int = 0

    @classmethod
    def at_end(cls, text: str) -> "TextLine":
        """Return a line with its cursor after the last letter."""
        return cls(text, len(text), len(text))

    @property
    def selection(self) -> tuple[int, int]:
        """The indexes where the selection begins and ends; both are the cursor's if nothing is selected."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        """The selected letters; empty if there are none."""
        first, last = self.selection
        return self.text[first:last]

    def go_to(self, place: int, *, select: bool = False) -> None:
        """Move the cursor before the letter at index `place`; with `select` extend the selection, otherwise drop it."""
        self.cursor = max(0, min(len(self.text), place))
        if not select:
            self.anchor = self.cursor

    def step(self, direction: int, *, select: bool = False) -> None:
        """Move the cursor left (`direction` -1) or right (1) by a letter; with `select` extend the selection.

        Without `select` an existing selection is dropped, and the cursor goes to its left or right end.
        """
        first, last = self.selection
        if first != last and not select:
            self.go_to(first if direction < 0 else last)
        else:
            self.go_to(self.cursor + direction, select=select)

    def step_word(self, direction: int, *, select: bool = False) -> None:
        """Move the cursor to the beginning (`direction` -1) or end (1) of a word; `select` extends the selection."""
        self.go_to(self._word_edge(direction), select=select)

    def _word_edge(self, direction: int) -> int:
        place = self.cursor

        def is_letter(at: int) -> bool:
            return 0 <= at < len(self.text) and self.text[at].isalnum()

        ahead = -1 if direction < 0 else 0
        while 0 <= place + ahead < len(self.text) and not is_letter(place + ahead):
            place += direction
        while is_letter(place + ahead):
            place += direction
        return place

    def select_all(self) -> None:
        """Select all letters."""
        self.anchor, self.cursor = 0, len(self.text)

    def insert(self, letters: str) -> None:
        """Replace the selection by letters, and put the cursor behind them."""
        first, last = self.selection
        self.text = self.text[:first] + letters + self.text[last:]
        self.go_to(first + len(letters))

    def delete(self, direction: int, *, word: bool = False) -> None:
        """Delete the selection, or the letter or `word` before (`direction` -1) or behind (1) the cursor."""
        if self.cursor == self.anchor:
            if word:
                self.step_word(direction, select=True)
            else:
                self.go_to(self.cursor + direction, select=True)
        self.insert("")
