"""A small trading desk, as the one in TypeScript, with the standard library only.

`python3 desk.py day` bids on the cheapest canola, follows the bid to its settlement, and ends. `python3 desk.py serve` waits for webhooks
and tasks until SIGTERM. A name after that plays a client with a mistake, or one that differs legally.
"""

import hashlib
import hmac
import http.client
import json
import os
import random
import signal
import sys
import threading
import time
import urllib.parse
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NAME = sys.argv[2] if len(sys.argv) > 2 else ""
TEMPORARY = {408, 425, 429, 500, 502, 503, 504}
KNOWN_STATUS = {"pending": "open", "accepted": "won", "rejected": "lost", "countered": "answered", "expired": "lost"}
DECIDED = {"accepted", "rejected", "countered", "expired", "cancelled"}
BID_EVENTS = {"bid.accepted", "bid.rejected", "bid.countered"}
TRADE_EVENTS = {"trade.created", "trade.settled"}
OTHER_EVENTS = {
    "bid.received", "cashbid.offer_received", "analysis.requested", "analysis.sample_received", "analysis.graded",
    "analysis.photo_added", "queue.congestion_started", "queue.congestion_cleared",
}
TOLERANCE_SECONDS = 300
LENIENCE = Decimal("1.05")


def number(name, normal):
    return float(os.environ.get(name, normal)) / 1000


BASE_URL = os.environ["MARKETPLACE_BASE_URL"].rstrip("/")
AUTH_URL = os.environ["MARKETPLACE_AUTH_URL"].rstrip("/")
STATE_DIR = os.environ.get("MARKETPLACE_STATE_DIR") or None
SECRETS = [one for one in os.environ.get("MARKETPLACE_WEBHOOK_SECRET", "").split(",") if one]
TIMEOUT_SECONDS = None if NAME == "py-no-timeout" else number("DESK_TIMEOUT_MS", 2000)
BACKOFF_SECONDS = number("DESK_BACKOFF_MS", 100)
PATIENCE_SECONDS = number("DESK_PATIENCE_MS", 1500)
RECONCILE_SECONDS = number("DESK_RECONCILE_MS", 1000)


class ApiFailure(Exception):
    def __init__(self, status, code, message, errors=None):
        super().__init__(f"{message} ({status} {code})")
        self.failure = {"status": status, "code": code, "message": message, "errors": errors}
        self.status = status


