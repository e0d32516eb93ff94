"""The texts in the plugins' manifests, translated: names of questions, answers, commands, equipment and elements."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from roborally.base.errors import Message
from roborally.base.templates import fill
from roborally.base.translation import _, plugin_text, text_of_any
from roborally.core.board import Element
from roborally.core.decisions import AnswerError
from roborally.plugin import text
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import CommandManifest, ElementManifest, OptionManifest

ANSWERS = {
    "yes": text("Yes"),
    "no": text("No"),
    "north": text("North"),
    "east": text("East"),
    "south": text("South"),
    "west": text("West"),
}
"""Texts for answers that any question may have without an entry in a manifest."""
DIRECTIONS = {
    "north": text("north"),
    "east": text("east"),
    "south": text("south"),
    "west": text("west"),
    "north-east": text("north-east"),
    "south-east": text("south-east"),
    "south-west": text("south-west"),
    "north-west": text("north-west"),
}


OFF, BY, LED, AT, TURNED, ON = " off", " by", " led", " at", " turned", " on"
"""Suffixes of keys in manifests: for a step off the board, for the recap, for a step after a piece that leads, for
damage to a robot that has just been put on a cell, for a step together with the turn that follows it, for the recap of
the robot that is an event's target."""
AFTER = " after "
"""Joins two events in a key of `[log]`, for the sentence of the first if the second precedes it in the same beat."""
TABLES = ("log", "cause", "hurt", "heal", "move", "turn", "question", "topic", "answer", "gone", "agent")
"""The names of the tables of manifests that hold texts by name."""


