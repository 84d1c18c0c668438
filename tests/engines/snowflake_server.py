"""The stand-in for Snowflake as a server, run by the Python that SETANON_FAKESNOW names: its port is the argument.

Two things the connector needs are added: what a login answers with besides, and that a statement which fakesnow cannot
run is refused at once (it answers that something is wrong with the server, and the connector tries for a minute).
"""

import importlib
import json
import sys
from typing import Any

import uvicorn
from starlette.responses import JSONResponse
from starlette.routing import Route

server = importlib.import_module("fakesnow.server")
_FAILED = 500


async def login(request: Any) -> JSONResponse:
    """Log in, and say how long that lasts."""
    body = json.loads((await server.login_request(request)).body)
    body["data"] |= {"masterToken": body["data"]["token"], "sessionId": 1, "displayUserName": ""}
    return JSONResponse(body | {"data": body["data"] | {"validityInSeconds": 3600, "masterValidityInSeconds": 14400}})


async def query(request: Any) -> Any:
    """Run a statement."""
    answer = await server.query_request(request)
    if answer.status_code != _FAILED:
        return answer
    words = json.loads(answer.body)["message"]
    data = {"errorCode": "261000", "sqlState": "XX000"}
    return JSONResponse({"data": data, "code": "261000", "message": words, "success": False})


for path, answers in (("/session/v1/login-request", login), ("/queries/v1/query-request", query)):
    at = next(at for at, route in enumerate(server.app.router.routes) if route.path == path)
    server.app.router.routes[at] = Route(path, answers, methods=["POST"])
uvicorn.run(server.app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical")
