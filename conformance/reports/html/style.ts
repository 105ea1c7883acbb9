/** The styles of the page. Every text color has a contrast of at least 4.5, in dark and light mode. */
const COLORS = `
:root {
  color-scheme: light dark;
  --ground: #f6f4ee; --card: #ffffff; --sunk: #f2f0ea; --text: #1d2320; --quiet: #545b56; --line: #d6d3c9; --edge: #8a918c; --accent: #1d5c38;
  --verified: #1b6b3a; --verified-ground: #dff2e4;
  --violated: #a3170f; --violated-ground: #fde3e0;
  --warned: #7a5200; --warned-ground: #fdf0cf;
  --not-verified: #5b4a86; --not-verified-ground: #ece7f8;
  --informational: #1f5a80; --informational-ground: #e0eef8;
  --not-selected: #545b56; --not-selected-ground: #ecebe6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121617; --card: #1b2123; --sunk: #232a2c; --text: #eceee9; --quiet: #b3bab5; --line: #363e40; --edge: #77807a; --accent: #8fd6a8;
    --verified: #8fdba8; --verified-ground: #17351f;
    --violated: #ffb0a8; --violated-ground: #4a1815;
    --warned: #f3cd7a; --warned-ground: #3d2f0c;
    --not-verified: #cdbef5; --not-verified-ground: #30274a;
    --informational: #a5d3f3; --informational-ground: #15324a;
    --not-selected: #b3bab5; --not-selected-ground: #2b3335;
  }
}
.verified { --ink: var(--verified); --tint: var(--verified-ground); }
.violated { --ink: var(--violated); --tint: var(--violated-ground); }
.warned { --ink: var(--warned); --tint: var(--warned-ground); }
.not_verified { --ink: var(--not-verified); --tint: var(--not-verified-ground); }
.informational { --ink: var(--informational); --tint: var(--informational-ground); }
.not_selected { --ink: var(--not-selected); --tint: var(--not-selected-ground); }
`;