class Words:
    """The texts of a game's plugins, translated on demand."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        self._plugins = list(plugins)
        self._folders = tuple(plugin.folder for plugin in self._plugins)
        self.weights: dict[str, str] = {}
        """How much events matter in the recap of a turn ("small" to "loss"), by the event's topic, as in `[recap]`."""
        self.counted: set[str] = set()
        """The topics of events that show a new value of a gauge."""
        self.explained: set[str] = set()
        """The topics of events whose sentence depends on earlier events."""
        self._texts: dict[tuple[str, str], tuple[Plugin, str]] = {}
        self._commands: dict[str, tuple[Plugin, CommandManifest]] = {}
        self._options: dict[str, tuple[Plugin, OptionManifest]] = {}
        for plugin in self._plugins:
            manifest = plugin.manifest
            for table in TABLES:
                for name, sentence in getattr(manifest, table).items():
                    self._texts[table, name] = plugin, sentence
            self.explained |= {name.partition(AFTER)[0] for name in manifest.log if AFTER in name}
            self.weights.update((topic, weight) for weight, topics in manifest.recap.items() for topic in topics)
            changes = (entry for gauge in manifest.gauge.values() for entry in gauge.events.items())
            self.counted.update(topic for topic, change in changes if not isinstance(change, int))
            for name, command in manifest.command.items():
                self._commands[name] = plugin, command
            for name, option in manifest.option.items():
                self._options[name] = plugin, option

    def robot_keys(self, event: str) -> Sequence[str]:
        """Return the keys of an event that contain robots, from the manifest of the plugin that describes the event."""
        plugin, _sentence = self._texts.get(("log", event), (None, ""))
        return plugin.manifest.robot_keys if plugin is not None else ()

    def find(self, table: str, name: str) -> str | None:
        """Return the text `name` in a table of manifests, translated; `None` if no plugin has one."""
        if (table, name) not in self._texts:
            return None
        plugin, sentence = self._texts[table, name]
        return plugin_text(plugin.folder, sentence) if sentence else ""

    def translated(self, english: str) -> str:
        """Return the translation of an English text, from any plugin of the game; the text itself without one."""
        return text_of_any(self._folders, english)

    def refusal(self, error: AnswerError) -> str:
        """Return a translated sentence about why an answer was refused."""
        if "id" in error.values:
            return _("This is not asked any more.")
        return Message("", error.sentence, error.values).as_sentence(self.translated)

    def piece_title(self, kind: str) -> str:
        """Return the title of a kind of piece without a seat, such as a ball; its id if no plugin has one."""
        for plugin in self._plugins:
            if kind in plugin.manifest.piece:
                return plugin_text(plugin.folder, plugin.manifest.piece[kind].title)
        return kind.capitalize()

    def way_of_piece(self, word: str, count: int, team: int) -> str:
        """Return a sentence that a piece came closer to the goal of a team, or farther, by `count` steps.

        `word` is "closer" or "farther". The sentence is empty in modes where robots themselves come closer.
        """
        for plugin in self._plugins:
            for piece in plugin.manifest.piece.values():
                if sentence := getattr(piece, word):
                    return fill(plugin_text(plugin.folder, sentence), {"count": count, "team": team})
        return ""

    def place(self, element: Element) -> str:
        """Return the name of a cell with this element for use within a sentence, empty if the manifest has none."""
        for plugin in self._plugins:
            manifest = plugin.manifest.element.get(element.kind)
            if manifest is not None and manifest.place:
                text = spelled(manifest, element.values, plugin.folder)
                return fill(plugin_text(plugin.folder, manifest.place), text)
        return ""

    def element(self, element: Element) -> str:
        """Return the description of an element for players, empty if no plugin of the game has one."""
        for plugin in self._plugins:
            manifest = plugin.manifest.element.get(element.kind)
            if manifest is not None:
                text = spelled(manifest, element.values, plugin.folder)
                return fill(plugin_text(plugin.folder, manifest.tooltip), text)
        return ""

    def usual_commands(self) -> list[str]:
        """Return the ids of the commands that every robot may have, in the order of the manifests."""
        return [name for name, (_plugin, command) in self._commands.items() if not command.special]

    def command_title(self, command: str) -> str:
        """Return the translated title of a command; its id in words if no plugin has one."""
        if command not in self._commands:
            return command.replace("-", " ").title()
        plugin, entry = self._commands[command]
        return plugin_text(plugin.folder, entry.title)

    def option(self, card: str) -> tuple[Plugin, OptionManifest] | None:
        """Return the plugin of a piece of equipment, and its entry in the manifest; `None` if it is unknown."""
        return self._options.get(card)

    def option_title(self, card: str) -> str:
        """Return the title of a piece of equipment, empty if it is unknown."""
        if card not in self._options:
            return ""
        plugin, entry = self._options[card]
        return plugin_text(plugin.folder, entry.title)

    def option_help(self, card: str) -> str:
        """Return title and effect of a piece of equipment, empty if it is unknown."""
        if card not in self._options:
            return ""
        return _("{title}: {text}").format(title=self.option_title(card), text=self.option_effect(card))

    def option_effect(self, card: str) -> str:
        """Return the effect of a piece of equipment in words, empty if it is unknown."""
        if card not in self._options:
            return ""
        plugin, entry = self._options[card]
        return plugin_text(plugin.folder, entry.text)

    def card_title(self, card: str) -> str:
        """Return the title of a program card or an option card; an unknown card by its id."""
        return self.option_title(card) or self.command_title(card.partition("@")[0])

    def command_effect(self, command: str) -> str:
        """Return what a command does in words, empty if that is not described."""
        if command not in self._commands:
            return ""
        plugin, entry = self._commands[command]
        return plugin_text(plugin.folder, entry.text) if entry.text else ""

    def command_help(self, command: str) -> str:
        """Return the title of a command and its effect, if that is described."""
        title, effect = self.command_title(command), self.command_effect(command)
        return _("{title}: {text}").format(title=title, text=effect) if effect else title

    def direction(self, name: str) -> str:
        """Return the name of a compass direction, such as "north-east", for use within a sentence."""
        return _(DIRECTIONS[name])

    def listed(self, words: Sequence[object]) -> str:
        """Return words or numbers joined as a list in a sentence: `2 and 4`, or `1, 3 and 5`."""
        return listed([str(word) for word in words])

    def question(self, kind: str) -> str:
        """Return the translated text of a kind of question; its id in words if no plugin has one."""
        return self.find("question", kind) or kind.replace("-", " ").capitalize() + "?"

    def phase(self, name: str) -> str:
        """Return the title of a phase of the turn, empty if no plugin has one."""
        found = (plugin for plugin in self._plugins if name in plugin.manifest.phase)
        return next((plugin_text(plugin.folder, plugin.manifest.phase[name].title) for plugin in found), "")

    def topic(self, kind: str) -> tuple[str, str]:
        """Return the title of the subject of a kind of question, and the id of its equipment or an empty text.

        The manifest names the topic or a piece of equipment (`[topic]`); else it is the equipment of the same name, or
        the plugin of the question.
        """
        plugin, said = self._texts.get(("topic", kind), (None, kind))
        if said in self._options:
            return self.option_title(said), said
        if plugin is not None:
            return plugin_text(plugin.folder, said), ""
        owner = self._texts.get(("question", kind))
        return (owner[0].title if owner else ""), ""

    def is_command(self, card: str) -> bool:
        """Return whether a card is a command of a plugin; its id may end with `@` and the card's priority."""
        return card.partition("@")[0] in self._commands

    def has_answer_text(self, kind: str, value: Any) -> bool:
        """Return whether a manifest has a text for this answer to a kind of question, or for all answers to it."""
        return ("answer", kind) in self._texts or ("answer", f"{kind} {value}") in self._texts

    def choice(self, kind: str, value: Any) -> str:
        """Return an answer to a kind of question as text: cards by their titles, others as in the manifests.

        A manifest's text for one answer to one kind of question (`"fourth-gear 4"`) comes first, then one for all
        answers to a kind, then one for the answer to any question. An answer of two words is an action and its object:
        the manifest has the text of the action (`strip = "Remove {answer}"`).
        """
        if isinstance(value, tuple) and len(value) == 2:
            return cell_text(value)
        word = str(value)
        if own := self.find("answer", f"{kind} {word}") or self.find("answer", kind):
            return fill(own, {"answer": word})
        if text := self._card(word) or self.find("answer", word):
            return text
        action, _space, what = word.partition(" ")
        if what and (own := self.find("answer", action)):
            return fill(own, {"answer": self._card(what) or what})
        return _(ANSWERS[word]) if word in ANSWERS else word.replace("-", " ").capitalize()

    def _card(self, word: str) -> str:
        """Return the title of an answer that is a card, with its priority if it has one; empty for others."""
        command, _at, priority = word.partition("@")
        if command not in self._commands:
            return self.option_title(word)
        return self.command_title(command) + (f" ({priority})" if priority else "")


