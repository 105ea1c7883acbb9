/** The part of the script that filters clauses. The fragment of the address holds the only state. */
export const SCRIPT_FILTERS: string = String.raw`
const rows = Array.from(document.querySelectorAll('.clause'));
const areas = Array.from(document.querySelectorAll('.area'));
const tiles = Array.from(document.querySelectorAll('.tile'));
const fields = { area: byId('filter-area'), level: byId('filter-level'), q: byId('filter-text') };
const haystacks = new Map();

function readHash() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const get = (name) => parameters.get(name) || '';
  const verdicts = get('verdict').split(',').filter((verdict) => tiles.some((tile) => tile.dataset.verdict === verdict));
  return { verdict: verdicts, area: get('area'), level: get('level'), q: get('q'), clause: get('clause') };
}

function writeHash(state) {
  const parameters = new URLSearchParams();
  if (state.verdict.length > 0) parameters.set('verdict', state.verdict.join(','));
  for (const name of ['area', 'level', 'q', 'clause']) if (state[name] !== '') parameters.set(name, state[name]);
  // A comma is valid in an address, and easier to read than its escape.
  return '#' + String(parameters).replaceAll('%2C', ',');
}

function remember(state) {
  history.replaceState(null, '', writeHash(state));
}

function haystackOf(row) {
  if (!haystacks.has(row)) haystacks.set(row, [row.textContent, ...textsOf(row.dataset.id)].join('\n').toLowerCase());
  return haystacks.get(row);
}

function isWanted(row, state) {
  if (state.verdict.length > 0 && !state.verdict.includes(row.dataset.verdict)) return false;
  if (state.area !== '' && row.dataset.area !== state.area) return false;
  if (state.level !== '' && row.dataset.level !== state.level) return false;
  return state.q === '' || haystackOf(row).includes(state.q.toLowerCase());
}

function setField(field, value) {
  field.value = value;
  // A select only knows its own options, so any other value shows as the first.
  if (field.value !== value) field.value = '';
}

function showFilters(state) {
  for (const tile of tiles) tile.setAttribute('aria-pressed', String(state.verdict.includes(tile.dataset.verdict)));
  for (const name of ['area', 'level']) setField(fields[name], state[name]);
  if (fields.q.value !== state.q) fields.q.value = state.q;
  let shown = 0;
  for (const row of rows) {
    row.hidden = !isWanted(row, state);
    if (!row.hidden) shown += 1;
  }
  for (const area of areas) area.hidden = area.querySelector('.clause:not([hidden])') === null;
  byId('shown').textContent = shown + ' of ' + rows.length + ' clauses';
  byId('nothing').hidden = shown > 0;
}

function change(part) {
  const state = { ...readHash(), clause: '', ...part };
  remember(state);
  showFilters(state);
}

function goTo(id) {
  const row = rows.find((each) => each.dataset.id === id);
  if (row === undefined) return;
  row.hidden = false;
  row.closest('.area').hidden = false;
  const details = row.querySelector('details');
  fill(details);
  details.open = true;
  row.scrollIntoView({ block: 'start' });
  details.querySelector('summary').focus({ preventScroll: true });
}

function obeyHash() {
  const state = readHash();
  showFilters(state);
  if (state.clause !== '') goTo(state.clause);
}

function toggleVerdict(verdict) {
  const { verdict: chosen } = readHash();
  change({ verdict: chosen.includes(verdict) ? chosen.filter((each) => each !== verdict) : [...chosen, verdict] });
}
`;
