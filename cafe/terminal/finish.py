"""The end of a game: final scores with penalties, ranks and the reason."""

from __future__ import annotations

from rich.text import Text

from cafe.terminal.game import Game
from cafe.terminal.palette import FAINT, STRONG, TITLE, Signs, points_text
from cafe.terminal.words import REASONS


def final_lines(game: Game, signs: Signs) -> list[Text]:
    """The result as a small table, the winners first."""
    state = game.state
    over = state.over
    if over is None:
        return []
    reason = REASONS[over.reason]
    if signs.title.isascii():
        reason = reason.replace("é", "e")
    names = [player.name for player in game.players]
    winners = " and ".join(names[player] for player in over.winners)
    wins = "win" if len(over.winners) > 1 else "wins"
    widest = max(len("player"), *(len(name) for name in names))
    lines = [
        Text(f"{winners} {wins}", TITLE).append(f": {reason}.", STRONG),
        Text(f"rank  {'player':<{widest}}  points  in hand  total", FAINT),
    ]
    for player in sorted(range(len(names)), key=lambda player: over.ranks[player]):
        line = Text(f"{over.ranks[player]:>4}  {names[player]:<{widest}}  {state.scores[player]:>6}  ")
        line.append_text(points_text(-over.penalties[player], 7))
        line.append(f"  {over.final[player]:>5}", STRONG)
        if player in state.out:
            line.append("  out", FAINT)
        lines.append(line)
    return lines
