"""The regular expressions of the code, which must mean the same in every Python that the game runs on."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ESCAPED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)


def expressions() -> list[tuple[str, int, str]]:
    """Return file, line and text of each string that is handed to `re` as it stands."""
    found = []
    for path in (path for folder in ("roborally", "plugins", "tools") for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(text)) if "import re\n" in text else ():
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.func).startswith("re."):
                texts = [part.value for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)]
                found.append((str(path), call.lineno, "".join(str(text) for text in texts)))
    return found


def test_no_expression_is_possessive() -> None:
    """Pythons before 3.11.5 match `(?:a|b(?!c))*+` wrongly, so that every course with a drawing was refused."""
    every = expressions()
    assert len(every) > 50
    assert [each for each in every if re.search(r"[*+?}]\+|\(\?>", ESCAPED.sub("x", each[2]))] == []
