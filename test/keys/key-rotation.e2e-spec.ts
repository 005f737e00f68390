import { describe, expect, it } from '@jest/globals';
import { DataKeys } from '../../src/keys/data-keys.js';
import { KeyRing } from '../../src/keys/key-ring.js';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { startApp, useApp } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import type { Caller } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  listed,
  named,
  type Secret,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();
const query = <T = unknown>(text: string, values: unknown[] = []) =>
  server.database.source.query<T>(text, values);
const run = (name: string, ...args: string[]) => runOn(server.context, name, ...args);
const rotate = ({ project }: SecretScene, olderThan = '0s') =>
  run('keys:rotate', '--project', project.id, '--older-than', olderThan);
const retire = ({ project }: SecretScene) =>
  run('keys:retire', '--project', project.id, '--wait', '0s');

const COUNT = 40;

/** Secrets with all that is sealed of one, and a past state of each. */
async function aFullScene(): Promise<SecretScene> {
  const scene = await aSecretScene(server);
  const items = Array.from({ length: COUNT }, (_, i) =>
    anItem(`KEY_${i}`, `first ${i}`, {
      secretComment: i % 2 === 0 ? `comment ${i}` : '',
      secretMetadata: [
        { key: 'plain', value: `p${i}` },
        { key: 'sealed', value: `s${i}`, isEncrypted: true },
      ],
    }),
  );
  await withSecrets(scene, items);
  const secrets = items.map((_, i) => ({ secretKey: `KEY_${i}`, secretValue: `second ${i}` }));
  await scene.admin.http
    .patch('/api/v3/secrets/batch/raw')
    .send({ ...scene.dev, secrets })
    .expect(200);
  return scene;
}

const firstStates = async (caller: Caller, { dev }: SecretScene): Promise<string[]> => {
  const texts = [];
  for (const i of [0, 7, COUNT - 1]) {
    const answer = await caller.http.get(at(named(`KEY_${i}`), dev, { version: 1 })).expect(200);
    texts.push((answer.body as { secret: Secret }).secret.secretValue);
  }
  return texts;
};

const keyVersions = ({ project }: SecretScene) =>
  query<{ version: number; states: number }[]>(
    `select key_version version, count(*)::integer states from (
       select key_version from secrets where project_id = $1
       union all select key_version from secret_versions where project_id = $1
     ) s group by 1 order by 1`,
    [project.id],
  );

const dataKeys = async ({ project }: SecretScene): Promise<number[]> => {
  const rows = await query<{ version: number }[]>(
    'select version from data_keys where project_id = $1 order by version',
    [project.id],
  );
  return rows.map((row) => row.version);
};

async function onFreshReplica(work: (as: (caller: Caller) => Caller) => Promise<void>) {
  const replica = await startApp({}, [], server.databaseUrl);
  try {
    await work((caller) => ({ ...caller, http: replica.parts.as(caller.token) }));
  } finally {
    await replica.end();
  }
}