def cell_text(cell: Sequence[int]) -> str:
    """Return a cell as text: column and row, from 1."""
    return _("column {x}, row {y}").format(x=cell[0] + 1, y=cell[1] + 1)


def numbers(values: Sequence[int]) -> str:
    """Return numbers joined as a list in a sentence: `2 and 4`, or `1, 3 and 5`."""
    return listed([str(value) for value in values])


def victory(names: Sequence[str]) -> str:
    """Return a sentence that says who has won; `names` must not be empty."""
    return (_("{winners} wins!") if len(names) == 1 else _("{winners} win!")).format(winners=listed(names))


def listed(words: Sequence[str]) -> str:
    """Return words joined as a list in a sentence: `Cog and Axle`; empty without words."""
    if len(words) < 2:
        return "".join(words)
    return _("{list} and {last}").format(list=", ".join(words[:-1]), last=words[-1])


def spelled(manifest: ElementManifest, values: Mapping[str, Any], folder: Path | None = None) -> dict[str, Any]:
    """Return an element's values by name, as words; translated if the `folder` of the element's plugin is given."""
    result: dict[str, Any] = {}
    left_out = {name: "" for name, words in manifest.words.items() if "" in words}
    for name, value in {**left_out, **values}.items():
        if isinstance(value, tuple):
            form = manifest.words.get(name, {}).get("one" if len(value) == 1 else "many", "")
            text = numbers(value)
            result[name] = fill(plugin_text(folder, form), {name: text}) if folder is not None and form else text
        else:
            word = manifest.words.get(name, {}).get(value, value) if isinstance(value, str) else value
            result[name] = plugin_text(folder, word) if folder is not None and isinstance(word, str) else word
    return result
