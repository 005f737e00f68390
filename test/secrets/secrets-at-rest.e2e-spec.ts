import { randomBytes } from 'node:crypto';
import { startApp, useApp } from '../support/harness.js';
import { aProject, type Caller, withoutReqId } from '../support/scene.js';
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
import { runs } from '../support/runs.js';

// Each read is made anew: rows are changed past the server, and statements counted.
const server = useApp({ SEALED_ANSWERS_MIB: '0' });
const BROKEN = {
  statusCode: 500,
  error: 'InternalServerError',
  message: 'Something went wrong. Quote the reqId to support.',
};

const query = <T = unknown>(text: string, values: unknown[] = []) =>
  server.database.source.query<T>(text, values);

const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;

/** Every row of every table as text; bytea comes as hex. */
async function dump(): Promise<string> {
  const tables = await query<{ name: string }[]>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => query<{ row: string }[]>(`select t::text as row from ${name} t`)),
  );
  return rows.flatMap((table) => table.map(({ row }) => row)).join('\n');
}

/** The middle of an encoding: what does not depend on how the text around it is cut. */
const traces = (text: string) => {
  const bytes = Buffer.from(text);
  return [
    text,
    bytes.toString('hex'),
    ...[0, 1, 2].map((shift) => bytes.subarray(shift).toString('base64').slice(0, -4)),
    bytes.toString('base64url').slice(0, -4),
  ];
};

describe('a dump of the database', () => {
  it('holds no value, comment or encrypted metadata, in no encoding, of no version', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const made = {
      batch: canary('batch'),
      comment: canary('comment'),
      sealed: canary('sealed'),
      single: canary('single'),
      updated: canary('updated'),
      gone: canary('gone'),
      refused: canary('refused'),
    };
    await withSecrets(scene, [
      anItem('BATCH', made.batch, {
        secretComment: made.comment,
        secretMetadata: [{ key: 'k', value: made.sealed, isEncrypted: true }],
      }),
    ]);
    const single = { ...dev, secretValue: made.single };
    await admin.http.post(named('SINGLE')).send(single).expect(200);
    await admin.http
      .patch(named('SINGLE'))
      .send({ ...dev, secretValue: made.updated })
      .expect(200);
    await admin.http
      .post(named('GONE'))
      .send({ ...dev, secretValue: made.gone })
      .expect(200);
    await admin.http.delete(named('GONE')).send(dev).expect(200);
    await admin.http
      .post(named('SINGLE'))
      .send({ ...dev, secretValue: made.refused })
      .expect(409);
    await listed(admin, dev);

    const text = `${await dump()}\n${server.logLines.join('\n')}`;

    expect(text).toContain('BATCH');
    for (const value of Object.values(made)) {
      for (const trace of traces(value)) expect(text.includes(trace)).toBe(false);
    }
  });

  it('shows plain metadata, as a check of the check', async () => {
    const scene = await aSecretScene(server);
    const plain = canary('plain');
    const secretMetadata = [{ key: 'k', value: plain }];
    await withSecrets(scene, [anItem('A', 'v', { secretMetadata })]);
    expect(await dump()).toContain(plain);
  });

  it('holds different bytes for equal values', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(
      scene,
      ['A', 'B', 'C'].map((key) => anItem(key, 'the same value')),
    );
    await scene.admin.http.patch(named('A')).send({ ...scene.dev, secretValue: 'the same value' });
    const rows = await query<{ value: string }[]>(
      `select encode(value, 'hex') as value from secrets where project_id = $1
       union all select encode(value, 'hex') from secret_versions where project_id = $1`,
      [scene.project.id],
    );
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map((row) => row.value.slice(2))).size).toBe(4);
  });
});

async function aSealedScene() {
  const scene = await aSecretScene(server);
  const more = (text: string) => ({
    secretComment: `comment of ${text}`,
    secretMetadata: [
      { key: 'k', value: `first of ${text}`, isEncrypted: true },
      { key: 'k', value: `second of ${text}`, isEncrypted: true },
    ],
  });
  await withSecrets(scene, [
    anItem('A', 'value of A', more('A')),
    anItem('B', 'value of B', more('B')),
    anItem('C', 'value of C', more('C')),
  ]);
  const update = { ...scene.dev, secretValue: 'second value of A' };
  await scene.admin.http.patch(named('A')).send(update).expect(200);
  return scene;
}

const read = ({ admin, dev }: Pick<SecretScene, 'admin' | 'dev'>, name: string, more = {}) =>
  admin.http.get(at(named(name), dev, more));

