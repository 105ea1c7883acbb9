/** The shell functions at the beginning of every script. */

/** Functions that send requests and read responses. A script ends with 1 only where it reproduces the finding. */
export const TOOLS: string = String.raw`WORK=$(mktemp -d) || exit 2
STEP=0
STATUS=
: > "$WORK/response"
# Replaces the last digits of unique names and keys, so that they are new in every run.
RUN=$(printf '%06x' $(( ($(date +%s) * 1000 + $$) % 16777216 )))
# request TOKEN METHOD URL [options of curl]: stores the body in $WORK/response, the headers in $WORK/headers, and the status in $STATUS.
request() {
  token=$1 method=$2 url=$3; shift 3
  STATUS=$(curl -sS -o "$WORK/response" -D "$WORK/headers" -w '%{http_code}' -X "$method" \
    ${'$'}{token:+-H "Authorization: Bearer $token"} "$@" "$url") || { echo "No response from $url." >&2; exit 2; }
}
# call TOKEN METHOD PATH STATUS [options of curl]: sends a request and stops if the status differs; 2?? is any success. An empty STATUS is checked at the end.
call() {
  token=$1 method=$2 path=$3 expected=$4; shift 4
  case $path in http*) ;; *) path=$API$path ;; esac
  request "$token" "$method" "$path" "$@"
  echo "   $method $path -> $STATUS"
  case $STATUS in ${'$'}{expected:-*}) ;; *) stop "$method $path returned $STATUS instead of $(echo "$expected" | tr '?' x)" ;; esac
}
# Like call, with a JSON body on stdin.
send() { call "$@" -H 'Content-Type: application/json' --data-binary @-; }
step() { STEP=$1; echo "$1. $2"; }
# Like step, for test data: the script cannot run without it.
arrange() { STEP=0; echo "$1. $2"; }
cannot_run() { echo "Cannot run: $1." >&2; cat "$WORK/response" >&2; exit 2; }
# stop REASON: without test data or access the script cannot run; in any other case the finding is not reproduced.
stop() {
  [ "$STEP" != 0 ] || cannot_run "$1"
  case $STATUS in 401|429|5??) cannot_run "$1" ;; esac
  echo "not reproduced: at step $STEP, $1"; exit 0
}
# pick POINTER: prints the value in the response.
pick() {
  node -e '
    const [file, pointer] = process.argv.slice(1);
    let value = JSON.parse(require("fs").readFileSync(file, "utf8"));
    for (const key of pointer.split("/").slice(1)) value = (value ?? {})[key.replace(/~1/g, "/").replace(/~0/g, "~")];
    if (value === undefined) process.exit(1);
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$WORK/response" "$1" 2> /dev/null
}
# pick_known VALUE POINTER: prints the value if the response still has it, otherwise the value at the pointer.
pick_known() { if grep -qF -- "$1" "$WORK/response"; then echo "$1"; else pick "$2"; fi; }
# need NAME: stops without the variable.
need() { eval "[ -n \"\${$1:-}\" ]" || { echo "Set $1." >&2; exit 2; }; }
# dev ACTOR: prints the developer token of the mock for this actor.
dev() { printf 'dev_%s' "$1"; }
# day N: prints the date N days from today.
day() { node -p 'new Date(Date.now() + 86400000 * process.argv[1]).toISOString().slice(0, 10)' -- "$1"; }
# instant N: prints the time N seconds from now.
instant() { node -p 'new Date(Date.now() + 1000 * process.argv[1]).toISOString()' -- "$1"; }`;

/** Finds the values at `pointer`: `*` is any item of a list, and `?id=x` the one with this id. */
const LOCATE = String.raw`const keys = pointer.split("/").slice(1).map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
    const at = (value, [key, ...rest]) => {
      if (key === undefined) return [value];
      const [, name, id] = /^\?([^=]+)=(.*)$/.exec(key) ?? [];
      if (key === "*" || name) return Array.isArray(value) ? value.filter((item) => !name || item?.[name] === id).flatMap((item) => at(item, rest)) : [];
      return typeof value === "object" && value !== null && key in value ? at(value[key], rest) : [];
    };`;

/** Compares a response with the recorded one. */
export const LIKE_FUNCTION: string = String.raw`# like POINTER [ids that the script knows]: succeeds if the value matches the JSON on stdin, with the placeholders <any text>, <another id>, and <in N s> (within 65 minutes).
like() {
  node -e '
    const fs = require("fs");
    const [file, pointer, ...own] = process.argv.slice(1);
    let now;
    try { now = JSON.parse(fs.readFileSync(file, "utf8")); } catch {}
    ${LOCATE}
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
    const then = text === "" ? undefined : JSON.parse(text);
    const values = at(now, keys);
    process.exit((values.length === 0 ? [undefined] : values).some((value) => like(then, value)) ? 0 : 1);
  ' "$WORK/response" "$@"
}`;

