import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type AppContext, createAppContext } from '../../src/app-context.js';
import { KeyRing } from '../../src/keys/key-ring.js';
import type { SealedSecret } from '../../src/secrets/secret.js';
import { type Owner, SecretVault } from '../../src/secrets/secret-vault.js';
import { startApp, TEST_KEYS, testConfig, type TestApp } from '../support/harness.js';
import { FaultySource, type Outcome, runOn } from '../support/key-commands.js';
import { anItem, aSecretScene, named, withSecrets } from '../support/secrets-scene.js';

const NEXT = randomBytes(32);
const KEYS = {
  ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
  ENCRYPTION_KEY_NEXT: NEXT.toString('base64'),
};
const SECRETS = 12;
/** Statements at the most: more than any of the commands sends here. */
const MOST = 200;

let server: TestApp;
let end: () => Promise<void>;
/** The command's own connections. */
let broken: AppContext;
let fault: FaultySource;
let owner: Owner;

beforeEach(async () => {
  const started = await startApp(KEYS);
  server = started.parts;
  const infrastructure = {
    databaseUrl: server.databaseUrl,
    ...TEST_KEYS,
    encryptionKeyNext: NEXT,
  };
  const { log } = server.context;
  broken = await createAppContext(testConfig(KEYS), infrastructure, log);
  fault = new FaultySource(broken.source);
  const scene = await aSecretScene(server);
  owner = { id: scene.project.id, orgId: scene.orgId };
  const items = Array.from({ length: SECRETS }, (_, i) =>
    anItem(`KEY_${i}`, `value ${i}`, { secretComment: `comment ${i}` }),
  );
  await withSecrets(scene, items);
  await scene.admin.http.patch(named('KEY_0')).send({ ...scene.dev, secretValue: 'changed' });
  end = async () => {
    await broken.source.destroy();
    await started.end();
  };
});
afterEach(() => end());

/** Every state there is, opened with nothing in memory. */
async function contents(): Promise<string[]> {
  const { source, rootKeys } = server.context;
  const vault = new SecretVault(new KeyRing(server.database, rootKeys));
  const columns =
    '(select environment_id from folders f where f.id = folder_id) "environmentId", folder_id "folderId", key, version, key_version "keyVersion", salt, value, comment';
  const rows = await source.query<SealedSecret[]>(
    `select id, ${columns}, metadata from secrets where project_id = $1
     union all select secret_id, ${columns}, metadata from secret_versions where project_id = $1
     order by key, version`,
    [owner.id],
  );
  const secrets = await vault.open(owner, rows, () => true);
  return secrets.map(({ key, version, value, comment }) => `${key} ${version} ${value} ${comment}`);
}

/** How many times the command was ended, each time one statement later, and continued to its end. */
async function endedEverywhere(
  command: readonly [string, ...string[]],
  again: readonly [string, ...string[]],
  whenDone: (outcome: Outcome) => Promise<void>,
): Promise<number> {
  const before = await contents();
  expect(before).toHaveLength(SECRETS + 1);
  for (let statement = 1; statement < MOST; statement++) {
    fault.failAt(statement);
    await runOn(broken, ...command).catch(() => undefined);
    const wasEnded = fault.heal();
    expect(await contents()).toEqual(before);
    const outcome = await runOn(broken, ...(wasEnded ? again : command));
    expect(await contents()).toEqual(before);
    await whenDone(outcome);
    if (!wasEnded) return statement - 1;
  }
  throw new Error('The command never came to its end');
}

const keyVersions = async (): Promise<number[]> => {
  const rows = await server.context.source.query<{ version: number }[]>(
    `select key_version version from secrets union select key_version from secret_versions`,
  );
  return rows.map((row) => row.version);
};

const count = async (sql: string): Promise<number> => {
  const [row] = await server.context.source.query<{ count: number }[]>(
    `select count(*)::integer from ${sql}`,
  );
  return row!.count;
};

describe('a command that is ended at any of its statements, and run again', () => {
  it('keys:rotate: everything is readable at every moment, and under the newest key in the end', async () => {
    const ended = await endedEverywhere(
      ['keys:rotate', '--older-than', '0s'],
      ['keys:rotate'],
      async ({ code }) => {
        expect(code).toBe(0);
        const newest = await count('data_keys');
        expect(await keyVersions()).toEqual([newest]);
        expect(await count(`audit_entries where action = 'project-key.rotate'`)).toBe(newest - 1);
      },
    );
    expect(ended).toBeGreaterThan(15);
  });

  it('keys:retire: no key goes that is needed, and in the end no other stays', async () => {
    const ended = await endedEverywhere(
      ['keys:retire', '--wait', '0s'],
      ['keys:retire', '--wait', '0s'],
      async ({ code }) => {
        expect(code).toBe(0);
        expect(await count('data_keys')).toBe(1);
        await runOn(server.context, 'keys:rotate', '--older-than', '0s');
      },
    );
    expect(ended).toBeGreaterThan(5);
  });

  it('keys:rotate-root: there is one new root key, and everything is under it in the end', async () => {
    await runOn(server.context, 'keys:rotate', '--older-than', '0s');
    const { source } = server.context;
    await source.query('create table data_keys_before as select * from data_keys');
    let rounds = 0;
    const ended = await endedEverywhere(
      ['keys:rotate-root'],
      ['keys:rotate-root'],
      async ({ code }) => {
        expect(code).toBe(0);
        rounds += 1;
        expect(await count('root_keys')).toBe(2);
        expect(await count('data_keys where root_version <> 2')).toBe(0);
        expect(await count(`audit_entries where action = 'root-key.rotate'`)).toBe(rounds);
        await source.query(
          `update data_keys d set wrapped = b.wrapped, root_version = b.root_version
           from data_keys_before b where b.project_id = d.project_id and b.version = d.version`,
        );
        await source.query('delete from root_keys where version = 2');
      },
    );
    expect(ended).toBeGreaterThan(8);
  });

  it('keys:retire-root: the old root key goes once', async () => {
    await runOn(server.context, 'keys:rotate-root');
    const ended = await endedEverywhere(
      ['keys:retire-root'],
      ['keys:retire-root'],
      async ({ code }) => {
        expect(code).toBe(0);
        expect(await count('root_keys')).toBe(1);
        await server.context.source.query(
          'insert into root_keys (version, check_value) select 1, check_value from root_keys',
        );
      },
    );
    expect(ended).toBeGreaterThan(4);
  });
});
