import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RootSealKey } from '../../src/crypto/root-key.js';
import { createAppContext } from '../../src/app-context.js';
import { startApp, TEST_KEYS, testConfig, type TestApp } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import { aProject, type Caller, type TestProject } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const OLD = TEST_KEYS.encryptionKey.toString('base64');
const NEW = randomBytes(32).toString('base64');
const [ALONE, BOTH, AFTER] = [
  { ENCRYPTION_KEY: OLD },
  { ENCRYPTION_KEY: OLD, ENCRYPTION_KEY_NEXT: NEW },
  { ENCRYPTION_KEY: NEW },
];

let database: TestDatabase;
let running: { readonly parts: TestApp; end(): Promise<void> }[];

beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});
afterEach(async () => {
  for (const replica of running) await replica.end();
  await database.drop();
});

async function start(env: Record<string, string>, logLines: string[] = []): Promise<TestApp> {
  const replica = await startApp(env, logLines, database.url);
  running.push(replica);
  return replica.parts;
}

async function restart(env: Record<string, string>): Promise<TestApp[]> {
  const count = running.length;
  const fresh = [];
  for (let i = 0; i < count; i++) {
    fresh.push(await start(env));
    await running.shift()!.end();
  }
  return fresh;
}

const as = (replica: TestApp, caller: Caller): Caller => ({
  ...caller,
  http: replica.as(caller.token),
});

const read = (caller: Caller, { id }: TestProject) =>
  caller.http.get(at(named('A'), { workspaceId: id, environment: 'dev' }));

const rowsOf = (parts: TestApp, table: string) =>
  parts.database.source.query<{ version: number; projects: number }[]>(
    table === 'root_keys'
      ? 'select version from root_keys order by version'
      : `select root_version version, count(*)::integer projects from data_keys group by 1 order by 1`,
  );

/** Reads, writes and new projects on every replica until it is told to end; gives what did not succeed. */
function load(replicas: readonly TestApp[], { admin, project }: SecretScene) {
  let isOver = false;
  let made = 0;
  const failures: unknown[] = [];
  const work = replicas.map(async (replica, index) => {
    const caller = as(replica, admin);
    for (let n = 0; !isOver; n++) {
      const mine = await aProject(caller);
      made += 1;
      const body = { workspaceId: mine.id, environment: 'dev', secretValue: `${index} ${n}` };
      const write = await caller.http.post(named('A')).send(body);
      // The next replica has none of its keys yet.
      const other = as(replicas[(index + 1) % replicas.length]!, admin);
      for (const answer of [write, await read(other, mine), await read(other, project)]) {
        if (answer.status !== 200) failures.push({ status: answer.status, body: answer.body });
      }
    }
  });
  return {
    made: () => made,
    async end(): Promise<readonly unknown[]> {
      isOver = true;
      await Promise.all(work);
      return failures;
    },
  };
}

async function aScene(parts: TestApp): Promise<SecretScene> {
  const scene = await aSecretScene(parts);
  await withSecrets(scene, [anItem('A', 'swordfish')]);
  return scene;
}

