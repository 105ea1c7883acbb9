import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openTenantRegistry } from './registry.ts';

test('a registry that cannot create its tables closes its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gristmill-registry-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const other = new DatabaseSync(join(folder, 'world.db.tenants'));
  // The name of the second table: the first one has been written by then.
  other.exec('create table t (id); create index invitations on t (id)');
  other.close();
  await expect(openTenantRegistry(join(folder, 'world.db'))).rejects.toThrow('invitations');
  // SQLite removes its log when the file is closed.
  expect(readdirSync(folder)).toEqual(['world.db.tenants']);
});
