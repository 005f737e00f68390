import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from '../../src/database/options.js';
import { TABLE_OWNERS } from '../../src/database/table-owners.js';

const ROOT = join(import.meta.dirname, '..', '..', 'src');

const tableOf = new Map(
  getMetadataArgsStorage()
    .tables.filter(({ target }) => (entities as unknown[]).includes(target))
    .map(({ target, name }) => [(target as { name: string }).name, name!]),
);
const tables = new Set(tableOf.values());

/** `update … set` only: `for update` and `on conflict … do update` write nothing of their own. */
const SQL =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\w+)/gi;
const WRITE = '(?:save|insert|delete|update|upsert|remove|increment|decrement)';
/** `tx.save(Entity, …)`, `getRepository(Entity).save(…)`. */
const MANAGER = new RegExp(
  `\\.${WRITE}\\(\\s*(\\w+)\\s*,|getRepository\\((\\w+)\\)\\s*\\.${WRITE}\\(`,
  'g',
);
const FIELD = /(\w+): Repository<(\w+)>/g;

/** The tables that a file writes, by SQL, by an entity manager or by a repository. */
function writtenBy(text: string): string[] {
  const found = [...text.matchAll(SQL)].map(([, table]) => table!);
  for (const [, direct, ofRepository] of text.matchAll(MANAGER)) {
    found.push(tableOf.get((direct ?? ofRepository)!) ?? '');
  }
  for (const [, field, entity] of text.matchAll(FIELD)) {
    const write = new RegExp(`(?:\\(|\\.)\\s*(?:this\\.)?${field}\\)?\\s*\\.${WRITE}\\(`);
    // What the repository was bound to may have a name of its own.
    const alias = new RegExp(`(\\w+) = \\S*(?:withRepository|bind)\\(\\s*this\\.${field}\\s*\\)`);
    const name = alias.exec(text)?.[1];
    const byAlias = name !== undefined && new RegExp(`\\b${name}\\s*\\.${WRITE}\\(`).test(text);
    if (write.test(text) || byAlias) found.push(tableOf.get(entity!) ?? '');
  }
  return found.filter((table) => tables.has(table));
}

const writes = new Map<string, Set<string>>();
for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.spec.ts') || file.startsWith('database/')) continue;
  const module = file.split('/', 1)[0]!;
  for (const table of writtenBy(readFileSync(join(ROOT, file), 'utf8'))) {
    writes.set(table, (writes.get(table) ?? new Set()).add(module));
  }
}

describe('the owners of tables', () => {
  it('name every table', () => {
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual([...tables].sort());
  });

  it.each([...tables].sort())('are the modules that write %s', (table) => {
    expect([...(writes.get(table) ?? [])].sort()).toEqual([...(TABLE_OWNERS[table] ?? [])].sort());
  });
});