class Desk:
    def __init__(self):
        self.lock = threading.RLock()
        self.bids, self.trades, self.working = {}, {}, {}
        self.last_news = time.monotonic()
        self.state = {"seen": {}, "orders": []}
        if STATE_DIR and os.path.exists(self.path()):
            with open(self.path(), encoding="utf-8") as file:
                self.state = json.load(file, parse_float=Decimal)

    def path(self):
        return os.path.join(STATE_DIR, "desk.json")

    def save(self):
        with self.lock:
            if STATE_DIR:
                with open(self.path(), "w", encoding="utf-8") as file:
                    file.write(dump(self.state))

    # Tokens

    def token(self):
        return self.state.get("access") or os.environ.get("MARKETPLACE_ACCESS_TOKEN") or ""

    def renew(self, failed):
        with self.lock:  # one refresh at a time; the others find the new token
            if self.token() and self.token() != failed:
                return
            refresh_token = self.state.get("refresh") or os.environ.get("MARKETPLACE_REFRESH_TOKEN")
            if not refresh_token:
                raise ApiFailure(401, "unauthenticated", "Sign in again: there is no refresh token")
            form = {
                "grant_type": "refresh_token",
                "refresh_token": refresh_token,
                "client_id": os.environ["MARKETPLACE_CLIENT_ID"],
            }
            if os.environ.get("MARKETPLACE_CLIENT_SECRET"):
                form["client_secret"] = os.environ["MARKETPLACE_CLIENT_SECRET"]
            body = urllib.parse.urlencode(form).encode()
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            status, _, text = exchange("POST", AUTH_URL + "/oauth/token", headers, body)
            answer = json.loads(text) if text else {}
            if status != 200:
                raise ApiFailure(401, "unauthenticated", f"Sign in again: {answer.get('error')}")
            self.state["access"] = answer["access_token"]
            self.state["refresh"] = answer.get("refresh_token", refresh_token)
            self.save()

    # Requests

    def call(self, method, url, body=None, key=None):
        """Sends a request, renews the token once, and retries what can be retried."""
        url = url if url.startswith("http") else BASE_URL + url
        data = None if body is None else dump(body).encode()
        is_renewed, attempt = False, 0
        while True:
            attempt += 1
            token = self.token()
            headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
            if data is not None:
                headers["Content-Type"] = "application/json"
            if key is not None:
                headers["Idempotency-Key"] = key
            status, retry_after, answer = None, None, None
            try:
                status, retry_after, text = exchange(method, url, headers, data)
                answer = json.loads(text, parse_float=Decimal) if text else {}
            except (OSError, http.client.HTTPException, ValueError):
                status = status if status is not None and status >= 400 else None
            if status == 401 and not is_renewed:
                is_renewed = True
                attempt -= 1
                self.renew(token)
                continue
            is_temporary = status is None or status in TEMPORARY
            if not is_temporary or attempt == 5 or (method == "POST" and key is None):
                break
            backoff = BACKOFF_SECONDS * 2 ** (attempt - 1) * (0.75 + random.random() / 2)
            time.sleep(backoff if retry_after is None else retry_after)
        if status is None:
            raise ApiFailure(None, None, f"no response to {method} {url}")
        if status >= 400:
            error = (answer or {}).get("error", {})
            raise ApiFailure(status, error.get("code"), error.get("message", f"status {status}"), error.get("errors"))
        return answer

    def pages(self, path):
        url = BASE_URL + path
        while url is not None:
            try:
                page = self.call("GET", url)
            except ApiFailure:
                if NAME == "py-swallows-errors":
                    return
                raise
            yield page
            following = None if NAME == "py-first-page" else page["next"]
            url = None if following is None else urllib.parse.urljoin(url, following)

    def read_all(self, path):
        return [item for page in self.pages(path) for item in page["items"]]

    # Lots and bids

    def walk(self, query):
        path = "/inventory?" + urllib.parse.urlencode({**query, "limit": 20 if NAME == "py-first-page" else 50})
        for _ in range(3):
            lots, totals = {}, set()
            for page in self.pages(path):
                totals.add(page["total"])
                lots.update({lot["id"]: lot for lot in page["items"]})
            if len(totals) <= 1:  # the list did not change between two pages
                break
        return list(lots.values())

    def bid_on_best(self, commodity, quantity_mt):
        fitting = [
            lot
            for lot in self.walk({"commodity": commodity})
            if lot["grade"] is not None and lot["asking_price"] is not None and lot["asking_price"]["unit"] == "MT"
        ]
        last = ApiFailure(None, None, f"There is no {commodity} to bid on.")
        for lot in sorted(fitting, key=lambda lot: lot["asking_price"]["amount"])[:3]:
            try:
                return self.place(lot, quantity_mt)
            except ApiFailure as error:
                last = error
                if error.status != 404:
                    break
        raise last

    def place(self, lot, quantity_mt):
        day = datetime.fromisoformat(lot["listed_at"].replace("Z", "+00:00"))
        amount = lot["asking_price"]["amount"] if lot["asking_price"] else Decimal(1)
        if NAME == "py-float-money":
            amount = float(amount) * 1.01 + 0.1  # a premium of 1 % and 10 cents
        order = {
            "lot_id": lot["id"],
            "key": str(uuid.uuid4()),
            "body": {
                "price": {"amount": amount, "unit": "MT"},
                "quantity_mt": min(quantity_mt, lot["quantity_mt"]),
                "delivery": {
                    "from": (day + timedelta(days=400)).date().isoformat(),
                    "to": (day + timedelta(days=430)).date().isoformat(),
                },
                "additional_terms": "Livraison à la ferme préférée, s’il vous plaît.",
            },
        }
        self.state["orders"].append(order)
        self.save()
        try:
            return self.complete(order)
        except ApiFailure as error:
            if error.status is not None and error.status < 500:
                self.state["orders"].remove(order)
                self.save()
            raise

    def complete(self, order):
        bid = self.call("POST", f"/inventory/{order['lot_id']}/bids", order["body"], order["key"])["data"]
        order["bid_id"] = bid["id"]
        self.save()
        self.bids.setdefault(bid["id"], bid)
        self.last_news = time.monotonic()
        return bid

    def accept(self, bid_id):
        for attempt in range(3):
            try:
                return self.call("POST", f"/bids/{bid_id}/accept")["data"]["id"]
            except ApiFailure as error:
                if attempt == 2 or (error.status is not None and error.status < 500 and error.status != 429):
                    raise
            time.sleep(BACKOFF_SECONDS * 2**attempt)
            made = [trade["id"] for trade in self.read_all("/trades?limit=50") if trade["bid_id"] == bid_id]
            if made:
                return made[0]

    def read(self, kind, known, record_id):
        try:
            record = self.call("GET", f"/{kind}/{record_id}")["data"]
        except ApiFailure as error:
            if error.status == 404:
                return None
            raise
        if NAME == "py-unknown-status" and kind == "bids":
            record["meaning"] = KNOWN_STATUS[record["status"]]
        known[record_id] = record
        return record

    def is_open(self, bid):
        return bid["status"] not in DECIDED

    def reconcile(self):
        for bid in self.read_all("/bids?limit=50"):
            before = self.bids.get(bid["id"])
            self.bids[bid["id"]] = bid
            if before is not None and before["status"] != bid["status"]:
                self.last_news = time.monotonic()
                if bid["status"] == "countered":
                    self.answer_counter(bid)
        for trade in self.read_all("/trades?limit=50"):
            if self.trades.get(trade["id"], {}).get("status") != trade["status"]:
                self.last_news = time.monotonic()
            self.trades[trade["id"]] = trade

    def answer_counter(self, bid):
        with self.lock:  # an event and a look at the own bids can report the same counter at once
            if f"counter to {bid['id']}" in self.working:
                return
            self.working[f"counter to {bid['id']}"] = None
        pending = self.read_all("/bids?status=pending&limit=50")
        counter = next((one for one in pending if one.get("counter_to") == bid["id"]), None)
        if counter is None:
            return
        self.bids[counter["id"]] = counter
        is_ours = any(order.get("bid_id") == bid["id"] for order in self.state["orders"])
        if not is_ours or "serve" in sys.argv:
            return
        if counter["price"]["amount"] <= bid["price"]["amount"] * LENIENCE:
            self.accept(counter["id"])
        else:
            self.call("POST", f"/bids/{counter['id']}/reject")
        self.read("bids", self.bids, counter["id"])

    # Webhooks

    def verify(self, header, raw):
        segments = [segment.strip().partition("=") for segment in header.split(",")]
        times = [value for name, _, value in segments if name == "t"]
        if not times or not times[0].isascii() or not times[0].isdigit():
            return False
        if abs(time.time() - int(times[0])) > TOLERANCE_SECONDS:
            return False
        if NAME == "py-ascii-escaped":
            raw = json.dumps(json.loads(raw), separators=(",", ":")).encode()
        signed = times[0].encode() + b"." + raw
        given = [value.lower().encode() for name, _, value in segments if name == "v1"]
        expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode() for secret in SECRETS]
        return any(hmac.compare_digest(one, other) for one in expected for other in given)

    def take(self, envelope):
        kind, event_id = envelope["type"], envelope["id"]
        if kind not in BID_EVENTS | TRADE_EVENTS | OTHER_EVENTS or not envelope["livemode"]:
            return
        with self.lock:
            turn = self.working.setdefault(event_id, threading.Lock())
        with turn:  # concurrent deliveries of one event wait for each other
            if event_id in self.state["seen"]:
                return
            if kind in BID_EVENTS:
                bid = self.read("bids", self.bids, envelope["data"]["bid_id"])
                if bid is not None and bid["status"] == "countered":
                    self.answer_counter(bid)
            elif kind in TRADE_EVENTS:
                self.read("trades", self.trades, envelope["data"]["trade_id"])
            self.state["seen"][event_id] = 1
            self.save()
            self.last_news = time.monotonic()

    # Hooks

    def perform(self, task, params):
        if task == "list_lots":
            return {"lots": [lot["id"] for lot in self.walk({})]}
        if task == "place_bid":
            quantity_mt = params.get("quantity_mt", 10)
            if "inventory_id" not in params:
                return {"bid_id": self.bid_on_best(params.get("commodity", "canola"), quantity_mt)["id"]}
            lot = self.call("GET", f"/inventory/{params['inventory_id']}")["data"]
            return {"bid_id": self.place(lot, quantity_mt)["id"]}
        if task == "accept_bid":
            return {"trade_id": self.accept(params["bid_id"])}
        if task == "sync":
            self.reconcile()
            return {
                "bids": [{"id": bid["id"], "status": bid["status"]} for bid in self.bids.values()],
                "trades": [{"id": trade["id"], "status": trade["status"]} for trade in self.trades.values()],
            }
        return {"unsupported": True}

    def show(self, what, record_id):
        if what == "bid":
            bid = self.bids.get(record_id)
            if bid is None or self.is_open(bid):
                bid = self.read("bids", self.bids, record_id)
            return {"status": None if bid is None else bid["status"]}
        if what == "trade":
            trade = self.read("trades", self.trades, record_id)
            name = trade["counterparty"]["name"] if trade and trade["counterparty"] else None
            if NAME == "py-first-invoice" and trade and any(one["status"] == "paid" for one in trade["invoices"]):
                return {"status": "Completed", "counterparty": name}
            return {"status": None if trade is None else trade["status"], "counterparty": name}
        if what == "effects":
            return {"effects": sum(self.state["seen"].values()), "by_id": self.state["seen"]}
        return {"unsupported": True}


