/** The shell functions that every script begins with. They are text: nothing of this project is needed to run them. */

/** Status, answer and headers of one request, and what is taken out of them. */
export const TOOLS: string = String.raw`WORK=$(mktemp -d) || exit 2
STEP=0
STATUS=
# request TOKEN METHOD URL [options of curl]: the answer is in $WORK/answer, its headers beside it, the status in $STATUS.
request() {
  token=$1 method=$2 url=$3; shift 3
  STATUS=$(curl -sS -o "$WORK/answer" -D "$WORK/headers" -w '%{http_code}' -X "$method" \
    ${'$'}{token:+-H "Authorization: Bearer $token"} "$@" "$url") || { echo "No answer came from $url." >&2; exit 2; }
}
# call TOKEN METHOD PATH STATUS [options of curl]: as in the story, or it goes otherwise. An empty STATUS is judged at the end.
call() {
  token=$1 method=$2 path=$3 told=$4; shift 4
  request "$token" "$method" "$API$path" "$@"
  echo "   $method $path -> $STATUS"
  [ -z "$told" ] || [ "$STATUS" = "$told" ] || otherwise "$method $path answered $STATUS, and $told in the story"
}
# The same with a body of JSON on stdin.
send() { call "$@" -H 'Content-Type: application/json' --data-binary @-; }
step() { STEP=$1; echo "$1. $2"; }
# Before the first step nothing can have been judged; after it the deployment has gone another way.
otherwise() {
  if [ "$STEP" = 0 ]; then echo "It could not be played: $1." >&2; cat "$WORK/answer" >&2; exit 2; fi
  echo "not reproduced: at step $STEP, $1"; exit 0
}
# pick POINTER: what stands there in the answer.
pick() {
  node -e '
    const [file, pointer] = process.argv.slice(1);
    let value = JSON.parse(require("fs").readFileSync(file, "utf8"));
    for (const key of pointer.split("/").slice(1)) value = (value ?? {})[key.replace(/~1/g, "/").replace(/~0/g, "~")];
    if (value === undefined) process.exit(1);
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$WORK/answer" "$1" 2> /dev/null
}
# day N: a date so many days from today.
day() { node -p 'new Date(Date.now() + 86400000 * process.argv[1]).toISOString().slice(0, 10)' "$1"; }`;

/** Compares the answer with what the story was shown. */
export const LIKE_FUNCTION: string = String.raw`# like POINTER [ids of this story]: whether there stands what comes on stdin, <any text>, <another id> and <in N s> being what they say.
like() {
  node -e '
    const fs = require("fs");
    const [file, pointer, ...own] = process.argv.slice(1);
    let now;
    try { now = JSON.parse(fs.readFileSync(file, "utf8")); } catch {}
    for (const key of pointer.split("/").slice(1)) now = (now ?? {})[key.replace(/~1/g, "/").replace(/~0/g, "~")];
    const text = fs.readFileSync(0, "utf8").trim();
    const like = (then, now) => {
      if (then === "<any text>") return typeof now === "string";
      if (then === "<another id>") return typeof now === "string" && !own.includes(now);
      const ahead = /^<in (-?\d+) s>$/.exec(then);
      if (ahead) return Math.abs(Date.parse(now) - Date.now() - 1000 * ahead[1]) < 3900000;
      if (then === null || typeof then !== "object") return then === now;
      if (now === null || typeof now !== "object" || Array.isArray(then) !== Array.isArray(now)) return false;
      const keys = Object.keys(then);
      return keys.length === Object.keys(now).length && keys.every((key) => key in now && like(then[key], now[key]));
    };
    process.exit(like(text === "" ? undefined : JSON.parse(text), now) ? 0 : 1);
  ' "$WORK/answer" "$@"
}`;

/** A world of the script's own on the mock, which deviates as the one does that is named. */
export const MOCK_SETUP: string = String.raw`CONTROL=${'$'}{TARGET%/v1}/_gristmill
# control METHOD PATH [options of curl]: what happens outside the API is done through the control plane of the mock.
control() {
  method=$1 path=$2; shift 2
  request "${'$'}{GRISTMILL_ADMIN_TOKEN:-}" "$method" "$CONTROL$path" "$@"
  [ "$method" = GET ] || echo "   $method …/_gristmill$path -> $STATUS"
  case $STATUS in 2??) ;; *) otherwise "the control plane answered $STATUS to $method $path" ;; esac
}
told() { control "$@" -H 'Content-Type: application/json' --data-binary @-; }
control GET /violations; VIOLATIONS=$(pick /on) || otherwise "no violations are told: is $TARGET the mock?"
control GET /variants; VARIANTS=$(pick /on) || VARIANTS='[]'
told POST /worlds <<JSON
{"lots":20,"clock":"frozen","violations":$VIOLATIONS,"variants":$VARIANTS}
JSON
WORLD=$CONTROL/worlds/$(pick /id)
API=$(pick /base_url)
CONTROL=$(pick /control_url)
# count SUBSCRIPTION EVENT ID...: how many such events about one of these were sent, in $COUNT, however many attempts each took.
count() {
  told POST /clock/advance <<JSON
{"seconds":0}
JSON
  control GET "/deliveries?subscription_id=$1&event=$2&limit=1000"; shift 2
  COUNT=$(node -e '
    const [file, ...ids] = process.argv.slice(1);
    const { items } = JSON.parse(require("fs").readFileSync(file, "utf8"));
    const about = items.filter((item) => ids.some((id) => JSON.stringify(item).includes(id)));
    console.log(new Set(about.map((item) => item.event_id)).size);
  ' "$WORK/answer" "$@") || { echo "What was sent cannot be counted." >&2; exit 2; }
  echo "   sent: $COUNT"
}
trap 'request "${'$'}{GRISTMILL_ADMIN_TOKEN:-}" DELETE "$WORLD"; rm -rf "$WORK"' EXIT`;

/** What the API cannot do, where there is no control plane. */
export const OPERATOR_SETUP: string = String.raw`trap 'rm -rf "$WORK"' EXIT
API=$TARGET
# operator: what the API cannot do. HOOK_COMMAND gets it on stdin, as the hooks of gristmill.config do; without it, it is you who does it.
operator() {
  cat > "$WORK/deed"
  if [ -n "${'$'}{HOOK_COMMAND:-}" ]; then
    sh -c "$HOOK_COMMAND" < "$WORK/deed" > "$WORK/answer" || otherwise "HOOK_COMMAND failed"
  else
    echo "   Have this done now, then press return: $(cat "$WORK/deed")"; read -r REPLY < /dev/tty
  fi
}`;
