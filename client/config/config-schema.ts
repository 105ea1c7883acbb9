import { z } from 'zod';
import { Config } from '../settings/schema.ts';

/** The JSON Schema of the configuration file, for editors. `config.schema.json` is generated from it. */
export function readConfigSchema(): object {
  return {
    title: 'The configuration of gristmill conform',
    ...z.toJSONSchema(Config, { io: 'input' }),
  };
}
