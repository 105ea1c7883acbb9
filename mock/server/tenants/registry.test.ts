import { readdirSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openTenantRegistry } from './registry.ts';

test('a registry that cannot create its tables closes its file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-registry-'));
  const other = new DatabaseSync(join(folder.path, 'world.db.tenants'));
  // The name of the second table: the first one has been written by then.
  other.exec('create table t (id); create index invitations on t (id)');
  other.close();
  await expect(openTenantRegistry(join(folder.path, 'world.db'))).rejects.toThrow('invitations');
  // SQLite removes its log when the file is closed.
  expect(readdirSync(folder.path)).toEqual(['world.db.tenants']);
});
