import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Database } from '../database/database.js';
import { AuditReads } from './audit-reads.js';
import type { AuditWakeup } from './audit-wakeup.js';
import { ChainKeys } from './chain/chain-keys.js';
import type { EntryCaller } from './new-entry.js';

const CALLER = {
  orgId: 'o',
  kind: 'identity',
  callerId: 'c',
  name: 'n',
  request: { reqId: 'r', address: '192.0.2.1', client: null },
} as unknown as EntryCaller;

/** Entries that are written by statements whose end the test decides. */
function reads() {
  const statements: { entries: { action: string }[]; end: () => void }[] = [];
  const rows = (_: string, [json]: readonly [string]) => {
    const entries = JSON.parse(json) as { action: string }[];
    return new Promise((resolve) => statements.push({ entries, end: () => resolve(entries) }));
  };
  const audit = new AuditReads(
    { rows } as unknown as Database,
    { notify: () => undefined } as unknown as AuditWakeup,
    ChainKeys.fromSecrets(['a secret of thirty-two characters']),
    true,
  );
  const record = (action: string, characters = 10) =>
    audit.record(CALLER, { action, target: { names: 'x'.repeat(characters) } }).then(() => action);
  return { statements, record };
}

describe('Entries of reads', () => {
  it('share the next statement while one is at work', async () => {
    const { statements, record } = reads();
    const first = record('first');
    await turn();
    const others = [record('second'), record('third')];
    await turn();
    expect(statements).toHaveLength(1);

    statements[0]!.end();
    await first;
    await turn();
    await turn();
    expect(statements[1]!.entries.map(({ action }) => action)).toEqual(['second', 'third']);
    statements[1]!.end();
    await expect(Promise.all(others)).resolves.toHaveLength(2);
  });

  it('that are short do not wait for long ones', async () => {
    const { statements, record } = reads();
    const long = record('long', 100_000);
    await turn();
    const short = record('short');
    await turn();
    expect(statements.map(({ entries }) => entries[0]!.action)).toEqual(['long', 'short']);

    statements[1]!.end();
    await expect(short).resolves.toBe('short');
    statements[0]!.end();
    await expect(long).resolves.toBe('long');
  });
});
