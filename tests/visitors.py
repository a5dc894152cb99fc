"""Visitors without a browser: they speak to a server of this machine as Streamlit's own client does."""

import asyncio
import time

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

PATIENCE_S = 60
DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class Visitor:
    """One session; `title` is the last headline it was sent, `faults` are the exceptions."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.query, self.page = port, "", ""
        self.headers = {"Cookie": cookie} if cookie else {}
        self.widgets: dict[str, tuple[str, str]] = {}  # key -> (id, fragment)
        self.values: dict[str, WidgetState] = {}
        self.title = ""
        self.faults: list[str] = []

    async def open(self, page: str = "", query: str = "") -> float:
        """Connect and load an address; seconds until the page is whole."""
        self.page, self.query = page, query
        start = time.perf_counter()
        address = f"ws://127.0.0.1:{self.port}/_stcore/stream"
        self.socket = await websockets.connect(
            address, subprotocols=["streamlit"], max_size=None, additional_headers=self.headers
        )
        await self._run()
        return time.perf_counter() - start

    async def change(self, key: str, value: str | float) -> float:
        """Turn one widget; seconds until everything it changes has arrived."""
        start = time.perf_counter()
        where, fragment = self.widgets[key]
        state = WidgetState(id=where)
        if isinstance(value, str):
            state.string_array_value.data.append(value)
        else:
            state.double_value = value
        self.values[where] = state
        await self._run(fragment)
        return time.perf_counter() - start

    async def close(self) -> None:
        await self.socket.close()

    async def _run(self, fragment: str = "") -> None:
        asked = BackMsg()
        asked.rerun_script.query_string, asked.rerun_script.page_name = self.query, self.page
        asked.rerun_script.fragment_id = fragment
        asked.rerun_script.widget_states.widgets.extend(self.values.values())
        await self.socket.send(asked.SerializeToString())
        async with asyncio.timeout(PATIENCE_S):
            while not self._read(ForwardMsg.FromString(await self.socket.recv())):
                pass

    def _read(self, sent: ForwardMsg) -> bool:
        """Note what a message says; True when the run it belongs to is over."""
        kind = sent.WhichOneof("type")
        if kind == "page_info_changed":
            self.query = sent.page_info_changed.query_string
        if kind == "delta" and sent.delta.WhichOneof("type") == "new_element":
            self._note(sent.delta.new_element, sent.delta.fragment_id)
        return kind == "script_finished" and sent.script_finished in DONE

    def _note(self, element, fragment: str) -> None:
        kind = element.WhichOneof("type")
        body = getattr(element, kind)
        if kind in STATES:
            self.widgets[body.id.split("-", 2)[-1]] = (body.id, fragment)
            if body.set_value or body.id not in self.values:  # else the visitor's own counts
                self.values[body.id] = STATES[kind](body)
        if kind == "heading" and body.tag == "h1":
            self.title = body.body
        if kind == "exception":
            self.faults.append(f"{body.type}: {body.message}")


def _buttons(body) -> WidgetState:
    chosen = body.raw_values if body.set_value else [body.options[k].content for k in body.default]
    return WidgetState(id=body.id, string_array_value=StringArray(data=chosen))


def _several(body) -> WidgetState:
    chosen = body.raw_values if body.set_value else [body.options[k] for k in body.default]
    return WidgetState(id=body.id, string_array_value=StringArray(data=chosen))


def _number(body) -> WidgetState:
    known = body.HasField("value") if body.set_value else body.HasField("default")
    value = body.value if body.set_value else body.default
    return WidgetState(id=body.id, double_value=value) if known else WidgetState(id=body.id)


def _choice(body) -> WidgetState:
    if body.set_value:
        return WidgetState(id=body.id, string_value=body.raw_value)
    known = body.HasField("default")
    return WidgetState(id=body.id, string_value=body.options[body.default]) if known else WidgetState(id=body.id)


def _tick(body) -> WidgetState:
    return WidgetState(id=body.id, bool_value=body.value if body.set_value else body.default)


def _slide(body) -> WidgetState:
    if body.options:  # of steps with names, which a browser sends
        return WidgetState(
            id=body.id, string_array_value=StringArray(data=[body.options[int(k)] for k in body.default])
        )
    return WidgetState(id=body.id, double_array_value=DoubleArray(data=body.value if body.set_value else body.default))


def _text(body) -> WidgetState:
    return WidgetState(id=body.id, string_value=body.value if body.set_value else body.default)


def _days(body) -> WidgetState:
    return WidgetState(id=body.id, string_array_value=StringArray(data=body.value if body.set_value else body.default))


STATES = {  # kind of element -> what a browser says its value is
    "button_group": _buttons,
    "multiselect": _several,
    "number_input": _number,
    "selectbox": _choice,
    "checkbox": _tick,
    "slider": _slide,
    "text_input": _text,
    "date_input": _days,
}
