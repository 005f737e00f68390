import { X509Certificate } from 'node:crypto';
import { readCertificate } from '../../src/x509/read-certificate.js';
import {
  type AcmeApplication,
  type AcmeScene,
  AcmeTestClient,
  aJws,
  anAcmeApplication,
  anAcmeProfile,
  applicationBindingOf,
  baseOf,
  bindingOf,
  newAcmeKey,
  PUBLIC,
  type TestBinding,
  typeOf,
} from '../support/acme.js';
import { APPLICATIONS, aSigningRequest, CERTIFICATES, PROFILES } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let orgId: string;
let project: TestProject;
/** A directory of a profile alone, with a binding and no proofs, and one of an application of the same profile. */
let scene: AcmeScene;
let applied: AcmeApplication;
const GRANTED = { skipDnsOwnershipVerification: true };
beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  scene = await anAcmeProfile(admin, project.id, GRANTED);
  applied = await anAcmeApplication(admin, scene.profile, GRANTED);
});

type Based = Pick<AcmeScene, 'base'>;
const clientOf = ({ base }: Based, key = newAcmeKey()) => new AcmeTestClient(server, base, key);

async function register(at: Based, binding: TestBinding, key = newAcmeKey()) {
  const client = clientOf(at, key);
  const answer = await client.register(await client.binding(binding));
  return { client, answer };
}

async function anAccount(at = applied): Promise<AcmeTestClient> {
  const { client, answer } = await register(at, await applicationBindingOf(admin, at));
  expect(answer.status).toBe(201);
  return client;
}

const order = (client: AcmeTestClient, value: string) =>
  client.post(`${client.base}/new-order`, { identifiers: [{ type: 'dns', value }] });

const csrOf = (name: string): string =>
  Buffer.from(
    aSigningRequest('/', `DNS:${name}`).replace(/-----[^-]+-----|\s/g, ''),
    'base64',
  ).toString('base64url');

/** A certificate for a name, and its record. */
async function issued(client: AcmeTestClient, name: string) {
  const made = await order(client, name);
  const done = await client.post(String(made.body.finalize), { csr: csrOf(name) });
  expect(done.body.status).toBe('valid');
  const { text: chain } = await client.post(String(done.body.certificate));
  const certificate = new X509Certificate(chain);
  const [record] = await server.database.source.query<{ id: string; application_id: string }[]>(
    'select id, application_id from certificates where serial_number = $1',
    [certificate.serialNumber.toLowerCase()],
  );
  return { certificate, record: record!, urls: { made, done } };
}

const renewalIdOf = async (certificate: X509Certificate, { body }: { body: unknown }) => {
  const { certificate: shown } = body as { certificate: { serialNumber: string } };
  const [row] = await server.database.source.query<{ der: Buffer }[]>(
    `select i.der from certificates c join ca_certificates i on i.id = c.ca_certificate_id where c.serial_number = $1`,
    [shown.serialNumber],
  );
  const { keyIdentifier } = readCertificate(row!.der);
  const serial = Buffer.from(certificate.serialNumber, 'hex').toString('base64url');
  return `${keyIdentifier.toString('base64url')}.${serial}`;
};

