import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { BEGINNING, type ChainEntry, entryBytes } from './chain-bytes.js';
import {
  ChainCheck,
  type ChainFault,
  type FoundLink,
  type KnownCheckpoint,
} from './chain-check.js';
import { ChainKey, ChainKeys } from './chain-keys.js';
import { fromLine, toLine } from './export-line.js';

type LinkWithEntry = FoundLink & { readonly entry: ChainEntry };

const SECRET = 's'.repeat(40);
const KEYS = ChainKeys.fromSecrets([SECRET]);
const ORG = randomUUID();

const anEntry = (n: number, orgId = ORG): ChainEntry => ({
  id: randomUUID(),
  orgId,
  projectId: n % 3 === 0 ? null : randomUUID(),
  actorKind: 'identity',
  actorId: randomUUID(),
  actorName: `ci ${n}`,
  action: 'secret.read',
  target: { secretKeys: [`KEY_${n}`, 'ä'], environment: 'dev', nested: { b: null, a: n } },
  reqId: `req-${n}`,
  address: '192.0.2.1',
  client: n % 2 === 0 ? null : 'cli',
  createdAt: new Date(1_760_000_000_000 + n),
});

function aChain(length: number, key = KEYS.current, orgId = ORG): LinkWithEntry[] {
  let mac: Buffer = BEGINNING;
  return Array.from({ length }, (_, index) => {
    const entry = anEntry(index + 1, orgId);
    const place = { orgId, number: index + 1, entryId: entry.id };
    mac = key.link(mac, entryBytes(place, entry));
    return { ...place, keyId: key.id, mac, entry };
  });
}

function faultOf(
  chain: readonly FoundLink[],
  checkpoints: readonly KnownCheckpoint[] = [],
  keys = KEYS,
): ChainFault | null {
  const check = new ChainCheck(keys, ORG, checkpoints);
  return check.checkPage(chain) ?? check.end();
}

const withEntry = (found: LinkWithEntry, change: Partial<ChainEntry>): LinkWithEntry => ({
  ...found,
  entry: { ...found.entry, ...change },
});
const renumbered = (chain: readonly FoundLink[]) =>
  chain.map((found, index) => ({ ...found, number: index + 1 }));

