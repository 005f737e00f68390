import {
  type AcmeScene,
  AcmeTestClient,
  anAcmeProfile,
  PUBLIC,
  type TestBinding,
  typeOf,
} from '../support/acme.js';
import {
  aPolicy,
  aProfile,
  aRoot,
  aSigningRequest,
  freshName,
  PROFILES,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let orgId: string;
let project: TestProject;
let scene: AcmeScene;
beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  scene = await anAcmeProfile(admin, project.id, { skipDnsOwnershipVerification: true });
});

interface Shown extends TestBinding {
  readonly id: string;
  readonly uses: number;
}

const keysOf = ({ profile }: Pick<AcmeScene, 'profile'>) =>
  `${PROFILES}/${profile.id}/acme/eab-keys`;

async function aKey(more: object = {}, of: AcmeScene = scene): Promise<Shown> {
  const body = { name: freshName('key'), ...more };
  const answer = await admin.http.post(keysOf(of)).send(body).expect(200);
  return (answer.body as { eabKey: Shown }).eabKey;
}

const clientOf = ({ base }: Pick<AcmeScene, 'base'> = scene) => new AcmeTestClient(server, base);

async function register(key: TestBinding, client = clientOf()) {
  return client.register(await client.binding(key));
}

async function anAccount(key: TestBinding): Promise<AcmeTestClient> {
  const client = clientOf();
  expect((await register(key, client)).status).toBe(201);
  return client;
}

const order = (client: AcmeTestClient, ...names: readonly (readonly [string, string])[]) => {
  const identifiers = names.map(([type, value]) => ({ type, value }));
  return client.post(`${client.base}/new-order`, { identifiers });
};

const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);

