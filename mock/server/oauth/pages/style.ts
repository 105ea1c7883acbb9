/** The style sheet of all pages. Text has a contrast of at least 4.5 with its background, in the dark and the light scheme. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #faf8f3; --card: #ffffff; --text: #1f2421; --quiet: #545b56; --line: #8a918c; --accent: #1d5c38; --on-accent: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181a; --card: #1d2325; --text: #eceee9; --quiet: #b3bab5; --line: #77807a; --accent: #8fd6a8; --on-accent: #0f1a13; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.0625rem; margin: 1.25rem 0 .25rem; }
fieldset { margin: 1rem 0; padding: .5rem 1rem 1rem; border: 1px solid var(--line); border-radius: .375rem; }
legend { padding: 0 .375rem; font-weight: 600; }
.choice { display: flex; gap: .625rem; align-items: baseline; padding: .375rem 0; }
.choice > span { min-width: 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; border-radius: .375rem; border: 2px solid var(--accent); background: var(--card); color: var(--accent); cursor: pointer; }
button.main { background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { overflow-wrap: anywhere; }
`;
