import { jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { AddressPolicy } from '../../src/outgoing/address-policy.js';
import { Outgoing } from '../../src/outgoing/outgoing.js';
import { KeyDocuments, type KeySource } from '../../src/workloads/keys/key-documents.js';
import {
  KEPT_OF_ORGANIZATION,
  KeySetsRepository,
} from '../../src/workloads/keys/key-sets.repository.js';
import { KeySets } from '../../src/workloads/keys/key-sets.js';
import { LoginRefused, ProofUnavailable } from '../../src/workloads/logins/checks.js';
import { WorkloadSeals } from '../../src/workloads/settings/workload-seals.js';
import { parseToken } from '../../src/workloads/tokens/token-form.js';
import { type Answering, type FakeHost, json } from '../support/outgoing/fake-network.js';
import { runs } from '../support/runs.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';
import { until } from '../support/until.js';

const server = useWorkloadApp();

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The key sets of one more process on the same database. */
const aReplica = (documents = server.app.get(KeyDocuments)) =>
  new KeySets(documents, server.app.get(KeySetsRepository), server.app.get(WorkloadSeals));

let hosts = 0;
async function anIssuer() {
  const key = await aSigningKey('one');
  const keys: SigningKey[] = [key];
  const usual: Answering = (call, res) =>
    json({ keys: keys.map(({ publicJwk }) => publicJwk) })(call, res);
  const host = await server.network.host(`keys-${hosts++}.example`, usual);
  const source: KeySource = {
    kind: 'jwks',
    url: `${host.url}/jwks`,
    ca: host.ca,
    orgId: 'org',
    payer: ['maker', 'row'],
  };
  return { host, source, key, keys, usual };
}

/** The keys of an issuer by way of its metadata. */
function discoveredAt({ host, source, usual }: Awaited<ReturnType<typeof anIssuer>>): KeySource {
  host.answering = (call, res) => {
    const metadata = json({ issuer: 'issuer', jwks_uri: source.url });
    (call.path === '/jwks' ? usual : metadata)(call, res);
  };
  return { ...source, kind: 'discovery', url: host.url };
}

type Issuer = Pick<Awaited<ReturnType<typeof anIssuer>>, 'source' | 'key' | 'keys' | 'host'>;

const silent: Answering = (_call, res) => void res.destroy();

/** What a login is told: `good`, `refused` or `silent`. */
async function outcome(
  sets: KeySets,
  source: KeySource,
  key: SigningKey,
  now: number,
): Promise<'good' | 'refused' | 'silent'> {
  const token = parseToken(await signed({ sub: 'x' }, key));
  try {
    await sets.verify(token, source, 'issuer', now);
    return 'good';
  } catch (error) {
    if (error instanceof LoginRefused) return 'refused';
    if (error instanceof ProofUnavailable) return 'silent';
    throw error;
  }
}

const callsOf = ({ calls }: FakeHost) => calls.length;

/** The row of the key set that was made last. */
const LAST = `(select key from workload_key_sets order by expires_at desc, tried_at limit 1)`;

describe('the keys of an issuer', () => {
  it('are taken for a day while it is silent, whatever it answers instead, and not a minute longer (T324, T326)', async () => {
    const { host, source, key } = await anIssuer();
    const sets = aReplica();
    const start = nowSeconds();
    expect(await outcome(sets, source, key, start)).toBe('good');
    const calls = callsOf(host);
    expect(await outcome(sets, source, key, start + 599)).toBe('good');
    expect(callsOf(host)).toBe(calls);

    let now = start + 601;
    for (const answering of [
      silent,
      json({ keys: [] }),
      json({}, 500),
      json({ keys: 'none' }),
      json('<html>', 200, { 'Content-Type': 'text/html' }),
    ]) {
      host.answering = answering;
      expect(await outcome(sets, source, key, now)).toBe('good');
      now += 6;
    }
    // Each of them was asked for.
    expect(callsOf(host)).toBe(calls + 5);
    expect(await outcome(sets, source, key, start + DAY - 60)).toBe('good');
    expect(await outcome(sets, source, key, start + DAY + 60)).toBe('silent');
  });

  it('are those with an id of at most 256 characters, of an issuer with a name of at most 2,048 (T323)', async () => {
    const { host, source, key } = await anIssuer();
    const named =
      (issuer: string): Answering =>
      (call, res) => {
        const metadata = { issuer, jwks_uri: `${host.url}/jwks` };
        const set = { keys: [{ ...key.publicJwk, kid: 'k'.repeat(100_000) }, key.publicJwk] };
        json(call.path === '/jwks' ? set : metadata)(call, res);
      };
    const discovered: KeySource = { ...source, kind: 'discovery', url: host.url };
    host.answering = named('issuer');
    expect(await outcome(aReplica(), discovered, key, nowSeconds())).toBe('good');
    const [row] = await server.database.source.query<{ length: number }[]>(
      `select length(sealed) from workload_key_sets where key = ${LAST}`,
    );
    expect(row!.length).toBeLessThan(2_000);

    host.answering = named('i'.repeat(2_049));
    const other = { ...discovered, url: `${host.url}/other` };
    expect(await outcome(aReplica(), other, key, nowSeconds())).toBe('silent');
  });

  it('serve a process that starts while it is silent (T326)', async () => {
    const { host, source, key } = await anIssuer();
    const start = nowSeconds();
    expect(await outcome(aReplica(), source, key, start)).toBe('good');
    host.answering = silent;

    expect(await outcome(aReplica(), source, key, start + DAY - 60)).toBe('good');
    expect(await outcome(aReplica(), source, key, start + DAY + 60)).toBe('silent');
  });

  it('end with the next load that leaves them out (T324, T326)', async () => {
    const { source, key, keys } = await anIssuer();
    const sets = aReplica();
    const start = nowSeconds();
    expect(await outcome(sets, source, key, start)).toBe('good');
    keys.splice(0, 1, await aSigningKey('two'));

    expect(await outcome(sets, source, key, start + 601)).toBe('refused');
    expect(await outcome(aReplica(), source, key, start + 602)).toBe('refused');
  });

  it('are not read from a row that was written past the server, and the log says so (T326)', async () => {
    const { host, source, key } = await anIssuer();
    const other = await anIssuer();
    const start = nowSeconds();
    expect(await outcome(aReplica(), source, key, start)).toBe('good');
    host.answering = silent;
    const edits = [
      // A byte of the seal.
      `update workload_key_sets set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where key = ${LAST}`,
      `update workload_key_sets set sealed = '\\x00' where key = ${LAST}`,
    ];
    for (const edit of edits) {
      await server.database.source.query(edit);
      const lines = server.logLines.length;
      expect(await outcome(aReplica(), source, key, start + 60)).toBe('silent');
      const logged = server.logLines.slice(lines).map((line) => JSON.parse(line) as object);
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 50, what: 'workload key set' }),
      );
    }
    // The sealed set of another issuer is that one's alone.
    expect(await outcome(aReplica(), other.source, other.key, start)).toBe('good');
    await server.database.source.query(
      `update workload_key_sets set sealed = (select sealed from workload_key_sets order by expires_at desc limit 1)`,
    );
    expect(await outcome(aReplica(), source, other.key, start + 60)).toBe('silent');
  });

  it('are those of one authority: the certificates of another row never speak for this one (T324)', async () => {
    const { host, source, key } = await anIssuer();
    const start = nowSeconds();
    const sets = aReplica();
    expect(await outcome(sets, source, key, start)).toBe('good');
    const calls = callsOf(host);

    // The system's roots are those of the network here, so the issuer is asked once more.
    expect(await outcome(sets, { ...source, ca: '' }, key, start)).toBe('good');
    expect(callsOf(host)).toBe(calls + 1);
    host.answering = silent;
    expect(await outcome(sets, { ...source, ca: `${source.ca}\n` }, key, start)).toBe('silent');
  });

  describe('while one organization has as many calls under way as it may have', () => {
    const start = nowSeconds();
    const held: ServerResponse[] = [];
    const flood: Promise<unknown>[] = [];
    let documents: KeyDocuments;
    const aBusyReplica = () => aReplica(documents);
    const by = (sets: KeySets, orgId: string, { source, key }: Issuer, now = start) =>
      outcome(sets, { ...source, orgId }, key, now);

    beforeAll(async () => {
      // A wait for a place that is soon over, and calls that are not.
      const times = { queue: 100, firstTry: 800, connect: 10_000, call: 60_000 };
      documents = new KeyDocuments(new Outgoing(server.network, new AddressPolicy([], []), times));
      const sets = aBusyReplica();
      let refused = 0;
      // One host has a part of its places alone, and the next a part of what is left.
      for (const each of await Promise.all(Array.from({ length: 6 }, anIssuer))) {
        each.host.answering = (_call, res) => void held.push(res);
        for (let n = 0; n < 9; n++) {
          const own = { ...each, source: { ...each.source, ca: each.source.ca + '\n'.repeat(n) } };
          flood.push(by(sets, 'busy', own).then(() => refused++));
        }
      }
      while (held.length + refused < flood.length) await turn();
    });
    afterAll(async () => {
      for (const each of held) each.destroy();
      await Promise.all(flood);
    });

    it('are loaded for others at the moment that it is refused them', async () => {
      const [sets, issuer] = [aBusyReplica(), await anIssuer()];

      expect(await by(sets, 'busy', issuer)).toBe('silent');
      expect(await by(sets, 'other', issuer)).toBe('good');
    });

    it('are loaded for others that came while it waited for a place', async () => {
      const [sets, issuer] = [aBusyReplica(), await anIssuer()];
      const wanted = ['busy', 'busy', 'other', 'busy', 'third'];

      const outcomes = await Promise.all(wanted.map((orgId) => by(sets, orgId, issuer)));

      expect(outcomes[2]).toBe('good');
      expect(outcomes[4]).toBe('good');
      expect(callsOf(issuer.host)).toBe(1);
      expect(await by(sets, 'busy', issuer)).toBe('good');
    });

    it('are loaded for the row of another maker, which has places of its own', async () => {
      const [sets, issuer] = [aBusyReplica(), await anIssuer()];
      const another = { ...issuer, source: { ...issuer.source, payer: ['another', 'its row'] } };

      const outcomes = await Promise.all([
        by(sets, 'busy', issuer),
        by(sets, 'busy', another),
        by(sets, 'busy', issuer),
      ]);

      expect(outcomes[1]).toBe('good');
      expect(callsOf(issuer.host)).toBe(1);
    });

    it("are asked anew for others: it uses up nobody's half a minute", async () => {
      const [sets, issuer] = [aBusyReplica(), await anIssuer()];
      expect(await by(sets, 'other', issuer)).toBe('good');
      const fresh = { ...issuer, key: await aSigningKey('two') };
      issuer.keys.push(fresh.key);

      expect(await by(sets, 'busy', fresh)).toBe('silent');
      expect(await by(sets, 'other', fresh)).toBe('good');
    });

    it('are asked anew for others while it waits for a place, on this replica and on another', async () => {
      for (const isDiscovered of [false, true]) {
        const [sets, replica, issuer] = [aBusyReplica(), aBusyReplica(), await anIssuer()];
        const source = isDiscovered ? discoveredAt(issuer) : issuer.source;
        expect(await by(sets, 'other', { ...issuer, source })).toBe('good');
        expect(await by(replica, 'other', { ...issuer, source })).toBe('good');
        const fresh = { ...issuer, source, key: await aSigningKey('two') };
        issuer.keys.push(fresh.key);

        const waiting = by(sets, 'busy', fresh, start + 1);
        await delay(20);
        const outcomes = [sets, replica].map((each) => by(each, 'other', fresh, start + 2));
        expect(await Promise.all(outcomes)).toEqual(['good', 'good']);
        await waiting;
      }
    });
  });

  it('are kept for a bounded number of issuers of one organization, and taken beyond it', async () => {
    const { source } = server.database;
    await source.query(
      `insert into workload_key_sets (key, org_id, tried_at, expires_at)
       select sha256(n::text::bytea), 'many', now(), now() + interval '1 hour'
       from generate_series(1, $1::int) n`,
      [KEPT_OF_ORGANIZATION - 1],
    );
    const kept = async () => {
      const [row] = await source.query<{ n: number }[]>(
        `select count(*)::int n from workload_key_sets where org_id = 'many'`,
      );
      return row!.n;
    };
    const start = nowSeconds();
    const issuers = [await anIssuer(), await anIssuer(), await anIssuer()];

    for (const each of issuers) {
      const ofMany = { ...each.source, orgId: 'many' };
      // An unknown key comes before the set is kept: the row that tells so is no place.
      await outcome(aReplica(), ofMany, await aSigningKey('unknown'), start);
      expect(await outcome(aReplica(), ofMany, each.key, start)).toBe('good');
    }
    expect(await kept()).toBe(KEPT_OF_ORGANIZATION);
    // The one that has its place is written anew.
    const first = { ...issuers[0]!.source, orgId: 'many' };
    expect(await outcome(aReplica(), first, issuers[0]!.key, start + 601)).toBe('good');
    expect(await kept()).toBe(KEPT_OF_ORGANIZATION);
    const other = await anIssuer();
    expect(await outcome(aReplica(), other.source, other.key, start)).toBe('good');
    await source.query(`delete from workload_key_sets where org_id = 'many'`);
  });

  it.each([
    ['rows of its own', `array['mallory', 'row ' || n]`],
    ['identities that it made', `array['mallory', 'made ' || n, 'row']`],
  ])(
    'are kept for the rows of others however many issuers one maker names: %s',
    async (_, payer) => {
      const { source } = server.database;
      const repository = server.app.get(KeySetsRepository);
      const keep = (name: string, ...of: string[]) =>
        repository.keep(Buffer.from(name), Buffer.alloc(1), { orgId: 'parted', payer: of });
      await source.query(
        `insert into workload_key_sets (key, org_id, payer, tried_at, expires_at)
       select sha256(n::text::bytea), 'parted', ${payer}, now(), now() + interval '1 hour'
       from generate_series(1, $1::int) n`,
        [Math.ceil((KEPT_OF_ORGANIZATION * 5) / 6)],
      );

      expect(await keep('further', 'mallory', 'another row')).toBeNull();
      for (let n = 0; n < 10; n++)
        expect(await keep(`hers ${n}`, 'ann', `row ${n}`)).toEqual(expect.any(String));
      expect(await keep('his', 'bob', 'row')).toEqual(expect.any(String));
      // A set that has its place is written anew by whoever loads it.
      expect(await keep('hers 1', 'mallory', 'row 1')).toEqual(expect.any(String));
      await source.query(`delete from workload_key_sets where org_id = 'parted'`);
    },
  );

  it('are asked for by the operator, whatever was refused to a tenant that names the same URL', async () => {
    const { source, key } = await anIssuer();
    const { names, resolved } = server.network;
    names.set('closed.example', () => ['10.1.2.3']);
    const closed = { ...source, url: 'https://closed.example/jwks' };
    const sets = aReplica();
    const now = nowSeconds();

    expect(await outcome(sets, { ...closed, orgId: 'hostile' }, key, now)).toBe('silent');
    const before = resolved.length;
    await outcome(sets, { ...closed, isOperators: true }, key, now);

    expect(resolved.length).toBe(before + 1);
  });

  it('are asked for once more in half a minute by all replicas, however many unknown keys come (T325)', async () => {
    const { host, source, key } = await anIssuer();
    const replicas = [aReplica(), aReplica(), aReplica()];
    const start = nowSeconds();
    for (const sets of replicas) expect(await outcome(sets, source, key, start)).toBe('good');
    const calls = callsOf(host);
    const stranger = await aSigningKey('stranger');
    const strangers = Array.from({ length: runs(150, 1_000) }, (_, i) => ({
      ...stranger,
      kid: `unknown-${i}`,
    }));
    const tryAll = () =>
      Promise.all(strangers.map((each, i) => outcome(replicas[i % 3]!, source, each, start)));

    expect(new Set(await tryAll())).toEqual(new Set(['refused']));
    expect(callsOf(host)).toBe(calls + 1);
    await server.database.source.query(
      `update workload_key_sets set tried_at = tried_at - interval '20 seconds' where key = ${LAST}`,
    );
    expect(new Set(await tryAll())).toEqual(new Set(['refused']));
    expect(callsOf(host)).toBe(calls + 1);
    await server.database.source.query(
      `update workload_key_sets set tried_at = tried_at - interval '11 seconds' where key = ${LAST}`,
    );
    expect(new Set(await tryAll())).toEqual(new Set(['refused']));
    expect(callsOf(host)).toBe(calls + 2);
  });

  it('that a replica kept are opened once, however many unknown keys come', async () => {
    const { source, key } = await anIssuer();
    const start = nowSeconds();
    const writer = aReplica();
    expect(await outcome(writer, source, key, start)).toBe('good');
    const strange = await aSigningKey('strange');
    // The one call in half a minute is used.
    expect(await outcome(writer, source, strange, start)).toBe('refused');
    const seals = server.app.get(WorkloadSeals);
    const opened = jest.spyOn(seals, 'openKeySet');
    const sets = aReplica();

    const first = Array.from({ length: 5 }, () => outcome(sets, source, strange, start));
    expect(new Set(await Promise.all(first))).toEqual(new Set(['refused']));
    for (let i = 0; i < 5; i++) expect(await outcome(sets, source, strange, start)).toBe('refused');
    expect(await outcome(writer, source, strange, start)).toBe('refused');
    const times = opened.mock.calls.length;
    opened.mockRestore();

    expect(times).toBe(1);
  });

  it('are not known to lack a key while it is silent: that login is told so, however often it comes', async () => {
    const { host, source, key, usual } = await anIssuer();
    const sets = aReplica();
    const start = nowSeconds();
    expect(await outcome(sets, source, key, start)).toBe('good');
    const calls = callsOf(host);
    host.answering = silent;
    const fresh = await aSigningKey('two');

    for (const now of [start + 1, start + 2, start + 29])
      expect(await outcome(sets, source, fresh, now)).toBe('silent');
    expect(callsOf(host)).toBe(calls + 1);
    // Keys that are known go on, and those of a set that is no longer fresh say nothing of others.
    expect(await outcome(sets, source, key, start + 602)).toBe('good');
    const later = aReplica();
    expect(await outcome(later, source, fresh, start + 603)).toBe('silent');
    expect(await outcome(later, source, fresh, start + 604)).toBe('silent');
    // Once it has answered again, the set says what there is.
    host.answering = usual;
    expect(await outcome(later, source, fresh, start + 609)).toBe('refused');
  });

  it('are told to be out of reach by what is wrong, also while nobody asks again', async () => {
    const { host, source, key } = await anIssuer();
    const sets = aReplica();
    const start = nowSeconds();
    const stepAt = async (now: number) => {
      const token = parseToken(await signed({ sub: 'x' }, key));
      return sets.verify(token, source, 'issuer', now).then(
        () => 'good',
        ({ step }: ProofUnavailable) => step,
      );
    };
    host.answering = json({ keys: [] });

    expect([await stepAt(start), await stepAt(start + 1)]).toEqual(['keys', 'keys']);
    host.answering = json({}, 500);
    expect([await stepAt(start + 6), await stepAt(start + 7)]).toEqual([
      'status 500',
      'status 500',
    ]);
  });

  it('that came just after a load are found by every replica, at one more call (T325)', async () => {
    const { host, source, key, keys } = await anIssuer();
    const replicas = [aReplica(), aReplica(), aReplica()];
    const start = nowSeconds();
    for (const sets of replicas) expect(await outcome(sets, source, key, start)).toBe('good');
    const fresh = await aSigningKey('two');
    keys.push(fresh);
    const calls = callsOf(host);

    for (const sets of replicas) expect(await outcome(sets, source, fresh, start + 1)).toBe('good');
    expect(callsOf(host)).toBe(calls + 1);
  });

  describe('that another replica asks for', () => {
    /** Two replicas with the same set, one of which asks for a newer key and waits for its issuer. */
    async function asking() {
      const issuer = await anIssuer();
      const { host, source, key, keys, usual } = issuer;
      const [sets, other] = [aReplica(), aReplica()];
      const start = nowSeconds();
      for (const each of [sets, other])
        expect(await outcome(each, source, key, start)).toBe('good');
      const fresh = await aSigningKey('two');
      const calls = callsOf(host);
      let answer: (answering: Answering) => void = () => undefined;
      const held = new Promise<Answering>((resolve) => (answer = resolve));
      host.answering = (call, res) => void held.then((answering) => answering(call, res));
      const first = outcome(sets, source, fresh, start + 1);
      while (callsOf(host) === calls) await turn();
      const ask = (asked = fresh) => outcome(other, source, asked, start + 2);
      return { first, ask, fresh, keys, usual, answer, calls: () => callsOf(host) - calls };
    }

    it('are waited for, and looked for once by all who wait', async () => {
      const { first, ask, fresh, keys, usual, answer, calls } = await asking();
      const repository = server.app.get(KeySetsRepository);
      const looks = jest.spyOn(repository, 'turnOf');
      const many = Array.from({ length: 50 }, () => ask());
      const stranger = ask(await aSigningKey('stranger'));
      await delay(300);
      keys.push(fresh);
      answer(usual);

      expect(await first).toBe('good');
      expect(new Set(await Promise.all(many))).toEqual(new Set(['good']));
      expect(await stranger).toBe('refused');
      expect(looks.mock.calls.length).toBeLessThan(70);
      looks.mockRestore();
      expect(calls()).toBe(1);
    });

    it('are not known to be missing where its call failed, and waited for some seconds at most', async () => {
      const { first, ask, answer, calls } = await asking();
      const waiting = ask();
      answer(silent);
      expect(await first).toBe('silent');
      await server.database.source.query(
        `update workload_key_sets set tried_at = tried_at - interval '6 seconds',
           expires_at = expires_at - interval '6 seconds' where key = ${LAST}`,
      );

      expect(await waiting).toBe('silent');
      expect(await ask()).toBe('silent');
      expect(calls()).toBe(1);
    });

    it('are asked for here where it gave its turn back', async () => {
      const { first, ask, fresh, keys, usual, answer, calls } = await asking();
      const waiting = ask();
      await delay(50);
      keys.push(fresh);
      await server.database.source.query(
        `update workload_key_sets set tried_at = to_timestamp(0) where key = ${LAST}`,
      );
      await until(() => calls() >= 2, 5);
      answer(usual);

      expect(await waiting).toBe('good');
      expect(await first).toBe('good');
    });
  });
});
