import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { statement } from '../../../src/database/database.js';
import { BatchedQuery } from '../../../src/database/batched-query.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller } from '../../support/scene.js';
import {
  aSecretScene,
  anItem,
  at,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { runs } from '../../support/runs.js';

const server = useApp();

/** What an array of texts, a row or a pattern would be written with, and what looks like nothing. */
const HOSTILE = [
  ...[
    'NULL',
    'null',
    '"',
    '""',
    '\\',
    '\\"',
    '{}',
    '{a,b}',
    'a,b',
    '(1,2)',
    "'",
    "''",
    '$1',
    '%',
    '_',
  ],
  ...[
    '\\x41',
    'E\\n',
    '--',
    'a b',
    'é',
    'e\u0301',
    '😀',
    '\u200b',
    'true',
    '0',
    '*',
    '{{identity.id}}',
  ],
];

describe('a statement that many share', () => {
  const LOOK = statement(`
    select $1::text as word, octet_length($1::text) as bytes, $2::bigint as number where $2::bigint >= 0`);
  const read = () =>
    new BatchedQuery<{ word: string; bytes: number; number: string }>(server.database, LOOK, [
      'text',
      'bigint',
    ]);

  it('takes every text for itself, as a statement of its own would', async () => {
    const words = [...HOSTILE, '', ' ', '\n', 'x'.repeat(100_000)];
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const texts = fc.array(fc.oneof(fc.constantFrom(...words), text), {
      minLength: 2,
      maxLength: 140,
    });
    const holds = async (drawn: string[]) => {
      const asked = drawn.filter((each) => !each.includes('\0') && each.isWellFormed());
      const shared = read();
      const found = await Promise.all(asked.map((word, i) => shared.load([word, i])));
      const expected = asked.map((word, i) => ({
        ...{ word, bytes: Buffer.byteLength(word), number: String(i) },
      }));
      expect(found).toEqual(expected);
    };
    await fc.assert(fc.asyncProperty(texts, holds), {
      numRuns: runs(25, 300),
      examples: [[words]],
    });
  });

  it('finds nothing for what is missing, wherever it stands among others', async () => {
    const shared = read();
    const values = Array.from({ length: 70 }, (_, i) =>
      i % 3 === 0 ? ['w', null] : i % 3 === 1 ? ['w', undefined] : [`w${i}`, i],
    );
    const found = await Promise.all(values.map((each) => shared.load(each)));
    expect(found.map((row) => row?.word ?? null)).toEqual(
      values.map((_, i) => (i % 3 === 2 ? `w${i}` : null)),
    );
  });
});

interface Seen {
  readonly status: number;
  readonly value?: string;
}

async function see({ http }: Caller, url: string): Promise<Seen> {
  const { status, body } = await http.get(url);
  const value = (body as { secret?: { secretValue: string } }).secret?.secretValue;
  return { status, ...(value === undefined ? {} : { value }) };
}

describe('two tenants with the same names, at once', () => {
  it('each see their own secrets, and no other, under whatever name', async () => {
    const scenes = [await aSecretScene(server), await aSecretScene(server)];
    const own = HOSTILE.filter((_, i) => i % 5 !== 0);
    for (const [i, scene] of scenes.entries())
      await withSecrets(
        scene,
        own.map((key) => anItem(key, `${i} ${key}`)),
      );
    const asked = scenes.flatMap((scene, i) =>
      HOSTILE.map((key) => ({ scene, i, key, isThere: own.includes(key) })),
    );
    const urlOf = ({ project }: SecretScene, key: string) =>
      at(named(key, V4), { projectId: project.id, environment: 'dev' });
    const seen = await Promise.all(
      asked.map(({ scene, key }) => see(scene.admin, urlOf(scene, key))),
    );
    expect(seen).toEqual(
      asked.map(({ i, key, isThere }) =>
        isThere ? { status: 200, value: `${i} ${key}` } : { status: 404 },
      ),
    );
    // Whoever names the other's project finds nothing, however many ask for it rightly beside.
    const crossed = await Promise.all(
      own.flatMap((key) => [
        see(scenes[0]!.admin, urlOf(scenes[1]!, key)),
        see(scenes[1]!.admin, urlOf(scenes[1]!, key)),
      ]),
    );
    expect(crossed.map(({ status }) => status)).toEqual(own.flatMap(() => [404, 200]));
  });

  it('have their reads recorded for who asked, under the id of that request', async () => {
    const scenes = [await aSecretScene(server), await aSecretScene(server)];
    for (const scene of scenes) await withSecrets(scene, [anItem('KEY')]);
    const callers = await Promise.all(
      scenes.flatMap((scene) =>
        Array.from({ length: 10 }, async () => ({
          scene,
          caller: await aMember(server, scene.project, scene.orgId, 'viewer'),
        })),
      ),
    );
    const expected = await Promise.all(
      Array.from({ length: 3 }, () => callers)
        .flat()
        .map(async ({ scene, caller }) => {
          const answer = await caller.http.get(at(named('KEY'), scene.dev)).expect(200);
          const reqId = answer.headers['x-request-id'] as string;
          return [reqId, caller.id, scene.orgId, scene.project.id].join();
        }),
    );
    const rows = await server.database.source.query<Record<string, string>[]>(
      `select req_id, actor_id, org_id, project_id from audit_entries
       where action = 'secret.read' and project_id = any ($1)`,
      [scenes.map(({ project }) => project.id)],
    );
    const recorded = rows.map((row) =>
      [row['req_id'], row['actor_id'], row['org_id'], row['project_id']].join(),
    );
    expect(recorded.sort()).toEqual(expected.sort());
  });
});

describe('what was revoked, once that is acknowledged,', () => {
  /** Asks without end, so that statements are under way whenever something is revoked. */
  function crowd(asks: readonly (() => Promise<unknown>)[]) {
    let isOver = false;
    const run = async (ask: () => Promise<unknown>) => {
      while (!isOver) await ask();
    };
    const running = Promise.all(asks.map(run));
    return async () => {
      isOver = true;
      await running;
    };
  }

  it('is served to nobody, neither anew nor as unchanged, in the middle of others', async () => {
    const [scene, other] = [await aSecretScene(server), await aSecretScene(server)];
    for (const each of [scene, other]) await withSecrets(each, [anItem('KEY', each.orgId)]);
    const urls = [at(named('KEY'), scene.dev), at(V3, scene.dev)];
    const members = await Promise.all(
      Array.from({ length: 6 }, () => aMember(server, scene.project, scene.orgId, 'viewer')),
    );
    const etags = new Map<string, string>();
    for (const { http, id } of members)
      for (const url of urls)
        etags.set(id + url, (await http.get(url).expect(200)).headers['etag'] as string);
    const ask = ({ http, id }: Caller, url: string, isAgain: boolean) =>
      isAgain ? http.get(url).set('If-None-Match', etags.get(id + url)!) : http.get(url);
    const all = (caller: Caller) =>
      [false, true].flatMap((isAgain) => urls.map((url) => () => ask(caller, url, isAgain)));
    const foreign = () => other.admin.http.get(at(named('KEY'), other.dev)).expect(200);
    const end = crowd([...members.flatMap(all), ...Array.from({ length: 10 }, () => foreign)]);

    const outcomes: unknown[] = [];
    for (const [i, member] of members.entries()) {
      if (i % 2 === 0) await revokeTokens(member);
      else await removeMembership(scene, member);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => all(member))
          .flat()
          .map((each) => each()),
      );
      outcomes.push([...new Set(answers.map(({ status }) => status))]);
    }
    await end();
    expect(outcomes).toEqual(members.map((_, i) => [i % 2 === 0 ? 401 : 403]));
  });

  async function revokeTokens({ id }: Caller) {
    await server.database.source.query(
      `update access_tokens set is_revoked = true where token_auth_id in
         (select id from token_auths where identity_id = $1)`,
      [id],
    );
  }

  const removeMembership = ({ admin, project }: SecretScene, { id }: Caller) =>
    admin.http.delete(`/api/v1/projects/${project.id}/identity-memberships/${id}`).expect(200);
});