def dump(value):
    return json.dumps(value, default=float, ensure_ascii=False)


def exchange(method, url, headers, body):
    """One attempt. Returns the status, the seconds of Retry-After, and the text."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)
    if NAME == "py-http-1-0":
        connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
        headers = {name.upper(): value for name, value in headers.items()} | {"CONNECTION": "close"}
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, seconds_of(response.getheader("Retry-After")), response.read().decode()
    finally:
        connection.close()


def seconds_of(text):
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(timezone.utc)).total_seconds())
    except ValueError:
        return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        try:
            if path == "/webhooks":
                return self.answer(*self.receive(raw))
            body = json.loads(raw or b"{}", parse_float=Decimal)
            if path == "/do":
                return self.answer(200, self.perform(body))
            if path == "/show":
                return self.answer(200, desk.show(body.get("show"), body.get("id")))
            return self.answer(404, {})
        except Exception as error:  # the server must survive
            print(f"desk: {error!r}", file=sys.stderr)
            return self.answer(500, {})

    def receive(self, raw):
        if not desk.verify(self.headers.get("SVC-Signature") or "", raw):
            return 400, {}
        desk.take(json.loads(raw, parse_float=Decimal))
        return 200, {}

    def perform(self, body):
        try:
            return desk.perform(body.get("task"), body.get("params") or {})
        except ApiFailure as error:
            return {"error": error.failure}

    def answer(self, status, body):
        data = dump(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def is_over():
    """Whether the orders of this desk, and the counters to them, are decided and settled. Others in its team have bids, too."""
    ours = {order.get("bid_id") for order in desk.state["orders"]}
    bids = [bid for bid in list(desk.bids.values()) if bid["id"] in ours or (bid.get("counter_to") or "-") in ours]
    settled = {trade["bid_id"] for trade in list(desk.trades.values()) if trade["status"] == "Completed"}
    return all(not desk.is_open(bid) and (bid["status"] != "accepted" or bid["id"] in settled) for bid in bids)


def spend_day():
    waiting = [order for order in desk.state["orders"] if "bid_id" not in order]
    for order in waiting:
        desk.complete(order)
    if not waiting:
        try:
            desk.bid_on_best("canola", 10)
        except ApiFailure:
            if NAME != "py-swallows-errors":
                raise
    looked = desk.last_news = time.monotonic()
    while not is_over() and time.monotonic() - desk.last_news < PATIENCE_SECONDS:
        time.sleep(0.02)
        if time.monotonic() - looked >= RECONCILE_SECONDS:
            desk.reconcile()
            looked = time.monotonic()
    if not is_over():
        desk.reconcile()
    for bid in desk.bids.values():
        print(f"{bid['reference']}: {bid['status']}")
    for trade in desk.trades.values():
        name = trade["counterparty"]["name"] if trade["counterparty"] else "a party not yet named"
        print(f"{trade['reference']}: {trade['status']}, with {name}")


def main():
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("MARKETPLACE_PORT", 0))), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if not SECRETS:
        url = f"http://127.0.0.1:{server.server_address[1]}/webhooks"
        SECRETS.append(desk.call("POST", "/webhooks", {"url": url, "events": sorted(BID_EVENTS | TRADE_EVENTS)})["data"]["secret"])
    if len(sys.argv) > 1 and sys.argv[1] == "serve":
        ended.wait()
    else:
        spend_day()


desk = Desk()
try:
    main()
except ApiFailure as failure:
    print(f"desk: {failure}", file=sys.stderr)
    sys.exit(1)