const FRAME = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
footer { padding-bottom: 2rem; color: var(--quiet); font-size: .875rem; }
h1 { margin: .25rem 0 .25rem; font-size: clamp(1.375rem, 4vw, 2rem); line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1rem; line-height: 1.4; }
h4 { margin: 0; font-size: .9375rem; }
h5 { margin: .75rem 0 .25rem; font-size: .8125rem; color: var(--quiet); }
p { margin: .375rem 0; overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; }
a { color: var(--accent); }
code, pre, kbd { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; unicode-bidi: isolate; }
.quiet { color: var(--quiet); }
.card { padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.brand { display: flex; gap: .5rem; align-items: center; color: var(--quiet); font-weight: 600; }
.brand svg { width: 1.5rem; height: 1.5rem; }
.pill { display: inline-flex; gap: .375rem; align-items: center; padding: .125rem .625rem; border-radius: 1rem; background: var(--tint); color: var(--ink); font-weight: 600; font-size: .875rem; white-space: nowrap; }
.outcome { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: .75rem 0 1rem; }
.outcome .pill { padding: .25rem 1rem; font-size: 1.0625rem; }
.sign { display: inline-block; min-width: 1em; text-align: center; font-weight: 700; }
.sign::before { content: attr(data-sign); }
.skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--card); }
.skip:focus { left: 1rem; top: 1rem; }
.skip.here:focus { position: static; display: inline-block; }
.skip-cells { margin: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
button, select, input { min-height: 2.5rem; padding: .375rem .75rem; font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const OVERVIEW = `
.bar { display: block; width: 100%; height: .875rem; border-radius: .5rem; }
.bar rect { fill: var(--ink); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.tile { display: block; width: 100%; height: 100%; padding: .75rem 1rem; text-align: left; background: var(--card); border: 1px solid var(--line); border-left: .375rem solid var(--ink); border-radius: .75rem; }
.tile[aria-pressed="true"] { background: var(--tint); border-color: var(--ink); }
.tile strong { display: block; font-size: 1.875rem; line-height: 1.1; color: var(--ink); font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .5rem 1.5rem; margin: 0; }
.facts dt { color: var(--quiet); font-size: .8125rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.notes { display: grid; gap: .75rem; }
.notes li { padding-left: .75rem; border-left: .1875rem solid var(--line); overflow-wrap: anywhere; }
.causes { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.cause { border-left: .375rem solid var(--ink); min-width: 0; }
.cause:target { outline: 3px solid var(--accent); outline-offset: 2px; }
.cause h3 { overflow-wrap: anywhere; }
.cause .broken li { margin-top: .25rem; overflow-wrap: anywhere; }
.cause h4 { margin: .75rem 0 .25rem; font-size: .8125rem; color: var(--quiet); }
.first { margin-top: .75rem; padding: .75rem; background: var(--sunk); border-radius: .5rem; }
.first > summary { cursor: pointer; overflow-wrap: anywhere; }
.rest > summary { padding: .25rem 0; cursor: pointer; }
.rest li { margin-top: .25rem; overflow-wrap: anywhere; }
.matrix { columns: 21.5rem; column-gap: 1.5rem; }
.matrix section { break-inside: avoid; padding-bottom: 1rem; }
.matrix h3 { display: flex; justify-content: space-between; gap: .5rem; margin-bottom: .375rem; font-size: .875rem; }
.cells { display: flex; flex-wrap: wrap; gap: .25rem; }
.cell { display: flex; flex-direction: column; align-items: center; justify-content: center; width: 2.125rem; height: 2.375rem; border-radius: .375rem; background: var(--tint); color: var(--ink); text-decoration: none; font-size: .75rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
.cell.violated { background: var(--ink); color: var(--tint); }
.cell:hover { box-shadow: 0 0 0 2px var(--ink); }
.legend { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 0 0 1rem; font-size: .875rem; }
.legend li { display: flex; gap: .5rem; align-items: center; }
`;

const CLAUSES = `
.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .75rem; }
.filters label { display: grid; gap: .125rem; font-size: .8125rem; color: var(--quiet); flex: 1 1 9rem; }
.filters .wide { flex-basis: 16rem; }
.filters select, .filters input { width: 100%; min-width: 0; }
.area { margin-bottom: 1.25rem; }
.area > h3 { margin: 1.25rem 0 .5rem; }
.clause { margin-bottom: .375rem; background: var(--card); border: 1px solid var(--line); border-left: .375rem solid var(--ink); border-radius: .5rem; }
.clause > details > summary { display: grid; grid-template-columns: 8.5rem 5.25rem 1fr; gap: .25rem .75rem; align-items: baseline; padding: .5rem .75rem; cursor: pointer; list-style: none; }
.clause > details > summary::-webkit-details-marker { display: none; }
.clause > details[open] > summary { border-bottom: 1px solid var(--line); }
.clause > details[open] > summary .statement { -webkit-line-clamp: none; }
.clause .id { font-weight: 700; white-space: nowrap; }
.clause .pill { justify-self: start; font-size: .75rem; }
.statement { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
.body { padding: .75rem; }
.check { margin-top: .75rem; padding: .75rem; background: var(--sunk); border-radius: .5rem; }
.finding { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.finding > p:first-child { font-weight: 600; }
.compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .75rem; }
.compare .violated pre, .compare .verified pre { background: var(--tint); color: var(--ink); }
pre { margin: 0; padding: .625rem .75rem; background: var(--card); border-radius: .375rem; white-space: pre-wrap; tab-size: 2; }
.exchange { margin-top: .5rem; }
.exchange > summary { padding: .25rem 0; cursor: pointer; overflow-wrap: anywhere; }
.headers { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: 0 .75rem; margin: 0; padding: .625rem .75rem; background: var(--card); border-radius: .375rem; font: .8125rem/1.5 ui-monospace, monospace; }
.headers dt { color: var(--quiet); overflow-wrap: anywhere; }
.headers dd { margin: 0; overflow-wrap: anywhere; }
.command { display: flex; flex-wrap: wrap; gap: .5rem; align-items: start; margin-top: .5rem; }
.command pre { flex: 1 1 18rem; min-width: 0; }
.command button { flex: none; }
@media (max-width: 40rem) {
  .clause > details > summary { grid-template-columns: 1fr auto; }
  .clause .statement { grid-column: 1 / -1; }
  .headers { grid-template-columns: 1fr; }
  .headers dd { padding-left: 1rem; }
}
@media print {
  .filters, .command button, .skip { display: none; }
  .clause, .card { break-inside: avoid; }
}
`;

export const STYLE: string = COLORS + FRAME + OVERVIEW + CLAUSES;
