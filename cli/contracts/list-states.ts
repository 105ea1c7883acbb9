import { STATES } from '#contracts';

/** Prints every provider state: a name, what it makes, and its parameters and values below it. */
export function listStates({ json }: { json?: boolean }): void {
  if (json === true) {
    const states = STATES.map(({ name, makes, params, values }) => ({ name, makes, params, values }));
    process.stdout.write(`${JSON.stringify(states, null, 2)}\n`);
    return;
  }
  const paragraphs = STATES.map(({ name, makes, params, values }) =>
    [name, `  ${makes}`, ...tell('params', params), ...tell('values', values)].join('\n'),
  );
  process.stdout.write(`${paragraphs.join('\n')}\n`);
}

function tell(label: string, names: Readonly<Record<string, string>>): readonly string[] {
  const listed = Object.keys(names).join(', ');
  return listed === '' ? [] : [`  ${label}  ${listed}`];
}
