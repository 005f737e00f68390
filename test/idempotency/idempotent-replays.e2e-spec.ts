import type { Request } from 'express';
import { ServerKeys } from '../../src/auth/server-keys.js';
import { AnswerVault } from '../../src/idempotency/answer-vault.js';
import { aMember, type Caller, join } from '../support/scene.js';
import { aSecretScene, BATCH, named, type SecretScene } from '../support/secrets-scene.js';
import {
  server,
  query,
  creation,
  valued,
  isReplay,
  countOf,
  actorOf,
} from './idempotency-scene.js';

describe('Replay by the rights of today', () => {
  const RULES = [
    {
      subject: 'secrets',
      action: ['describeSecret', 'create'],
      conditions: { environment: 'dev' },
    },
  ];

  async function aWriter(scene: SecretScene): Promise<Caller> {
    const writer = await aMember(server, scene.project, scene.orgId, RULES);
    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(200);
    return writer;
  }

  const revise = async (scene: SecretScene, rules: readonly object[]) => {
    await query('update project_roles set permissions = $2 where project_id = $1', [
      scene.project.id,
      JSON.stringify(rules),
    ]);
    await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
  };

  it('refuses a caller who lost some rights until they are back (409)', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await revise(scene, [{ ...RULES[0], conditions: { environment: 'prod' } }]);

    const refused = await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(409);
    expect(refused.body).toMatchObject({
      error: 'Conflict',
      message: expect.stringContaining('was done before'),
    });
    expect(refused.text).not.toContain('canary');
    expect(refused.headers['retry-after']).toBeUndefined();

    await revise(scene, RULES);
    const shown = await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(200);
    expect(isReplay(shown)).toBe(true);
  });

  it('refuses a caller who lost every right (403)', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await revise(scene, []);

    const refused = await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(403);
    expect(refused.body).toMatchObject({ error: 'PermissionDenied' });
    expect(refused.text).not.toContain('canary');
  });

  it.each([
    ['gained a rule', [...RULES, { subject: 'role', action: 'read' }], 200],
    [
      'gained a prohibition',
      [...RULES, { subject: 'secrets', action: 'create', inverted: true }],
      409,
    ],
  ])('answers a caller who %s', async (_, rules, status) => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await revise(scene, rules);

    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(status);
  });

  it('replays when the rights of others in the project changed', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await aMember(server, scene.project, scene.orgId, 'viewer');

    const shown = await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(200);
    expect(isReplay(shown)).toBe(true);
  });

  it('refuses a caller whose rule reads otherwise since its metadata changed (409)', async () => {
    const scene = await aSecretScene(server);
    const rule = { ...RULES[0]!, conditions: { environment: '{{identity.metadata.stage}}' } };
    const writer = await aMember(server, scene.project, scene.orgId, [rule]);
    const move = async (stage: string) => {
      await query('update identities set metadata = $2 where id = $1', [
        writer.id,
        JSON.stringify([{ key: 'stage', value: stage }]),
      ]);
      await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
    };
    await move('dev');
    const send = () => creation(writer, 'k', 'A', valued(scene, 'canary-value'));
    await send().expect(200);
    await move('prod');
    await send().expect(409);
    await move('dev');
    await send().expect(200);
  });

  it('refuses a caller whose temporary right has ended (403)', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await query(
      `update membership_roles set temporary_access_start_time = now() - interval '1 h',
         temporary_access_end_time = now()
       where membership_id in (select id from project_memberships where identity_id = $1)`,
      [writer.id],
    );
    await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);

    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(403);
  });

  it('refuses a caller who is no member any more (403)', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    const path = `/api/v1/projects/${scene.project.id}/identity-memberships/${writer.id}`;
    await scene.admin.http.delete(path).expect(200);

    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(403);
  });

  it('answers 404 once the project is deleted', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await scene.admin.http.delete(`/api/v1/projects/${scene.project.id}`).expect(200);

    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(404);
  });

  it('replays to a caller whose own request took the right away', async () => {
    const scene = await aSecretScene(server);
    const { id, http } = await aMember(server, scene.project, scene.orgId, 'admin');
    const leave = () =>
      http
        .delete(`/api/v1/projects/${scene.project.id}/identity-memberships/${id}`)
        .set('Idempotency-Key', 'k');

    const first = await leave().expect(200);
    const second = await leave().expect(200);
    expect(second.text).toBe(first.text);
    await leave().set('Idempotency-Key', 'another').expect(403);
  });

  it('answers 401 once the token is revoked', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    await query(
      'update access_tokens set is_revoked = true where token_auth_id in (select id from token_auths where identity_id = $1)',
      [writer.id],
    );

    await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(401);
  });

  it('replays to a caller who joined the project again with all rights', async () => {
    const scene = await aSecretScene(server);
    const writer = await aWriter(scene);
    const path = `/api/v1/projects/${scene.project.id}/identity-memberships/${writer.id}`;
    await scene.admin.http.delete(path).expect(200);
    await join(server, scene.project, writer, 'admin');

    const shown = await creation(writer, 'k', 'A', valued(scene, 'canary-value')).expect(200);
    expect(isReplay(shown)).toBe(true);
  });
});