describe('a binding key with a name', () => {
  it('is shown once with its secret, listed without, and its life is in the audit log without it', async () => {
    const { profile, base } = await anAcmeProfile(admin, project.id, {});
    const path = keysOf({ profile });
    const key = await aKey({ name: 'web', maxUses: 3 }, { profile, base } as AcmeScene);
    const client = clientOf({ base });
    const registered = await register(key, client);
    const { body: listed, text } = await admin.http.get(path).expect(200);
    await admin.http.delete(`${path}/${key.id}`).expect(200);
    const { body: left } = await admin.http.get(path).expect(200);
    const entries = await query<{ action: string; target: { bindingKeyId?: string } }>(
      `select action, target from audit_entries where target::text like $1
       and (action like 'acme-binding-key.%' or action = 'acme-account.create') order by id`,
      `%${profile.id}%`,
    );

    expect(key).toMatchObject({ eabKid: key.id, eabSecret: expect.stringMatching(/^[\w-]{43}$/) });
    expect(registered.status).toBe(201);
    expect(listed).toMatchObject({ eabKeys: [{ id: key.id, name: 'web', maxUses: 3, uses: 1 }] });
    expect(left).toEqual({ eabKeys: [] });
    expect(entries.map(({ action, target }) => [action, target.bindingKeyId])).toEqual([
      ['acme-binding-key.create', key.id],
      ['acme-account.create', key.id],
      ['acme-binding-key.delete', key.id],
    ]);
    const written = [text, JSON.stringify(entries), server.logLines.join('')].join('');
    expect(written).not.toContain(key.eabSecret);
    // Who is bound stays, and nobody else comes in by it.
    expect((await client.post(client.kid!)).status).toBe(200);
    expect(typeOf(await register(key, clientOf({ base })))).toBe('unauthorized');
  });

  it('binds so many accounts as it may, however many come at once (C28)', async () => {
    const key = await aKey({ maxUses: 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(key)));
    const made = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    const listed = await admin.http.get(keysOf(scene)).expect(200);
    const { eabKeys } = listed.body as { eabKeys: readonly Shown[] };

    expect([made.length, eabKeys.find(({ id }) => id === key.id)!.uses]).toEqual([1, 1]);
    expect(new Set(others.map((each) => `${each.status} ${typeOf(each)}`))).toEqual(
      new Set(['403 unauthorized']),
    );
  });

  it('is good until its end, at its own profile, and with its own secret (C26)', async () => {
    const over = await aKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const [good, wrong] = [await aKey(), await aKey()];
    await query(`update acme_binding_keys set expires_at = now() where id = $1`, over.id);
    const elsewhere = await anAcmeProfile(admin, project.id, {});
    const answers = [
      await register(over),
      await register({ ...wrong, eabSecret: good.eabSecret }),
      await register(good, clientOf(elsewhere)),
    ];

    expect(answers.map(typeOf)).toEqual(answers.map(() => 'unauthorized'));
    expect((await register(good)).status).toBe(201);
  });

  it('is refused with a wrong secret as an unknown one is, word by word (C27)', async () => {
    const eabSecret = Buffer.alloc(32).toString('base64url');
    const [known, unknown] = [await aKey(), { eabKid: orgId }];
    const [a, b] = [
      await register({ eabKid: known.eabKid, eabSecret }),
      await register({ ...unknown, eabSecret }),
    ];

    expect([a!.status, a!.body]).toEqual([b!.status, b!.body]);
  });

  it('leaves its accounts its names alone, also when it is gone, and of those what the policy allows (C29)', async () => {
    const key = await aKey({ allowedNames: ['*.a.example.org', 'a.example.org', '10.1.0.0/16'] });
    const client = await anAccount(key);
    const whole = await anAccount(await aKey());
    await admin.http.delete(`${keysOf(scene)}/${key.id}`).expect(200);
    const refusals = [
      await order(client, ['dns', 'b.example.org']),
      await order(client, ['dns', '*.example.org']),
      await order(client, ['ip', '10.2.0.1']),
    ];
    const mixed = await order(client, ['dns', 'x.a.example.org'], ['dns', 'x.b.example.org']);
    const fine = await order(client, ['dns', '*.a.example.org'], ['ip', '10.1.2.3']);

    expect(refusals.map((each) => [each.status, typeOf(each)])).toEqual(
      refusals.map(() => [400, 'rejectedIdentifier']),
    );
    expect([typeOf(mixed), mixed.body.subproblems]).toMatchObject([
      'compound',
      [{ identifier: { value: 'x.b.example.org' } }],
    ]);
    expect([fine.status, fine.body.status]).toEqual([201, 'ready']);
    expect((await order(whole, ['dns', 'b.example.org'])).status).toBe(201);
  });

  it('opens nothing that the policy keeps shut', async () => {
    const root = await aRoot(admin, project.id);
    const rules = { sans: [{ type: 'dns_name', allowed: ['*.inside.example.org'] }] };
    const acme = { enrollmentType: 'acme', acmeConfig: { skipDnsOwnershipVerification: true } };
    const profile = await aProfile(admin, root, await aPolicy(admin, project.id, rules), acme);
    const base = `${PUBLIC}/api/v1/pki/acme/profiles/${profile.id}`;
    const key = await aKey({ allowedNames: ['*'] }, { profile, base, root });
    const client = clientOf({ base });
    await register(key, client);
    const refused = await order(client, ['dns', 'outside.example.org']);
    const made = await order(client, ['dns', 'host.inside.example.org']);
    const pem = aSigningRequest('/', 'DNS:host.inside.example.org');
    const csr = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
    const done = await client.post(String(made.body.finalize), { csr });

    expect([typeOf(refused), done.body.status]).toEqual(['rejectedIdentifier', 'valid']);
  });

  it('needs the rights of the secret (403), a directory (400), and a name that is free (409)', async () => {
    const reader = await aMember(server, project, orgId, [
      { subject: 'certificate-profiles', action: ['read', 'reveal-acme-eab-secret'] },
    ]);
    const key = await aKey({ name: 'taken' });
    const closed = await aProfile(admin, scene.root, await aPolicy(admin, project.id));

    await reader.http.get(keysOf(scene)).expect(200);
    await reader.http.post(keysOf(scene)).send({ name: 'mine' }).expect(403);
    await reader.http.delete(`${keysOf(scene)}/${key.id}`).expect(403);
    await admin.http
      .post(keysOf({ profile: closed }))
      .send({ name: 'none' })
      .expect(400);
    await admin.http.post(keysOf(scene)).send({ name: 'taken' }).expect(409);
    const past = { name: 'past', expiresAt: '2020-01-01T00:00:00Z' };
    await admin.http.post(keysOf(scene)).send(past).expect(422);
    await admin.http.delete(`${keysOf(scene)}/${scene.root.id}`).expect(404);
  });
});
