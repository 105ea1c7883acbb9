import type { JSX } from 'preact';
import { Choice } from '../parts/form.tsx';
import { rootAddress } from '../state/control.ts';
import { bindQuery } from '../state/route.ts';
import { optionsOf, personas } from '../state/world.ts';

/** Shows Scalar in a frame, because it needs a different content security policy. */
export function ReferencePage(): JSX.Element {
  const caller = bindQuery('as', 'buyer');
  const persona = caller.value;
  const address = new URL(`dashboard/reference?as=${encodeURIComponent(persona)}`, rootAddress());
  return (
    <div class="stack">
      <div class="toolbar">
        <Choice label="Try it as" options={optionsOf(personas.value)} {...caller} />
      </div>
      <iframe key={persona} class="frame" src={address.href} title="API reference" />
    </div>
  );
}
