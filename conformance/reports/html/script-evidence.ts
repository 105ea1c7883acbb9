/** The part of the script that draws the findings of a check. It creates elements and text nodes, and never parses anything as markup. */
export const SCRIPT_EVIDENCE: string = String.raw`
const TEXT_SHOWN = 6000;

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

function show(text) {
  return String(text).replace(/\r\n?/g, '\n').replace(UNSAFE, (sign) =>
    sign === '\n' || sign === '\t' ? sign : '\\u' + sign.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** Shows long texts in part, and in full on request. */
function block(text) {
  const whole = show(text);
  const pre = el('pre', {}, whole.slice(0, TEXT_SHOWN));
  if (whole.length <= TEXT_SHOWN) return pre;
  const more = el('button', { type: 'button' }, 'Show all ' + whole.length.toLocaleString('en') + ' characters');
  more.addEventListener('click', () => { pre.textContent = whole; more.remove(); });
  return el('div', {}, pre, more);
}

/** JSON with line breaks, with every digit as sent, because parsing would change numbers. Other text is unchanged. */
function indent(text) {
  try { JSON.parse(text); } catch { return text; }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) || [];
  let depth = 0;
  let drawn = '';
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      const isEmpty = next === '}' || next === ']';
      depth += 1;
      drawn += token + (isEmpty ? '' : '\n' + '  '.repeat(depth));
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[index - 1];
      drawn += (before === '{' || before === '[' ? '' : '\n' + '  '.repeat(depth)) + token;
    } else if (token === ',') drawn += ',\n' + '  '.repeat(depth);
    else drawn += token === ':' ? ': ' : token;
  });
  return drawn;
}

function command(label, text) {
  const button = el('button', { type: 'button' }, 'Copy ' + label);
  button.addEventListener('click', () => copy(button, label, show(text)));
  return el('div', { class: 'command' }, block(text), button);
}

function headers(pairs) {
  const entries = Object.entries(pairs);
  if (entries.length === 0) return el('p', { class: 'quiet' }, 'none');
  return el('dl', { class: 'headers' }, ...entries.flatMap(([name, value]) => [el('dt', {}, show(name)), el('dd', {}, show(value))]));
}

function body(text) {
  return text === undefined || text === '' ? el('p', { class: 'quiet' }, 'none') : block(indent(text));
}

function drawExchange(exchange, isLast) {
  const response = exchange.status === 0 ? 'no response' : String(exchange.status);
  const details = el('details', { class: 'exchange' },
    el('summary', {}, el('code', {}, show(exchange.method + ' ' + exchange.url)), ' as ' + show(exchange.actor) + ': ',
      el('strong', {}, response), ' in ' + Math.round(exchange.duration_ms) + ' ms'),
    el('h5', {}, 'Request headers'), headers(exchange.request_headers),
    el('h5', {}, 'Request body'), body(exchange.request_body),
    el('h5', {}, 'Response headers'), headers(exchange.response_headers),
    el('h5', {}, 'Response body'), body(exchange.response_body),
    command('curl', exchange.curl));
  details.open = isLast;
  return details;
}

function side(label, verdict, text) {
  return text === undefined ? undefined : el('div', { class: verdict }, el('h5', {}, label), block(text));
}

function drawReproduction({ steps, script, reruns_because }) {
  return el('div', { class: 'reproduction' },
    el('h5', {}, 'How to reproduce it'),
    el('ol', {}, ...steps.map((step) => el('li', {}, show(step)))),
    reruns_because === undefined ? undefined : el('p', { class: 'quiet' }, 'The script runs the whole ' + noun + ' again, because ' + show(reruns_because) + '.'),
    el('details', {}, el('summary', {}, 'Script (exits with 1 if it reproduces the finding)'), command('script', script)));
}

function drawFinding(finding) {
  const { exchanges } = finding;
  return el('div', { class: 'finding' },
    el('p', {}, show(finding.message)),
    finding.pointer === undefined ? undefined : el('p', {}, 'At ', el('code', {}, finding.pointer === '' ? '(the whole body)' : show(finding.pointer))),
    el('div', { class: 'compare' }, ...[side('Expected', 'verified', finding.expected), side('Observed', 'violated', finding.observed)].filter(Boolean)),
    finding.likely_cause === undefined ? undefined : el('p', {}, el('strong', {}, 'Possible cause: '), show(finding.likely_cause)),
    finding.reproduction === undefined ? undefined : drawReproduction(finding.reproduction),
    exchanges.length === 0 ? undefined : el('h5', {}, exchanges.length === 1 ? 'The exchange' : 'The exchanges that led to it; the last one shows it'),
    ...exchanges.map((exchange, index) => drawExchange(exchange, index === exchanges.length - 1)),
    el('h5', {}, 'Run this ' + noun + ' alone'),
    command('command', finding.rerun));
}

function drawCheck(id) {
  const check = checks.get(id);
  if (check === undefined) return el('div', { class: 'check' }, el('h4', {}, show(id)), el('p', { class: 'quiet' }, 'This ' + noun + ' is not in the report.'));
  const words = WORDS[check.verdict];
  const cost = Math.round(check.duration_ms) + ' ms, ' + check.requests + (check.requests === 1 ? ' request' : ' requests');
  return el('div', { class: 'check' },
    el('h4', {}, el('span', { class: 'pill ' + CLASSES[check.verdict] }, el('span', { class: 'sign', 'data-sign': words.sign, 'aria-hidden': 'true' }), words.label), ' ', el('code', {}, show(id))),
    el('p', {}, show(check.title), el('span', { class: 'quiet' }, ' (' + cost + ')')),
    check.reason === undefined ? undefined : el('p', {}, show(check.reason)),
    check.blocked_by === undefined ? undefined : el('p', {}, el('strong', {}, 'Blocked by: '), show(check.blocked_by)),
    check.config_key === undefined ? undefined : el('p', {}, 'To verify it, see ', el('code', {}, show(check.config_key)), '.'),
    ...(check.observations || []).map((text) => el('p', { class: 'quiet' }, 'Observed: ' + show(text))),
    ...(check.evidence || []).map(drawFinding));
}

/** Draws the contents of a clause, once. */
function fill(details) {
  const place = details.querySelector('.body');
  if (place.dataset.filled === 'yes') return;
  place.dataset.filled = 'yes';
  const clause = clauses.get(details.closest('.clause').dataset.id);
  const list = clause.checks.length === 0 ? [el('p', { class: 'quiet' }, 'No ' + noun + ' covers it.')] : clause.checks.map(drawCheck);
  place.append(...list);
}
`;