describe('the directory of a profile of an application', () => {
  it('gives out URLs of its own family alone, and so does everything below it', async () => {
    const { body } = await clientOf(applied).fetch(`${applied.base}/directory`);
    const client = await anAccount();
    const { urls } = await issued(client, 'urls.example.org');
    const [authorization] = urls.made.body.authorizations as string[];
    const proof = await client.post(authorization!);
    const listed = await client.post(`${client.kid}/orders`);
    const texts = [body, urls.made.body, urls.done.body, proof.body, listed.body].map((each) =>
      JSON.stringify(each),
    );
    const given = texts.join().match(/https:\/\/[^"]+/g)!;

    expect(applied.base).toBe(
      `${PUBLIC}/api/v1/cert-manager/acme/applications/${applied.application.id}/profiles/${scene.profile.id}`,
    );
    expect(body).toMatchObject({
      newAccount: `${applied.base}/new-account`,
      meta: {
        externalAccountRequired: true,
        profiles: { [scene.profile.slug]: expect.anything() },
      },
    });
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((url) => !url.startsWith(`${applied.base}/`))).toEqual([]);
    expect(client.kid).toMatch(new RegExp(`^${applied.base}/accounts/`));
    expect(urls.made.headers.get('location')).toMatch(new RegExp(`^${applied.base}/orders/`));
    expect(proof.headers.get('link')).toContain(`<${applied.base}/directory>;rel="index"`);
  });

  it('is not there for another organization, for what is unknown, not attached or closed, all in the same words (404)', async () => {
    const family = `${PUBLIC}/api/v1/cert-manager/acme/applications`;
    const { id } = scene.profile;
    const closed = await anAcmeApplication(admin, scene.profile);
    await admin.http.delete(`${closed.path}/acme`).expect(200);
    const detached = await anAcmeApplication(admin, scene.profile);
    const profiles = `${APPLICATIONS}/${detached.application.id}/profiles`;
    await admin.http.delete(`${profiles}/${id}`).expect(200);
    const { admin: stranger } = await aScene(server);
    const far = await anAcmeProfile(stranger, (await aProject(stranger)).id);
    const theirs = await anAcmeApplication(stranger, far.profile);
    const bases = [
      ...[closed.base, detached.base, baseOf({ id: orgId })],
      `${family}/${applied.application.id}/profiles/${far.profile.id}`,
      `${family}/${theirs.application.id}/profiles/${id}`,
      `${family}/${orgId}/profiles/${id}`,
      `${family}/x/profiles/${id}`,
      `${family}/${applied.application.id.toUpperCase()}/profiles/${id}`,
    ];
    const get = (base: string, path: string) => clientOf({ base }).fetch(`${base}/${path}`);
    for (const path of ['directory', 'new-nonce', 'renewal-info/AA.AA']) {
      const answers = await Promise.all(bases.map((base) => get(base, path)));
      expect(answers.map(({ status }) => status)).toEqual(bases.map(() => 404));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    const messages = await Promise.all(
      bases.map((base) =>
        clientOf({ base }).post(`${base}/new-account`, {}, { header: { nonce: 'A'.repeat(40) } }),
      ),
    );
    expect(new Set(messages.map(({ text }) => text)).size).toBe(1);
    expect(messages[0]!.status).toBe(404);
    // Theirs is there.
    expect((await get(theirs.base, 'directory')).status).toBe(200);
  });

  it('closes at once for its accounts, and has the same ones when there is another enrollment', async () => {
    const at = await anAcmeApplication(admin, scene.profile, GRANTED);
    const client = await anAccount(at);
    const former = await applicationBindingOf(admin, at);
    const made = await order(client, 'closing.example.org');
    await admin.http.delete(`${at.path}/acme`).expect(200);
    const nonce = await clientOf(scene).nonce();
    const csr = csrOf('closing.example.org');
    const finalize = String(made.body.finalize);
    const closed = await client.post(finalize, { csr }, { header: { nonce } });
    await admin.http.put(`${at.path}/acme`).send(GRANTED).expect(200);
    const late = await register(at, former);
    const done = await client.post(finalize, { csr });

    expect([closed.status, typeOf(closed)]).toEqual([404, 'malformed']);
    expect(typeOf(late.answer)).toBe('unauthorized');
    expect(done.body.status).toBe('valid');
  });
});

describe('an account of an application', () => {
  it('is bound by the secret of its own enrollment, whose id is the key id (C26)', async () => {
    const own = await applicationBindingOf(admin, applied);
    const ofProfile = await bindingOf(admin, scene.profile);
    const other = await applicationBindingOf(admin, await anAcmeApplication(admin, scene.profile));
    const { body } = await admin.http.get(applied.path).expect(200);
    const { length } = await server.database.source.query<object[]>(
      `select 1 from audit_entries where action = 'certificate-application.reveal-binding'
       and target->>'applicationId' = $1 and target->>'certificateProfileId' = $2`,
      [applied.application.id, scene.profile.id],
    );

    expect(own).toMatchObject({
      ...{ applicationId: applied.application.id, profileId: scene.profile.id },
      ...{ eabKid: body.acme.id, eabSecret: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(length).toBeGreaterThan(0);
    for (const foreign of [ofProfile, other, { ...own, eabSecret: ofProfile.eabSecret }])
      expect(typeOf((await register(applied, foreign)).answer)).toBe('unauthorized');
    expect(typeOf((await register(scene, own)).answer)).toBe('unauthorized');
    expect((await register(applied, own)).answer.status).toBe(201);
    expect(server.logLines.join('')).not.toContain(own.eabSecret);
  });

  it('is another one than that of the same key at the profile alone, and names itself by its own URL (C18, C20)', async () => {
    const key = newAcmeKey();
    const own = await register(applied, await applicationBindingOf(admin, applied), key);
    const alone = await register(scene, await bindingOf(admin, scene.profile), key);
    const again = await clientOf(applied, key).register();
    const idOf = ({ kid }: AcmeTestClient) => kid!.split('/').at(-1)!;
    const foreign = [
      { from: own.client, to: scene.base },
      { from: alone.client, to: applied.base },
      { from: alone.client, to: baseOf(scene.profile, 'cert-manager') },
    ];
    const answers = await Promise.all(
      foreign.map(async ({ from, to }) => {
        const client = clientOf({ base: to }, key);
        client.kid = `${to}/accounts/${idOf(from)}`;
        return client.post(client.kid);
      }),
    );
    own.client.kid = `${scene.base}/accounts/${idOf(own.client)}`;
    const byOther = await own.client.post(`${applied.base}/accounts/${idOf(own.client)}`);

    expect([own.answer.status, alone.answer.status, again.status]).toEqual([201, 201, 200]);
    expect(again.headers.get('location')).toBe(own.answer.headers.get('location'));
    expect(answers.map(typeOf).slice(0, 2)).toEqual(['accountDoesNotExist', 'accountDoesNotExist']);
    // The two families of a profile have the same accounts.
    expect(answers[2]!.status).toBe(200);
    expect(typeOf(byOther)).toBe('accountDoesNotExist');
  });

  it('is made once for a key, however often it comes at once (C17), and changes its key among its own (C23)', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const binding = await applicationBindingOf(admin, applied);
    const key = newAcmeKey();
    const many = await Promise.all(
      Array.from({ length: 10 }, () => register(applied, binding, key)),
    );
    const changed = async (client: AcmeTestClient, next: typeof key) => {
      const url = `${client.base}/key-change`;
      const payload = { account: client.kid, oldKey: client.key.jwk };
      const inner = await aJws(payload, { alg: next.alg, jwk: next.jwk, url }, next.privateKey);
      return client.post(url, inner);
    };
    const taken = await changed(one, two.key);
    // At another enrollment the key has an account, which is no hindrance.
    const elsewhere = await register(scene, await bindingOf(admin, scene.profile));
    const free = await changed(one, elsewhere.client.key);

    const statuses = many.map(({ answer }) => answer.status).sort();
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    expect(new Set(many.map(({ answer }) => answer.headers.get('location'))).size).toBe(1);
    expect([taken.status, taken.headers.get('location')]).toEqual([409, two.kid]);
    expect(free.status).toBe(200);
  });

  it('signs the URL of its own family (C6)', async () => {
    const client = await anAccount();
    for (const base of [scene.base, baseOf(scene.profile, 'cert-manager')]) {
      const header = { url: `${base}/new-order` };
      const answer = await client.post(`${applied.base}/new-order`, {}, { header });
      expect([answer.status, typeOf(answer)]).toEqual([403, 'unauthorized']);
    }
  });

  it('stays when the secret is rotated, with which nobody is bound any more', async () => {
    const at = await anAcmeApplication(admin, scene.profile, {});
    const former = await applicationBindingOf(admin, at);
    const { client } = await register(at, former);
    const ids = { applicationId: at.application.id, profileId: scene.profile.id };
    const { body } = await admin.http.post(`${at.path}/acme/eab/rotate`).expect(200);
    const next = await applicationBindingOf(admin, at);

    expect(body).toEqual(ids);
    expect(next.eabKid).toBe(former.eabKid);
    expect(typeOf((await register(at, former)).answer)).toBe('unauthorized');
    expect((await register(at, next)).answer.status).toBe(201);
    expect((await client.post(client.kid!)).status).toBe(200);
  });

  it('may be bound by a named key of its enrollment, with its names alone, until that ends (C29)', async () => {
    const at = await anAcmeApplication(admin, scene.profile, GRANTED);
    const path = `${at.path}/acme/eab-keys`;
    const body = { name: 'web', maxUses: 1, allowedNames: ['*.web.example.org'] };
    const made = await admin.http.post(path).send(body).expect(200);
    const key = made.body.eabKey as TestBinding & { readonly id: string };
    const atProfile = `${PROFILES}/${scene.profile.id}/acme/eab-keys`;
    // Each directory has names and keys of its own.
    const twin = await admin.http.post(atProfile).send({ name: 'web' }).expect(200);
    await admin.http.post(path).send({ name: 'web' }).expect(409);
    const listed = await admin.http.get(path).expect(200);
    const { client, answer } = await register(at, key);
    const foreign = [
      await register(scene, key),
      await register(at, twin.body.eabKey as TestBinding),
      await register(at, key),
    ];
    const [beyond, within] = [
      await order(client, 'a.example.org'),
      await order(client, 'a.web.example.org'),
    ];
    await admin.http.delete(`${path}/${twin.body.eabKey.id}`).expect(404);
    await admin.http.delete(`${at.path}/acme`).expect(200);
    await admin.http.put(`${at.path}/acme`).send(GRANTED).expect(200);
    const left = await admin.http.get(path).expect(200);

    expect(listed.body).toMatchObject({ eabKeys: [{ id: key.id, name: 'web' }] });
    expect(answer.status).toBe(201);
    expect(foreign.map((each) => typeOf(each.answer))).toEqual(foreign.map(() => 'unauthorized'));
    expect([typeOf(beyond), within.body.status]).toEqual(['rejectedIdentifier', 'ready']);
    expect(left.body).toEqual({ eabKeys: [] });
  });

  it('is asked for by the rights of the secret on the profile (403)', async () => {
    const revealing = [{ subject: 'certificate-profiles', action: ['reveal-acme-eab-secret'] }];
    const revealer = await aMember(server, project, orgId, revealing);
    const none = await aMember(server, project, orgId, [
      { subject: 'certificate-application', action: ['read', 'list', 'create'] },
    ]);
    const closed = await anAcmeApplication(admin, scene.profile);
    await admin.http.delete(`${closed.path}/acme`).expect(200);

    await revealer.http.post(`${applied.path}/acme/eab/reveal`).expect(200);
    await revealer.http.get(`${applied.path}/acme/eab-keys`).expect(200);
    await revealer.http.post(`${applied.path}/acme/eab/rotate`).expect(403);
    await revealer.http.post(`${applied.path}/acme/eab-keys`).send({ name: 'x' }).expect(403);
    await none.http.post(`${applied.path}/acme/eab/reveal`).expect(403);
    await none.http.get(`${applied.path}/acme/eab-keys`).expect(403);
    await admin.http.post(`${closed.path}/acme/eab/reveal`).expect(400);
    await admin.http.post(`${closed.path}/acme/eab/rotate`).expect(400);
    await admin.http.post(`${closed.path}/acme/eab-keys`).send({ name: 'x' }).expect(400);
  });
});

describe('a certificate that an ACME account of an application gets', () => {
  it('is of the application, and is known and revoked at its directory alone (404)', async () => {
    const client = await anAccount();
    const { certificate, record } = await issued(client, 'own.example.org');
    const shown = await admin.http.get(`${CERTIFICATES}/${record.id}`).expect(200);
    const entries = await server.database.source.query<{ action: string }[]>(
      `select action from audit_entries where target->>'applicationId' = $1
       and target->>'certificateId' = $2`,
      [applied.application.id, record.id],
    );
    const certId = await renewalIdOf(certificate, shown);
    const alone = await register(scene, await bindingOf(admin, scene.profile));
    const revoke = (by: AcmeTestClient) =>
      by.post(`${by.base}/revoke-cert`, { certificate: certificate.raw.toString('base64url') });
    const elsewhere = await revoke(alone.client);
    const info = (base: string) => client.fetch(`${base}/renewal-info/${certId}`);
    const [own, other] = [await info(applied.base), await info(scene.base)];
    const ended = await revoke(client);

    expect(shown.body).toMatchObject({
      certificate: { applicationId: applied.application.id, profileId: scene.profile.id },
    });
    expect(entries).toEqual([{ action: 'certificate.issue' }]);
    expect([elsewhere.status, typeOf(elsewhere)]).toEqual([404, 'malformed']);
    expect([own.status, other.status]).toEqual([200, 404]);
    expect(ended.status).toBe(200);
  });

  it('stays when the application goes with its accounts and orders', async () => {
    const at = await anAcmeApplication(admin, scene.profile, GRANTED);
    const client = await anAccount(at);
    const { record } = await issued(client, 'staying.example.org');
    await admin.http.delete(`${APPLICATIONS}/${at.application.id}`).expect(200);
    const nonce = await clientOf(scene).nonce();
    const gone = await client.post(client.kid!, '', { header: { nonce } });
    const shown = await admin.http.get(`${CERTIFICATES}/${record.id}`).expect(200);
    const [left] = await server.database.source.query<{ count: number }[]>(
      'select count(*)::int "count" from acme_accounts where id = $1',
      [client.kid!.split('/').at(-1)],
    );

    expect(gone.status).toBe(404);
    expect(shown.body).toMatchObject({ certificate: { applicationId: null, status: 'active' } });
    expect(left).toEqual({ count: 0 });
  });
});