/** A 500 without detail for A, in all that shows it; C is as readable as before. */
async function expectBroken(scene: SecretScene, more = {}): Promise<void> {
  const logged = server.logLines.length;
  const answers = [await read(scene, 'A', more).expect(500)];
  if (!('version' in more)) {
    const { http } = scene.admin;
    answers.push(await http.get(at(V3, scene.dev)).expect(500));
    answers.push(
      await http
        .patch(named('A'))
        .send({ ...scene.dev, secretComment: 'c' })
        .expect(500),
    );
  }
  for (const answer of answers) {
    expect(withoutReqId(answer.body)).toEqual(BROKEN);
    expect(answer.text).not.toContain('value of');
  }
  const lines = server.logLines.slice(logged).join('\n');
  expect(lines).toContain('SealBroken');
  expect(lines).not.toContain('value of');
  const healthy = await read(scene, 'C').expect(200);
  expect((healthy.body as { secret: Secret }).secret.secretValue).toBe('value of C');
}

/** `case` by `case`, each undone by itself: the tampering rolls back what it touched. */
async function tampered(scene: SecretScene, set: string, more = {}): Promise<void> {
  const table = 'version' in more ? 'secret_versions' : 'secrets';
  const { id } = scene.project;
  const saved = await query<{ row: string }[]>(
    `select to_json(t)::text as row from ${table} t where project_id = $1 and key = 'A'`,
    [id],
  );
  await query(`update ${table} t set ${set} where project_id = $1 and key = 'A'`, [id]);
  await expectBroken(scene, more);
  await query(`delete from ${table} where project_id = $1 and key = 'A'`, [id]);
  for (const { row } of saved) {
    await query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [
      row,
    ]);
  }
  const restored = await read(scene, 'A', more).expect(200);
  expect((restored.body as { secret: Secret }).secret.secretValue).toContain('value of A');
}

const flipped = (column: string, byte: string) =>
  `${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1)`;
const other = (column: string) =>
  `(select o.${column} from secrets o where o.project_id = t.project_id and o.key = 'B')`;

describe('a stored secret that was tampered with', () => {
  it('does not open, whichever byte of its value was flipped', async () => {
    const scene = await aSealedScene();
    const [{ length }] = (await query(
      `select octet_length(value) length from secrets where project_id = $1 and key = 'A'`,
      [scene.project.id],
    )) as [{ length: number }];
    for (let byte = 0; byte < length; byte += runs(7, 1))
      await tampered(scene, flipped('value', `${byte}`));
    await tampered(scene, flipped('value', `${length - 1}`));
  });

  it.each([
    ['salt flipped', flipped('salt', '0')],
    ['salt flipped at its end', flipped('salt', '15')],
    ['salt cut', 'salt = substring(salt for 15)'],
    ['salt emptied', `salt = ''`],
    ['comment flipped', flipped('comment', '20')],
    ['value emptied', `value = ''`],
    ['value without its tag', 'value = substring(value for octet_length(value) - 16)'],
    ['tag cut to 12 bytes', 'value = substring(value for octet_length(value) - 4)'],
    ['tag cut to 4 bytes', 'value = substring(value for octet_length(value) - 12)'],
    ['nonce cut to 11 bytes', 'value = substring(value for 1) || substring(value from 3)'],
    ['key version that is not', 'key_version = 2'],
    ['key version zero', 'key_version = 0'],
    ['version raised', 'version = version + 1'],
    ['version lowered', 'version = version - 1'],
    ['value in the place of the comment', 'comment = value'],
    ['comment in the place of the value', 'value = comment'],
    ['value of another secret', `value = ${other('value')}`],
    [
      'value, salt and comment of another',
      `(value, salt, comment) = (select value, salt, comment
       from secrets o where o.project_id = t.project_id and o.key = 'B')`,
    ],
    [
      'all of another secret',
      `(value, salt, key_version, comment, metadata, version) =
         (select value, salt, key_version, comment, metadata, version
          from secrets o where o.project_id = t.project_id and o.key = 'B')`,
    ],
    ['comment of another secret', `comment = ${other('comment')}`],
    ['metadata of another secret', `metadata = ${other('metadata')}`],
    ['metadata in another order', `metadata = json_build_array(metadata->1, metadata->0)`],
    ['metadata flipped', `metadata = replace(metadata::text, '"sealed":"A', '"sealed":"B')::json`],
    ['metadata that is no base64', `metadata = '[{"key":"k","sealed":"%%%"}]'`],
    [
      'state of an earlier version',
      `(value, salt) = (select value, salt from secret_versions v
       where v.secret_id = t.id and v.version = 1)`,
    ],
  ])('does not open: %s', async (_, set) => {
    const scene = await aSealedScene();
    await tampered(scene, set);
  });

  it.each([
    [
      'value of the present state',
      `(value, salt) = (select value, salt from secrets s where s.id = t.secret_id)`,
    ],
    ['value flipped', flipped('value', '15')],
    ['salt flipped', flipped('salt', '3')],
    ['value of another secret', `value = ${other('value')}`],
  ])('does not open in the past either: %s', async (_, set) => {
    const scene = await aSealedScene();
    await tampered(scene, set, { version: 1 });
    expect((await read(scene, 'A').expect(200)).body).toMatchObject({ secret: { version: 2 } });
  });

  it('does not open in another project', async () => {
    const [one, two] = [await aSealedScene(), await aSealedScene()];
    const columns = 'value, salt, key_version, version';
    await query(
      `update secrets t set (${columns}) = (select ${columns} from secrets o
         where o.project_id = $2 and o.key = 'A') where t.project_id = $1 and t.key = 'A'`,
      [one.project.id, two.project.id],
    );
    await expectBroken(one);
    await read(two, 'A').expect(200);
  });
});