/** The control plane of the mock, which does what hooks do elsewhere. */
export const CONTROL_SETUP: string = String.raw`CONTROL=${'$'}{TARGET%/v1}/_gristmill
# control METHOD PATH [options of curl]: sends a request to the mock's control plane.
control() {
  method=$1 path=$2; shift 2
  request "${'$'}{GRISTMILL_ADMIN_TOKEN:-}" "$method" "$CONTROL$path" "$@"
  [ "$method" = GET ] || echo "   $method …/_gristmill$path -> $STATUS"
  case $STATUS in 2??) ;; *) stop "the control plane returned $STATUS for $method $path" ;; esac
}
control_json() { control "$@" -H 'Content-Type: application/json' --data-binary @-; }`;

/** Creates a world on the mock, with the violations and variants of the target. Comes after CONTROL_SETUP. */
export const WORLD_SETUP: string = String.raw`control GET /violations; VIOLATIONS=$(pick /on) || stop "the control plane lists no violations: is $TARGET the mock?"
control GET /variants; VARIANTS=$(pick /on) || VARIANTS='[]'
control_json POST /worlds <<JSON
{"lots":20,"clock":"frozen","violations":$VIOLATIONS,"variants":$VARIANTS}
JSON
WORLD=$CONTROL/worlds/$(pick /id)
API=$(pick /base_url)
CONTROL=$(pick /control_url)
# count SUBSCRIPTION EVENT ID...: sets $COUNT to the number of distinct events sent about these ids.
count() {
  control_json POST /clock/advance <<JSON
{"seconds":0}
JSON
  control GET "/deliveries?subscription_id=$1&event=$2&limit=1000"; shift 2
  COUNT=$(node -e '
    const [file, ...ids] = process.argv.slice(1);
    const { items } = JSON.parse(require("fs").readFileSync(file, "utf8"));
    const about = items.filter((item) => ids.some((id) => JSON.stringify(item).includes(id)));
    console.log(new Set(about.map((item) => item.event_id)).size);
  ' "$WORK/response" "$@") || { echo "Cannot count the sent events." >&2; exit 2; }
  echo "   sent: $COUNT"
}
trap 'request "${'$'}{GRISTMILL_ADMIN_TOKEN:-}" DELETE "$WORLD"; rm -rf "$WORK"' EXIT`;

/** Removes the temporary files at the end. */
export const DIRECT_SETUP = `trap 'rm -rf "$WORK"' EXIT
API=$TARGET`;

/** Hook calls on deployments without a control plane. */
export const OPERATOR_SETUP: string = String.raw`# operator: runs HOOK_COMMAND with the hook call on stdin, like the hooks of gristmill.config. Without HOOK_COMMAND, asks you to do it.
operator() {
  cat > "$WORK/hook"
  if [ -n "${'$'}{HOOK_COMMAND:-}" ]; then
    sh -c "$HOOK_COMMAND" < "$WORK/hook" > "$WORK/response" || stop "HOOK_COMMAND failed"
  else
    echo "   Do this now, then press return: $(cat "$WORK/hook")"; read -r REPLY < /dev/tty
  fi
}`;

/** Evaluates a typed expectation. */
export const MEETS_FUNCTION: string = String.raw`# meets POINTER: succeeds if every value at the pointer (* is any item) meets the expectation on stdin, or if the pointer leads nowhere.
meets() {
  node -e '
    const fs = require("fs");
    const [file, pointer] = process.argv.slice(1);
    const { kind, found, keys: found_keys, ...by } = JSON.parse(fs.readFileSync(0, "utf8"));
    let body;
    try { body = JSON.parse(fs.readFileSync(file, "utf8")); } catch {}
    const is = (one, other) => {
      if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
      const keys = Object.keys(one);
      return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length && keys.every((key) => key in other && is(one[key], other[key]));
    };
    const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
    const TYPES = {
      object: isMap, array: Array.isArray, null: (value) => value === null, number: (value) => Number.isFinite(value),
      string: (value) => typeof value === "string", text: (value) => typeof value === "string" && value.trim() !== "",
      integer: Number.isInteger, boolean: (value) => typeof value === "boolean",
    };
    const below = (named) => typeof named === "string" && ("." + named.replace(/[\[\]\/]+/g, ".") + ".").includes("." + by.field + ".");
    const meets = {
      type: (value) => TYPES[by.type](value),
      absent: (value) => value === null,
      member: (value) => isMap(value) ? Object.hasOwn(value, by.key) || String(Object.keys(value)) !== String(found_keys) : found_keys !== undefined,
      value: (value) => is(by.value, value),
      one_of: (value) => by.values.includes(value),
      lacks: (value) => !String(value).toLowerCase().includes(by.text.toLowerCase()),
      error_entry: (value) => Array.isArray(value?.errors) && value.errors.some((entry) => below(entry?.field)),
      list: (value) => Array.isArray(value?.items ?? value?.data?.items ?? value?.data ?? value),
    }[kind];
    ${LOCATE}
    // A value that may be null is checked only where it is not null.
    const is_exact = kind === "value" && !pointer.includes("*");
    const values = at(body, keys).filter((value) => value !== null || found === null || is_exact);
    process.exit(values.every(meets) ? 0 : 1);
  ' "$WORK/response" "$1"
}`;