describe('keys:rotate', () => {
  it('brings every state under a new key, and nobody can tell from outside', async () => {
    const scene = await aFullScene();
    const { admin, dev, project } = scene;
    const before = await listed(admin, dev);
    const etag = (await admin.http.get(at(V3, dev)).expect(200)).headers['etag'];
    const [head] = await query<object[]>(
      'select last_seq from project_event_heads where project_id = $1',
      [project.id],
    );

    const { code, lines } = await rotate(scene);

    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(/^1 projects: 1 new keys, 80 states sealed anew \(\d+\/s\)\.$/);
    expect(await keyVersions(scene)).toEqual([{ version: 2, states: 2 * COUNT }]);
    expect(await dataKeys(scene)).toEqual([1, 2]);
    expect(await listed(admin, dev)).toEqual(before);
    await onFreshReplica(async (as) => {
      expect(await listed(as(admin), dev)).toEqual(before);
      expect(await firstStates(as(admin), scene)).toEqual([
        'first 0',
        'first 7',
        `first ${COUNT - 1}`,
      ]);
    });
    const again = await admin.http.get(at(V3, dev)).expect(200);
    expect(again.headers['etag']).toBe(etag);
    const [headNow] = await query<object[]>(
      'select last_seq from project_event_heads where project_id = $1',
      [project.id],
    );
    expect(headNow).toEqual(head);
    const audit = await query<object[]>(
      `select actor_kind, actor_name, target, client from audit_entries
       where project_id = $1 and action = 'project-key.rotate'`,
      [project.id],
    );
    expect(audit).toEqual([
      {
        actor_kind: 'system',
        actor_name: 'system',
        target: { version: 2 },
        client: 'strongroom keys:rotate',
      },
    ]);
  });

  it('goes on where an earlier run was ended, without another key', async () => {
    const scene = await aFullScene();
    const { database, rootKeys } = { ...server, ...server.context };
    const keys = new DataKeys(database, rootKeys);
    for await (const project of keys.projects(0, scene.project.id)) {
      await database.transaction((tx) => keys.makeNext(tx, project));
    }

    const { code, lines } = await rotate(scene, '1h');

    expect(code).toBe(0);
    expect(lines[0]).toContain('1 projects: 0 new keys, 80 states sealed anew');
    expect(await dataKeys(scene)).toEqual([1, 2]);
    expect(await keyVersions(scene)).toEqual([{ version: 2, states: 2 * COUNT }]);
    expect((await rotate(scene, '1h')).lines[0]).toContain('0 new keys, 0 states');
  });

  it('waits for a writer that still holds the older key, and brings what it wrote along', async () => {
    const scene = await aFullScene();
    const { project, orgId } = scene;
    const vault = new SecretVault(server.app.get(KeyRing));
    let release = () => {};
    const paused = new Promise<void>((resolve) => (release = resolve));
    let holds = () => {};
    const holding = new Promise<void>((resolve) => (holds = resolve));
    const writer = server.database.transaction(async (tx) => {
      type Row = { id: string; folderId: string; environmentId: string; version: number };
      const [row] = await tx.query<Row[]>(
        `select s.id, folder_id "folderId", f.environment_id "environmentId", s.version
         from secrets s join folders f on f.id = s.folder_id where project_id = $1 and key = 'KEY_0'`,
        [project.id],
      );
      const key = await vault.forWriting(tx, { id: project.id, orgId });
      const state = { ...row!, key: 'KEY_0', version: row!.version + 1 };
      const plain = { value: 'late', comment: '', metadata: [] };
      const sealed = vault.seal(key, { id: project.id, orgId }, state, plain);
      holds();
      await paused;
      await tx.query(
        `update secrets set version = $2, key_version = $3, salt = $4, value = $5, comment = null,
           metadata = null where id = $1`,
        [state.id, state.version, sealed.keyVersion, sealed.salt, sealed.value],
      );
    });
    await holding;

    const rotation = rotate(scene);
    await untilLocksAreAwaited(server, { part: 'for update' });
    release();
    await writer;

    expect((await rotation).code).toBe(0);
    expect(await keyVersions(scene)).toEqual([{ version: 2, states: 2 * COUNT }]);
    const late = await scene.admin.http.get(at(named('KEY_0'), scene.dev)).expect(200);
    expect((late.body as { secret: Secret }).secret.secretValue).toBe('late');
  });

  it('leaves what does not open as it is, names it, and does the rest', async () => {
    const scene = await aFullScene();
    const [broken] = await query<{ id: string }[]>(
      `select id from secrets where project_id = $1 and key = 'KEY_3'`,
      [scene.project.id],
    );
    await query(
      `update secrets set value = set_byte(value, 20, get_byte(value, 20) # 1) where id = $1`,
      [broken!.id],
    );

    const { code, lines } = await rotate(scene);

    expect(code).toBe(1);
    expect(lines).toContain(
      `Could not be opened: secret ${broken!.id} 2 of project ${scene.project.id}`,
    );
    expect(await keyVersions(scene)).toEqual([
      { version: 1, states: 1 },
      { version: 2, states: 2 * COUNT - 1 },
    ]);
    expect(server.logLines.join('\n')).toContain('sealed value broken');
  });

  it('tells a wrong option, an unknown project and a wrong duration', async () => {
    const refusals = [
      ['--projekt', 'x'],
      ['--project', 'x'],
      ['--project', '00000000-0000-0000-0000-000000000001'],
      ['--older-than', 'soon'],
    ];
    const messages = [];
    for (const args of refusals) {
      messages.push(await run('keys:rotate', ...args).catch((error: Error) => error.message));
    }
    expect(messages).toEqual([
      "There is no option '--projekt'. Did you mean '--project'? The options are --project, --older-than.",
      '--project should be the id of a project.',
      'There is no such project.',
      '--older-than should be a duration such as 90d, 12h or 0s.',
    ]);
  });
});