describe('a guess of the project from the address', () => {
  it('gives nobody what the request does not name', async () => {
    const [scene, other] = [await aSecretScene(server), await aSecretScene(server)];
    for (const each of [scene, other]) await withSecrets(each, [anItem('KEY', each.orgId)]);
    const { admin } = scene;
    const own = scene.project.id;
    const foreign = other.project.id;
    const mine = `environment=dev&secretPath=/`;
    const wanted: readonly (readonly [string, number])[] = [
      [`${mine}&workspaceId=${own}&workspaceId=${foreign}`, 422],
      [`${mine}&workspaceId=${own}&projectId=${foreign}`, 400],
      [`${mine}&workspaceId=${own}&projectSlug=${other.project.slug}`, 400],
      [`${mine}&x=?projectId=${own}&workspaceId=${foreign}`, 404],
      [`${mine}&workspaceId=${foreign}#&workspaceId=${own}`, 404],
      [`${mine}&workspaceId=${randomUUID()}&x=&projectSlug=${scene.project.slug}`, 404],
      [`${mine}&projectSlug=${other.project.slug}`, 404],
      [`${mine}&%77orkspaceId=${foreign}`, 404],
    ];
    const statuses = await Promise.all(
      wanted.map(async ([query]) => (await admin.http.get(`${named('KEY')}?${query}`)).status),
    );
    expect(wanted.map(([query], i) => [query, statuses[i]])).toEqual(wanted);
  });
});
