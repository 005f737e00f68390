import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

/** `<time>-<what it does>.js`; the same as `.ts` where specs run from source. */
const IS_MIGRATION = /^(\d{13}-[a-z0-9-]+)\.[jt]s$/;

const names = readdirSync(join(import.meta.dirname, 'migrations'))
  .flatMap((file) => IS_MIGRATION.exec(file)?.[1] ?? [])
  .sort();

/** Every file of `migrations/`, which exports one class, in the order they run. A released migration is never edited. */
export const migrations: readonly Migration[] = await Promise.all(
  names.map(async (name) => {
    const exported = (await import(`./migrations/${name}.js`)) as Readonly<
      Record<string, Migration>
    >;
    return Object.values(exported)[0]!;
  }),
);
