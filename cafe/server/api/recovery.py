"""Requests about the recovery code: make one, use it."""

from __future__ import annotations

from starlette.responses import Response

from cafe.protocol.profile import RecoveryForm
from cafe.server.api.account import identified
from cafe.server.errors import Refused
from cafe.server.http.authentication import stranger
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms import recovery_code
from cafe.store import recovery


async def make_recovery(call: Call) -> RecoveryForm:
    """Make a recovery code, which replaces an earlier one."""
    server, person = call.server, call.person
    if person.author is not None:
        raise Refused("forbidden", "expected a person; a bot account has its token")
    server.limits.transfers.check(person.id)
    server.limits.transfers_of_address.check(caller(call.request))
    code = recovery_code.new_code()
    if not await server.database.write(lambda c: recovery.replace(c, person, code, server.process.now())):
        raise stranger(call.request)
    return RecoveryForm(recovery_code.written(code))


async def use_recovery(call: Call) -> Response:
    """Become the person of a recovery code, which stays valid."""
    server = call.server
    server.limits.recoveries.check(caller(call.request))
    if call.someone is not None:
        server.limits.recoveries.check(call.someone.id)
    code = recovery_code.read(call.body.code)
    if code is None:
        raise Refused("form", "expected a recovery code of 20 letters and digits; got a mistyped one")
    found = await server.database.write(lambda c: recovery.use(c, code, server.process.now()))
    if found is None:
        raise Refused("missing", "expected the recovery code of somebody here; nobody has this one now")
    return identified(call, found[0].name, found[1])
