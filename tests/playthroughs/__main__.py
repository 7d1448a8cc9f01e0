"""Write the playthroughs again. A change in them needs a rule test in the same commit."""

from tests.playthroughs.writing import FOLDER, GAMES, write

for name, setup in GAMES.items():
    (FOLDER / name).write_text(write(setup), encoding="utf-8")
