import { z } from 'zod';
import { Config } from '../settings/schema.ts';

/** The schema of the configuration file as JSON Schema, for editors: `config.schema.json` is written from it. */
export function readConfigSchema(): object {
  return {
    title: 'The configuration of gristmill conform',
    ...z.toJSONSchema(Config, { io: 'input' }),
  };
}