const wrappedOf = (projectId: string) =>
  `(select wrapped from data_keys o where o.project_id = '${projectId}')`;

describe('a data key', () => {
  /** A second replica holds no keys in memory yet. */
  async function onFreshReplica(work: (as: (caller: Caller) => Caller) => Promise<void>) {
    const replica = await startApp({}, [], server.databaseUrl);
    try {
      await work((caller) => ({ ...caller, http: replica.parts.as(caller.token) }));
    } finally {
      await replica.end();
    }
  }

  const closed = async (caller: Caller, { dev }: Pick<SecretScene, 'dev'>) => {
    for (const answer of [
      await read({ admin: caller, dev }, 'A').expect(500),
      await caller.http.get(at(V3, dev)).expect(500),
      await caller.http.post(named('NEW')).send(dev).expect(500),
      await caller.http
        .patch(named('A'))
        .send({ ...dev, secretValue: 'x' })
        .expect(500),
    ]) {
      expect(withoutReqId(answer.body)).toEqual(BROKEN);
    }
  };

  it.each([
    ['taken from another project', (id: string) => `wrapped = ${wrappedOf(id)}`],
    ['flipped', () => flipped('wrapped', '20')],
    ['cut', () => 'wrapped = substring(wrapped for 20)'],
    ['of a root key that is not', () => 'root_version = 2'],
    ['of another organization', (id: string) => `org_id = '${id}'`],
    ['of another version', () => 'version = 2'],
  ])('that was %s fails closed, for its project only', async (_, set) => {
    const scene = await aSealedScene();
    const neighbour = { ...scene, project: await aProject(scene.admin) };
    const dev = { workspaceId: neighbour.project.id, environment: 'dev' as const };
    await withSecrets({ ...neighbour, dev }, [anItem('A', 'fine')]);
    await query('alter table data_keys drop constraint if exists fk_data_keys_root');
    const update = `update data_keys set ${set(neighbour.project.id)} where project_id = $1`;
    await query(update, [scene.project.id]);
    await onFreshReplica(async (as) => {
      await closed(as(scene.admin), scene);
      const fine = await read({ admin: as(scene.admin), dev }, 'A').expect(200);
      expect(fine.body).toMatchObject({ secret: { secretValue: 'fine' } });
    });
  });

  it('that is gone fails closed, and writes nothing under another', async () => {
    const scene = await aSealedScene();
    await query('delete from data_keys where project_id = $1', [scene.project.id]);
    await onFreshReplica(async (as) => {
      await closed(as(scene.admin), scene);
    });
    expect(
      await query('select 1 from data_keys where project_id = $1', [scene.project.id]),
    ).toEqual([]);
  });
});

describe('what a client sends of keys, nonces and versions', () => {
  it('is ignored', async () => {
    const scene = await aSecretScene(server);
    const more = {
      salt: 'x',
      nonce: 'x',
      iv: 'x',
      keyVersion: 7,
      key_version: 7,
      version: 9,
      id: 'x',
    };
    const written = await withSecrets(scene, [anItem('A', 'v', more)]);
    expect(written.get('A')).toMatchObject({
      version: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await read(scene, 'A').expect(200);
  });
});
