/** The complete script of the page. It sends nothing; the page's security policy prevents that. */
import { RECEIVER_MODE } from '../subject.ts';
import { UNSAFE_CHARACTERS } from '../text/safe-text.ts';
import { CHECK_WORDS } from '../text/wording.ts';
import { SCRIPT_EVIDENCE } from './script-evidence.ts';
import { SCRIPT_FILTERS } from './script-filters.ts';
import { embedJson } from './markup.ts';
import { CHECK_COLORS } from './parts.ts';

const DATA = String.raw`
const byId = (id) => document.getElementById(id);
const report = JSON.parse(byId('report').textContent);
/** What the report calls its tests. */
const noun = report.target.mode === ${JSON.stringify(RECEIVER_MODE)} ? 'drill' : 'check';
const checks = new Map(report.checks.map((check) => [check.id, check]));
const clauses = new Map(report.clauses.map((clause) => [clause.id, clause]));

/** What a search covers besides the visible text of a clause: its checks and their findings. */
function textsOf(id) {
  return clauses.get(id).checks.map((each) => checks.get(each)).filter(Boolean).flatMap((check) =>
    [check.id, check.title, check.reason, check.blocked_by, ...(check.evidence || []).flatMap((finding) => [finding.message, finding.pointer])]);
}

/** Uses the clipboard API if it is available, otherwise a selection. */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el('textarea', { 'aria-hidden': 'true', class: 'visually-hidden', tabindex: '-1' });
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}

async function copy(button, label, text) {
  const isDone = await write(text);
  button.focus();
  button.textContent = isDone ? 'Copied' : 'Select it and copy it by hand';
  byId('said').textContent = isDone ? 'The ' + label + ' is copied.' : 'The browser does not allow copying.';
  setTimeout(() => { button.textContent = 'Copy ' + label; }, 2000);
}
`;

const START = String.raw`
for (const tile of tiles) tile.addEventListener('click', () => toggleVerdict(tile.dataset.verdict));
for (const [name, field] of Object.entries(fields)) field.addEventListener('input', () => change({ [name]: field.value }));
byId('clear').addEventListener('click', () => change({ verdict: [], area: '', level: '', q: '' }));
for (const row of rows) {
  const details = row.querySelector('details');
  details.addEventListener('toggle', () => {
    fill(details);
    const state = readHash();
    if (details.open) remember({ ...state, clause: row.dataset.id });
    else if (state.clause === row.dataset.id) remember({ ...state, clause: '' });
  });
}
// A link to the clause that is already in the address would not change the address.
for (const link of document.querySelectorAll('a[href^="#clause="]')) link.addEventListener('click', () => { if (link.hash === location.hash) obeyHash(); });
// Keeps the filters in the address.
for (const link of document.querySelectorAll('.skip')) link.addEventListener('click', (event) => { event.preventDefault(); byId('clauses').focus(); });
addEventListener('hashchange', obeyHash);
byId('controls').hidden = false;
for (const tile of tiles) tile.disabled = false;
obeyHash();
`;

const constants = `
const UNSAFE = new RegExp(${embedJson(UNSAFE_CHARACTERS).markup}, 'gu');
const WORDS = ${embedJson(CHECK_WORDS).markup};
const CLASSES = ${embedJson(CHECK_COLORS).markup};
`;

export const SCRIPT = `'use strict';\n(() => {\n${constants}${DATA}${SCRIPT_EVIDENCE}${SCRIPT_FILTERS}${START}})();\n`;