describe('keys:retire', () => {
  it('removes the keys that nothing is under, and everything stays readable', async () => {
    const scene = await aFullScene();
    const before = await listed(scene.admin, scene.dev);
    await rotate(scene);
    await rotate(scene);

    const { code, lines } = await retire(scene);

    expect({ code, lines }).toEqual({ code: 0, lines: ['2 data keys of 1 projects removed.'] });
    expect(await dataKeys(scene)).toEqual([3]);
    await onFreshReplica(async (as) => {
      expect(await listed(as(scene.admin), scene.dev)).toEqual(before);
      expect((await firstStates(as(scene.admin), scene))[0]).toBe('first 0');
    });
  });

  it('keeps a key while a single past state needs it', async () => {
    const scene = await aFullScene();
    await rotate(scene);
    await query(
      `update secret_versions set key_version = 1 where secret_id =
         (select id from secrets where project_id = $1 and key = 'KEY_0')`,
      [scene.project.id],
    );

    const { lines } = await retire(scene);

    expect(await dataKeys(scene)).toEqual([1, 2]);
    expect(lines.at(-1)).toBe('1 older data keys are still needed: run keys:rotate first.');
  });

  it('cannot take a key from a writer: it waits, and sees what was written', async () => {
    const scene = await aFullScene();
    const { project, orgId } = scene;
    const vault = new SecretVault(server.app.get(KeyRing));
    let retiring: Promise<unknown> = Promise.resolve();
    await server.database.transaction(async (tx) => {
      await vault.forWriting(tx, { id: project.id, orgId });
      // The next version appears, and nothing is under the first: as after a rotation.
      await server.database.transaction(async (other) => {
        await other.query(
          `insert into data_keys (project_id, version, org_id, root_version, wrapped)
           select project_id, 2, org_id, root_version, wrapped from data_keys where project_id = $1`,
          [project.id],
        );
        await other.query('update secrets set key_version = 2 where project_id = $1', [project.id]);
        await other.query('update secret_versions set key_version = 2 where project_id = $1', [
          project.id,
        ]);
      });
      retiring = retire(scene);
      await untilLocksAreAwaited(server, { part: 'for update' });
      await tx.query(`update secrets set key_version = 1 where project_id = $1 and key = 'KEY_1'`, [
        project.id,
      ]);
    });

    await retiring;

    expect(await dataKeys(scene)).toEqual([1, 2]);
  });
});

describe('a sealed value', () => {
  it('does not open under another format byte', async () => {
    const scene = await aFullScene();
    await query(
      `update secrets set value = set_byte(value, 0, 2) where project_id = $1 and key = 'KEY_0'`,
      [scene.project.id],
    );
    const answer = await scene.admin.http.get(at(named('KEY_0'), scene.dev));
    expect(answer.status).toBe(500);
  });
});
