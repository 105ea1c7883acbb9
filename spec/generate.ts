/** Writes spec/openapi.json. `npm run check:generated` tells whether the committed file is up to date. */
import { writeFileSync } from 'node:fs';
import { buildDocument } from './openapi/build-document.ts';

writeFileSync(new URL('openapi.json', import.meta.url), `${JSON.stringify(buildDocument(), null, 2)}\n`);
