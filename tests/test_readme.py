"""The README's commands are the ones that run, and it names every page."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_test_command_is_the_one_that_ci_runs():
    command = next(line for line in README.splitlines() if "-m pytest" in line)
    assert command in (ROOT / ".ci" / "run").read_text().splitlines()


def test_every_page_is_named():
    views = [path.name for path in (ROOT / "pages" / "views").glob("*.py")]
    assert [view for view in views if f"pages/views/{view}" not in README] == []


def test_every_module_it_tells_to_run_exists():
    words = README.replace("`", " ").split()
    modules = {words[k + 1] for k, word in enumerate(words[:-1]) if word == "-m"} - {"venv", "pytest"}
    assert modules
    assert [m for m in modules if not (ROOT / f"{m.replace('.', '/')}.py").exists()] == []
