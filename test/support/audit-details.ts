import type { INestApplication } from '@nestjs/common';
import { Audit } from '../../src/audit/audit.js';
import { AuditReads } from '../../src/audit/audit-reads.js';
import { unclassifiedIn } from '../../src/audit-logs/visible-details.js';

type Target = Readonly<Record<string, unknown>>;

interface Entry {
  readonly action: string;
  readonly projectId?: string | null;
  readonly target: Target;
}

interface ReadEntry extends Omit<Entry, 'target'> {
  readonly targetJson: string;
}

/** The action of entries that specs of the chain make up. */
const MADE_UP = 'thing.change';

/** Where all entries of a kind pass, whatever method was called. */
type Passing<T> = Record<string, (first: unknown, entry: T) => unknown>;

/**
 * Looks at each entry of a project that the application writes: by whom its details may be read has to be said in
 * `src/audit-logs/entry-details.ts`. Entries of no project are the auditors'.
 */
export class AuditDetails {
  /** Details that nobody has classified, with their actions. */
  readonly unclassified = new Set<string>();

  constructor(app: INestApplication) {
    const inspect = (entry: Entry) => this.inspect(entry);
    watch<Entry>(app.get(Audit), 'insertion', inspect);
    watch<ReadEntry>(app.get(AuditReads), 'recordJson', ({ targetJson, ...entry }) =>
      inspect({ ...entry, target: JSON.parse(targetJson) as Target }),
    );
  }

  private inspect({ action, projectId, target }: Entry): void {
    if (!projectId || action === MADE_UP) return;
    for (const path of unclassifiedIn(action, target)) this.unclassified.add(`${action} ${path}`);
  }
}

function watch<T>(of: object, method: string, inspect: (entry: T) => void): void {
  const passing = of as Passing<T>;
  const pass = passing[method]!.bind(of);
  passing[method] = (first, entry) => {
    inspect(entry);
    return pass(first, entry);
  };
}
