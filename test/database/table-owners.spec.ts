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
/** A write of a table that a variable names. */
const COMPUTED =
  /\b(?:insert\s+into|delete\s+from|update|truncate|merge\s+into)\s+(?:only\s+)?\$\{([^}]*)\}/gi;
/** The type in which such a file names its tables, by which the compiler holds the variable: `table: WrittenTable`. */
const WRITTEN = /\btype WrittenTable =([^;]*);/;
const FIELD = /(\w+): Repository<(\w+)>/g;

/** The tables that a file writes, by SQL, by an entity manager or by a repository. */
function writtenBy(text: string): string[] {
  const found = [...text.matchAll(SQL)].map(([, table]) => table!);
  const listed = WRITTEN.exec(text)?.[1] ?? '';
  found.push(...Array.from(listed.matchAll(/'(\w+)'/g), ([, table]) => table!));
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

/** Whether every write of a table that a variable names is of one that the file lists. */
function listsWhatItComputes(text: string): boolean {
  const variables = Array.from(text.matchAll(COMPUTED), ([, variable]) => variable);
  const typed = /\btable: WrittenTable\b/.test(text) && !/\btable: string\b/.test(text);
  return variables.every((variable) => variable === 'table' && typed && WRITTEN.test(text));
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('database/'),
);

const writes = new Map<string, Set<string>>();
for (const file of files) {
  const module = file.split('/', 1)[0]!;
  for (const table of writtenBy(readFileSync(join(ROOT, file), 'utf8'))) {
    writes.set(table, (writes.get(table) ?? new Set()).add(module));
  }
}

describe('the owners of tables', () => {
  it('name every table', () => {
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual([...tables].sort());
  });

  it('are known where a variable names the table: `table: WrittenTable`, a type of that file', () => {
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

    expect(files.filter((file) => !listsWhatItComputes(read(file)))).toEqual([]);
  });

  it('are not asked for by a query builder, which this test does not read', () => {
    const builders = /\.createQueryBuilder\((?:[^)]*)\)\s*\.(?:insert|update|delete|softDelete)\(/;

    expect(files.filter((file) => builders.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual(
      [],
    );
  });

  it.each([...tables].sort())('are the modules that write %s', (table) => {
    expect([...(writes.get(table) ?? [])].sort()).toEqual([...(TABLE_OWNERS[table] ?? [])].sort());
  });
});