describe('ChainCheck', () => {
  const chain = aChain(20);

  it('finds nothing in a whole chain, however its pages are cut', () => {
    const check = new ChainCheck(KEYS, ORG, [{ number: 20, mac: chain[19]!.mac }]);
    for (let n = 0; n < 20; n += 3) expect(check.checkPage(chain.slice(n, n + 3))).toBeNull();
    expect(check.end(20)).toBeNull();
    expect(check.length).toBe(20);
  });

  it.each(Object.keys(chain[0]!.entry) as (keyof ChainEntry)[])(
    'finds a changed %s in the very record',
    (field) => {
      const value = chain[7]!.entry[field];
      const other =
        value instanceof Date
          ? new Date(value.getTime() + 1)
          : value !== null && typeof value === 'object'
            ? { ...value, more: 1 }
            : `${String(value)}x`;
      const changed = chain.with(7, withEntry(chain[7]!, { [field]: other }));
      expect(faultOf(changed)).toEqual({
        reason: 'changed',
        number: 8,
        entryId: chain[7]!.entryId,
      });
    },
  );

  it('tells null from an empty text, and where one text ends and the next begins', () => {
    const [first] = chain;
    const bytes = (change: Partial<ChainEntry>) =>
      entryBytes(first!, { ...first!.entry, ...change }).toString();
    expect(bytes({ client: null })).not.toBe(bytes({ client: '' }));
    expect(bytes({ actorName: 'a', action: 'b' })).not.toBe(bytes({ actorName: 'ab', action: '' }));
  });

  it('takes an entry whose keys the database has put in another order', () => {
    const { target } = chain[4]!.entry;
    const turned = Object.fromEntries(Object.entries(target).reverse());
    expect(faultOf(chain.with(4, withEntry(chain[4]!, { target: turned })))).toBeNull();
  });

  it.each<[string, () => FoundLink[], Partial<ChainFault>]>([
    [
      'a link without its entry',
      () => [...chain.with(3, { ...chain[3]!, entry: null } as never)],
      { reason: 'missing', number: 4 },
    ],
    ['a gap', () => chain.filter((_, n) => n !== 5), { reason: 'missing', number: 6 }],
    ['a gap that was closed', () => renumbered(chain.filter((_, n) => n !== 5)), { number: 6 }],
    [
      'two lines that changed places',
      () => [...chain.with(5, chain[6]!).with(6, chain[5]!)],
      { reason: 'reordered', number: 7 },
    ],
    [
      'two entries that changed places',
      () => renumbered([...chain.with(5, chain[6]!).with(6, chain[5]!)]),
      { reason: 'reordered', number: 6 },
    ],
    [
      'an entry put between',
      () =>
        renumbered(
          [...chain.slice(0, 5), { ...chain[5]!, entry: anEntry(99) }, ...chain.slice(5)].map(
            (found) => ({ ...found, entryId: found.entry!.id }),
          ),
        ),
      { reason: 'inserted', number: 6 },
    ],
    [
      'a record that comes twice',
      () => [...chain.slice(0, 6), chain[5]!, ...chain.slice(6)],
      { reason: 'inserted', number: 6 },
    ],
    [
      'a record made with another key',
      () => aChain(20, new ChainKey('x'.repeat(40))),
      { reason: 'made with an unknown key', number: 1 },
    ],
  ])('finds %s', (_, tampered, fault) => {
    expect(faultOf(tampered())).toMatchObject(fault);
  });

  it('finds the end cut off only behind a checkpoint', () => {
    const checkpoint = { number: 15, mac: chain[14]!.mac };
    expect(faultOf(chain.slice(0, 12))).toBeNull();
    expect(faultOf(chain.slice(0, 12), [checkpoint])).toEqual({ reason: 'truncated', number: 13 });
    expect(faultOf(chain.slice(0, 15), [checkpoint])).toBeNull();
  });

  it('finds a chain that was made anew, by a checkpoint', () => {
    const checkpoint = { number: 15, mac: chain[14]!.mac };
    expect(faultOf(aChain(20), [checkpoint])).toMatchObject({
      reason: 'contradicts a checkpoint',
      number: 15,
    });
  });

  it('finds the chain of another organization', () => {
    expect(faultOf(aChain(3, KEYS.current, randomUUID()))).toMatchObject({ number: 1 });
  });

  it('goes on over a change of keys while it has both', () => {
    const both = ChainKeys.fromSecrets(['n'.repeat(40), SECRET]);
    const entry = anEntry(21);
    const place = { orgId: ORG, number: 21, entryId: entry.id };
    const mac = both.current.link(chain[19]!.mac, entryBytes(place, entry));
    const longer = [...chain, { ...place, keyId: both.current.id, mac, entry }];

    expect(faultOf(longer, [], both)).toBeNull();
    expect(faultOf(longer)).toMatchObject({ reason: 'made with an unknown key', number: 21 });
  });
});

describe('a line of an export', () => {
  const [found] = aChain(1);

  it('says all that the check needs', () => {
    expect(fromLine(toLine(found!))).toEqual({ ...found, checkpoint: undefined });
  });

  it('is read in no other spelling', () => {
    const line = toLine(found!);
    const others = [
      `${line} `,
      line.replace('"reqId":', '"reqId": '),
      line.replace('"reqId":', '"more":1,"reqId":'),
      line.replace('"reqId":"req-1"', '"reqId":"x","reqId":"req-1"'),
      line.replace('Z","keyId"', '+00:00","keyId"'),
      line.replace(/"mac":"[^"]+"/, (mac) => mac.toUpperCase()),
      line.slice(1),
      '',
      'null',
      '[]',
    ];
    for (const other of others) expect(fromLine(other)).toBeNull();
  });
});
