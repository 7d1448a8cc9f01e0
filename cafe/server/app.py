"""The web application: every path, and what answers it."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from cafe.protocol import bots as bot_form
from cafe.protocol import commands as cmd
from cafe.protocol import daily as days
from cafe.protocol import messages as msg
from cafe.protocol import options, people, replays
from cafe.protocol import profile as page
from cafe.protocol import puzzles as puzzle_form
from cafe.protocol import reviews as review_form
from cafe.protocol import tables as form
from cafe.server.api import (
    account,
    answers,
    bot_events,
    bots,
    daily,
    games,
    lobby,
    moderation,
    play,
    practice,
    profile,
    puzzles,
    records,
    recovery,
    rematch,
    replay_upload,
    reviews,
    seats,
)
from cafe.server.http.connection_limits import ConnectionLimits, RequestLimitMiddleware
from cafe.server.http.endpoint import Endpoint, answer, error_response
from cafe.server.http.openapi import describe
from cafe.server.http.readiness import Readiness
from cafe.server.http.security_headers import SecurityHeaders
from cafe.server.http.static_files import StaticFiles
from cafe.server.live.socket import serve_socket
from cafe.server.rooms.metrics import CONTENT_TYPE
from cafe.server.rooms.server_parts import ServerParts

MOST_SHOWN = 200
"""How many characters of a path a refusal or the log repeats."""
NDJSON = "application/x-ndjson"
TABLE = "/api/tables/{table}"
PUZZLE = "/api/puzzles/{puzzle}"
ENDPOINTS = (
    Endpoint("GET", "/api/options", lobby.options, options.OptionsForm),
    Endpoint("POST", "/api/me", account.come_in, people.PersonForm, people.NewPerson),
    Endpoint("GET", "/api/me", account.who_am_i, people.PersonForm),
    Endpoint("PATCH", "/api/me", account.change, people.PersonForm, people.ChangePerson),
    Endpoint("DELETE", "/api/me", account.forget, dict),
    Endpoint("POST", "/api/me/transfer", account.make_transfer, people.TransferForm, form.Ask),
    Endpoint("POST", "/api/me/sign-out-others", account.sign_out_others, dict, form.Ask),
    Endpoint("POST", "/api/transfer", account.use_transfer, people.PersonForm, people.UseTransfer),
    Endpoint("GET", "/api/me/tables", lobby.my_tables, form.TableListForm),
    Endpoint("GET", "/api/me/blocks", moderation.blocked_people, people.BlockedPeopleForm),
    Endpoint("DELETE", "/api/me/blocks/{person}", moderation.unblock, dict),
    Endpoint("GET", "/api/me/export", records.export, records.ExportForm),
    Endpoint("GET", "/api/me/profile", profile.show_own, page.OwnProfileForm),
    Endpoint(
        "GET", "/api/me/games", profile.list_own_games, page.OwnGamesForm, page.FindOwnGames, in_query=True
    ),
    Endpoint("POST", "/api/me/stamps", profile.tell_stamp, dict, page.TellStamp),
    Endpoint("POST", "/api/me/recovery", recovery.make_recovery, page.RecoveryForm, form.Ask),
    Endpoint("POST", "/api/recovery", recovery.use_recovery, people.PersonForm, page.UseRecovery),
    Endpoint("GET", "/api/people/{person}", profile.show_profile, page.ProfileForm),
    Endpoint("GET", "/api/bots", bots.list_bots, bot_form.BotListForm),
    Endpoint("POST", "/api/bot", bots.become_bot, bot_form.BotForm, bot_form.NewBot),
    Endpoint("GET", "/api/bot", bots.show_bot, bot_form.BotForm),
    Endpoint("PATCH", "/api/bot", bots.change_bot, bot_form.BotForm, bot_form.ChangeBot),
    Endpoint("GET", "/api/bot/events", bot_events.stream_events, bot_form.AnyBotEvent, media_type=NDJSON),
    Endpoint("GET", "/api/tables", lobby.lobby, form.TableListForm),
    Endpoint("POST", "/api/tables", lobby.open_table, form.TableForm, form.NewTable, 201),
    Endpoint(
        "GET", "/api/games", games.list_games, replays.FinishedGamesForm, replays.FindGames, in_query=True
    ),
    Endpoint("POST", "/api/practice", practice.practise, form.TableForm, form.NewPractice, 201),
    Endpoint("GET", "/api/daily", daily.show_today, days.DailyForm),
    Endpoint("GET", "/api/daily/{day}", daily.show_day, days.DailyForm),
    Endpoint("POST", "/api/daily", daily.begin_daily, form.TableForm, days.BeginDaily, 201),
    Endpoint("POST", "/api/daily/practice", daily.practise_daily, form.TableForm, days.PractiseDaily, 201),
    Endpoint("GET", "/api/puzzles", puzzles.show_puzzles, puzzle_form.PuzzlesForm),
    Endpoint(
        "POST", "/api/puzzles/next", puzzles.next_puzzle, puzzle_form.PuzzleForm, puzzle_form.NextPuzzle
    ),
    Endpoint("GET", PUZZLE, puzzles.show_puzzle, puzzle_form.PuzzleForm),
    Endpoint(
        "POST",
        f"{PUZZLE}/draft",
        puzzles.draft_puzzle,
        puzzle_form.PuzzleDrafted,
        puzzle_form.PuzzleDraft,
    ),
    Endpoint(
        "POST",
        f"{PUZZLE}/answer",
        puzzles.answer_puzzle,
        puzzle_form.PuzzleAnswerForm,
        puzzle_form.AnswerPuzzle,
    ),
    Endpoint("POST", "/api/replay", replay_upload.show_record, replays.ReplayForm, replays.ReadRecord),
    Endpoint("GET", TABLE, lobby.show_table, form.TableForm),
    Endpoint("POST", f"{TABLE}/join", seats.join, form.TableForm, form.Join),
    Endpoint("POST", f"{TABLE}/accept", answers.accept, form.TableForm, form.Ask),
    Endpoint("POST", f"{TABLE}/decline", answers.decline, dict, form.Ask),
    Endpoint("POST", f"{TABLE}/leave", seats.leave, form.TableForm, form.Ask),
    Endpoint("POST", f"{TABLE}/return", seats.come_back, form.TableForm, form.Ask),
    Endpoint("PUT", TABLE + "/seats/{seat:int}", seats.change_seat, form.TableForm, form.ChangeSeat),
    Endpoint("POST", f"{TABLE}/start", lobby.start, form.TableForm, form.Ask),
    Endpoint("POST", f"{TABLE}/close", lobby.close, form.TableForm, form.Ask),
    Endpoint("POST", f"{TABLE}/rematch", rematch.rematch, form.TableForm, form.Ask),
    Endpoint("POST", f"{TABLE}/block", moderation.block, people.SaidNumbersForm, people.Block),
    Endpoint("POST", f"{TABLE}/report", moderation.report, dict, people.Report),
    Endpoint("GET", f"{TABLE}/view", records.show_view, msg.View),
    Endpoint("POST", f"{TABLE}/preview", play.try_turn, msg.Previewed, cmd.TryTurn),
    Endpoint("POST", f"{TABLE}/submit", play.play_turn, msg.Done, cmd.PlayTurn),
    Endpoint("GET", f"{TABLE}/log", records.show_log, replays.LogForm),
    Endpoint("GET", f"{TABLE}/replay", records.show_replay, replays.ReplayForm),
    Endpoint("GET", f"{TABLE}/review", reviews.show_review, review_form.ReviewForm),
    Endpoint("POST", f"{TABLE}/review", reviews.ask_for_review, review_form.ReviewForm, form.Ask),
    Endpoint("POST", f"{TABLE}/review/link", reviews.share_review, review_form.ReviewLinkForm, form.Ask),
    Endpoint("DELETE", f"{TABLE}/review/link", reviews.take_back_review, dict),
    Endpoint("GET", "/api/reviews/{code}", reviews.show_shared_review, review_form.SharedReviewForm),
    Endpoint("GET", f"{TABLE}/record", records.show_record, str),
    Endpoint("GET", f"{TABLE}/record.json", records.show_record_json, replays.GameRecordForm),
)


def routes(server: ServerParts) -> list[Route | WebSocketRoute]:
    """Every path of the server."""
    files = StaticFiles(server.settings.path)
    found: list[Route | WebSocketRoute] = [
        Route("/healthz", _healthy),
        Route("/readyz", Readiness(server).answer),
        Route("/metrics", partial(_metrics, server)),
        Route("/api/openapi.json", partial(_openapi, msgspec.json.encode(describe(ENDPOINTS)))),
        WebSocketRoute(f"{TABLE}/socket", partial(serve_socket, server)),
    ]
    for endpoint in ENDPOINTS:
        found.append(Route(endpoint.path, partial(answer, server, endpoint), methods=[endpoint.method]))
    return [*found, Route("/{path:path}", partial(files.answer, server), methods=["GET"])]


async def _healthy(request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _metrics(server: ServerParts, request: Request) -> Response:
    return Response(server.metrics.text(), media_type=CONTENT_TYPE)


async def _openapi(description: bytes, request: Request) -> Response:
    return Response(description, media_type="application/json")


async def _http_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    code = {404: "missing", 405: "method"}.get(error.status_code, "form")
    return error_response(
        code, f"{request.method} {request.url.path[:MOST_SHOWN]}: {error.detail}", error.status_code
    )


async def _failed(server: ServerParts, request: Request, error: Exception) -> Response:
    server.process.log.error(
        "request failed", method=request.method, path=request.url.path[:MOST_SHOWN], exc_info=error
    )
    return error_response("failed", "the server failed to answer this request", 500)


def make_app(server: ServerParts, limits: ConnectionLimits) -> Starlette:
    """The application of a server, with its limits."""
    return Starlette(
        routes=routes(server),
        middleware=[
            Middleware(RequestLimitMiddleware, server=server, limits=limits),
            Middleware(SecurityHeaders, server=server),
        ],
        exception_handlers={HTTPException: _http_error, 500: partial(_failed, server)},
    )
