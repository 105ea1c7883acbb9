import { loadCatalogue } from '#mock/mutations/deviations';

/** Prints what `--violate` and `--variant` take, one name a line with what it does. */
export async function listDeviations(): Promise<void> {
  const { violations, variants } = await loadCatalogue();
  const tell = ({ name, title }: { name: string; title: string }): string => `${name}  ${title}`;
  process.stdout.write(
    [
      `For --violate, each breaks one clause (${violations.length}):`,
      ...violations.map(tell),
      '',
      `For --variant, each is as another deployment may be (${variants.length}):`,
      ...variants.map(tell),
      '',
    ].join('\n'),
  );
}
