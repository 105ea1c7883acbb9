/** Texts that a hostile target can send. Each attacks at least one kind of report. */
export const HOSTILE_TEXTS: readonly string[] = [
  '</script><script>window.pwned = 1</script>',
  '<!-- <script>',
  '"><img src=x onerror="window.pwned = 1">',
  "'><svg/onload=window.pwned=1>",
  ']]><failure/>&amp;&#0;',
  '\u001B]0;pwned\u0007\u001B[2J\u001B[1;1H\u001B[31mred',
  '\u009B31m C1 \u0085 next line \u007F',
  'nul \u0000 bell \u0007 back \b\b\b form \f vertical \v',
  'lone \uD800 and \uDC00 halves, \uFFFE \uFFFF',
  'right to left \u202Egnp.exe\u202C \u2066isolated\u2069',
  'lines \u2028 and \u2029 and \r carriage \r\n return',
  '::error file=x::pwned\n::set-output name=a::b\n  ::add-mask::x\n##vso[task.setvariable variable=a]b ##[error]no ##teamcity[x]',
  '```\n# heading\n````html\n<b>bold</b>\n`````',
  '`tick` ``two`` | pipe | \\| @everyone #1 [link](javascript:alert(1)) ![i](http://x/y.png) *a* _b_ ~c~ <details>',
  '# heading\n- item\n> quote\n| a | b |\n|---|---|\n</details>',
  // Placeholders of templates.
  ['$', '{process.env.HOME} {{7*7}} $& $1 %s %c'].join(''),
  '日本語の長い文章です。'.repeat(20),
  '👩‍👩‍👧‍👦🇨🇦'.repeat(40),
  'x'.repeat(300_000),
  `{"a":"${'y'.repeat(150_000)}"}`,
];

/** The same as rows of `test.for`, named by their beginning. */
export const HOSTILE_CASES: readonly (readonly [name: string, text: string])[] = HOSTILE_TEXTS.map((text) => [
  text.slice(0, 30),
  text,
]);