describe('the root key', () => {
  it('is rotated under load, replica by replica, without a single failure', async () => {
    const first = await start(ALONE);
    await start(ALONE);
    const scene = await aScene(first);
    const both = await restart(BOTH);
    const traffic = load(both, scene);
    while (traffic.made() < 4) await aProject(as(both[0]!, scene.admin));

    const rotated = await runOn(both[0]!.context, 'keys:rotate-root');
    const seen = traffic.made();
    while (traffic.made() < seen + 4) await aProject(as(both[1]!, scene.admin));
    expect(await traffic.end()).toEqual([]);

    expect(rotated.code).toBe(0);
    expect(rotated.lines.join('\n')).toContain('Root key version 2 is new.');
    expect((await rowsOf(both[0]!, 'data_keys')).map((row) => row.version)).toEqual([2]);
    const [alone] = await restart(AFTER);
    const retired = await runOn(alone!.context, 'keys:retire-root');
    expect(retired).toEqual({ code: 0, lines: ['1 root keys removed.'] });
    expect(await rowsOf(alone!, 'root_keys')).toEqual([{ version: 2 }]);
    await read(as(alone!, scene.admin), scene.project).expect(200);
    await aProject(as(alone!, scene.admin));
    const audit = await alone!.database.source.query<object[]>(
      `select action, target from audit_entries where action like 'root-key.%' order by id`,
    );
    expect(audit).toEqual([
      { action: 'root-key.rotate', target: { version: 2 } },
      { action: 'root-key.retire', target: { versions: [1] } },
    ]);
  });

  it('wraps new projects at once on a replica that began before the rotation', async () => {
    const parts = await start(BOTH);
    const scene = await aScene(parts);
    await runOn(parts.context, 'keys:rotate-root');

    await aProject(scene.admin);

    expect(await rowsOf(parts, 'data_keys')).toEqual([{ version: 2, projects: 2 }]);
  });

  it('stays where it is while it is needed: a replica that has only the old one makes a project', async () => {
    const parts = await start(ALONE);
    const scene = await aScene(parts);
    const both = await start(BOTH);
    await runOn(both.context, 'keys:rotate-root');
    await aProject(scene.admin);

    const early = await runOn(both.context, 'keys:retire-root');
    expect(early.code).toBe(1);
    expect(early.lines.at(-1)).toContain('1 data keys are still under an older root key');
    expect(await rowsOf(both, 'root_keys')).toEqual([{ version: 1 }, { version: 2 }]);

    expect((await runOn(both.context, 'keys:rotate-root')).code).toBe(0);
    expect((await runOn(both.context, 'keys:retire-root')).code).toBe(0);
    expect(await rowsOf(both, 'root_keys')).toEqual([{ version: 2 }]);
  });

  it('is refused at the start where a data key would be out of reach, and nothing is touched', async () => {
    const parts = await start(BOTH);
    await aScene(parts);
    const refusal = async (keys: Record<string, string>) => {
      const config = testConfig({ ...keys, ...{ AUTH_SECRET: TEST_KEYS.authSecret } });
      const { encryptionKey, encryptionKeyNext } = config;
      const infrastructure = {
        databaseUrl: database.url,
        encryptionKey: encryptionKey!,
        encryptionKeyNext,
        authSecret: TEST_KEYS.authSecret,
      };
      const laid = createAppContext(config, infrastructure, parts.context.log);
      return laid.then(
        async ({ source }) => source.destroy(),
        (error: Error) => `${error.constructor.name}: ${error.message}`,
      );
    };
    const snapshot = () =>
      parts.database.source.query<object[]>(
        'select root_version, wrapped from data_keys union all select version, check_value from root_keys',
      );
    const before = await snapshot();

    expect(await refusal(AFTER)).toMatch(/^WrongRootKey: /);
    expect(await snapshot()).toEqual(before);

    await runOn(parts.context, 'keys:rotate-root');
    expect(await refusal(ALONE)).toMatch(
      /^MissingRootKey: This database needs root key version 2,/,
    );
    expect(await refusal(AFTER)).toBeUndefined();
    expect(await refusal({ ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_NEXT: OLD })).toBeUndefined();

    // As if the rotation had been ended half way.
    const old = new RootSealKey(TEST_KEYS.encryptionKey);
    const [row] = await parts.database.source.query<{ org: string; project: string }[]>(
      'select org_id org, project_id project from data_keys',
    );
    const owner = { orgId: row!.org, projectId: row!.project, version: 1 };
    await parts.database.source.query('update data_keys set root_version = 1, wrapped = $1', [
      old.newDataKey(owner),
    ]);
    expect(await refusal(AFTER)).toMatch(
      /^MissingRootKey: This database needs root key version 1,/,
    );
    expect(await refusal(BOTH)).toBeUndefined();
  });

  it('is not rotated without a next one, to an older one, or by somebody without the present one', async () => {
    const parts = await start(BOTH);
    await aScene(parts);
    const rotateWith = async (env: Record<string, string>) => {
      const other = await start(env);
      return runOn(other.context, 'keys:rotate-root').catch((error: Error) => error.message);
    };

    expect(await rotateWith(ALONE)).toMatch(/^Set ENCRYPTION_KEY_NEXT to the new root key/);
    await runOn(parts.context, 'keys:rotate-root');
    const swapped = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_NEXT: OLD };
    expect(await rotateWith(swapped)).toMatch(/^The next root key is an older one/);
    expect(await rowsOf(parts, 'root_keys')).toHaveLength(2);
    const again = await runOn(parts.context, 'keys:rotate-root');
    expect(again.lines.slice(0, 2)).toEqual([
      'Root key version 2 was there already.',
      '0 data keys wrapped anew, 0 left under an older root key.',
    ]);
  });

  it('leaves a data key that does not open as it is, names its project, and does the rest', async () => {
    const parts = await start(BOTH);
    const { project, admin } = await aScene(parts);
    await aProject(admin);
    await parts.database.source.query(
      `update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where project_id = $1`,
      [project.id],
    );

    const { code, lines } = await runOn(parts.context, 'keys:rotate-root');

    expect(code).toBe(1);
    expect(lines).toContain(`Could not be opened: a data key of project ${project.id}`);
    expect(await rowsOf(parts, 'data_keys')).toEqual([
      { version: 1, projects: 1 },
      { version: 2, projects: 1 },
    ]);
  });
});