describe('Kept answer', () => {
  it('shows neither key nor value in the table or the log', async () => {
    const scene = await aSecretScene(server);
    const [key, value] = ['canary-key-7Hq2', 'canary-value-9Zx4'];
    const send = () =>
      scene.admin.http
        .post(BATCH)
        .set('Idempotency-Key', key)
        .send({ ...scene.dev, secrets: [{ secretKey: 'CANARY_NAME', secretValue: value }] });
    await send().expect(200);
    await send().expect(200);
    await send()
      .send({ ...scene.dev, secrets: [] })
      .expect(422);

    const kept = await query<{ key_digest: Buffer; fingerprint: Buffer; answer: Buffer }>(
      'select * from idempotent_answers where org_id = $1',
      [scene.orgId],
    );
    expect(kept).toHaveLength(1);
    const { key_digest: digest, fingerprint, answer } = kept[0]!;
    const bytes = Buffer.concat([digest, fingerprint, answer]).toString('latin1');
    const log = server.logLines.join('\n');
    for (const canary of [key, value, 'CANARY_NAME']) {
      for (const encoding of ['utf8', 'base64', 'hex'] as const) {
        const text = Buffer.from(canary).toString(encoding).replace(/=+$/, '');
        expect(bytes).not.toContain(text);
        if (canary !== 'CANARY_NAME') expect(log).not.toContain(text);
      }
    }
  });

  it.each([
    ['was changed', `set answer = set_byte(answer, 40, get_byte(answer, 40) # 1)`],
    ['was cut', `set answer = substring(answer, 1, 30)`],
    ['is gone', `set answer = null`],
    [
      'is that of another key',
      `set answer = (select answer from idempotent_answers b where b.org_id = a.org_id and b.key_digest <> a.key_digest)`,
    ],
  ])(
    'is refused where it cannot be opened, and nothing is done again: the answer %s (409)',
    async (_, change) => {
      const scene = await aSecretScene(server);
      await creation(scene.admin, 'other', 'B', valued(scene)).expect(200);
      const [other] = await query<{ d: Buffer }>(
        'select key_digest d from idempotent_answers where org_id = $1',
        [scene.orgId],
      );
      await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);
      await query(`update idempotent_answers a ${change} where org_id = $1 and key_digest <> $2`, [
        scene.orgId,
        other!.d,
      ]);
      await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);

      const answer = await creation(scene.admin, 'k', 'A', valued(scene)).expect(409);
      expect(answer.body).toMatchObject({
        error: 'Conflict',
        message: expect.stringContaining('was done before'),
      });
      expect(await countOf(scene, 'A')).toBe(0);
    },
  );

  it('is found under another AUTH_SECRET, which cannot open it (409)', async () => {
    const scene = await aSecretScene(server);
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);
    const vault = new AnswerVault(new ServerKeys('the secret of last year'));
    const was = vault.recognize(actorOf(scene), 'k', {
      method: 'POST',
      originalUrl: named('A'),
      body: valued(scene),
    } as Request);
    const rights = { scopes: [], isInstanceAdmin: false };
    const sealed = vault.seal(was, { status: 200, body: {}, rights });
    const [changed] = await query(
      `with changed as (
         update idempotent_answers set fingerprint = $3, answer = $4
         where org_id = $1 and key_digest = $2 returning 1)
       select count(*)::int n from changed`,
      [scene.orgId, was.digest, was.fingerprint, sealed],
    );
    expect(changed).toEqual({ n: 1 });
    await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);

    await creation(scene.admin, 'k', 'A', valued(scene)).expect(409);
    expect(await countOf(scene, 'A')).toBe(0);
  });
});
