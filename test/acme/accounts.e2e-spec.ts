import { generateKeyPairSync } from 'node:crypto';
import {
  AcmeTestClient,
  aJws,
  anAcmeProfile,
  baseOf,
  bindingOf,
  newAcmeKey,
  PUBLIC,
  type AcmeScene,
  typeOf,
} from '../support/acme.js';
import { PROFILES } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let orgId: string;
let project: TestProject;
let open: AcmeScene;
let bound: AcmeScene;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  open = await anAcmeProfile(admin, project.id);
  bound = await anAcmeProfile(admin, project.id, {});
});

const clientOf = ({ base }: Pick<AcmeScene, 'base'> = open) => new AcmeTestClient(server, base);

async function anAccount(scene: Pick<AcmeScene, 'base'> = open): Promise<AcmeTestClient> {
  const client = clientOf(scene);
  expect((await client.register()).status).toBe(201);
  return client;
}

const count = async (sql: string): Promise<number> =>
  (await server.database.source.query<{ count: number }[]>(sql))[0]!.count;
const usedNonces = () => count('select count(*)::int "count" from acme_used_nonces');

describe('the ACME directory', () => {
  it('gives out URLs of its own family, from PUBLIC_URL whatever the request says of its host (C7)', async () => {
    const forged = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    for (const family of ['pki', 'cert-manager']) {
      const base = baseOf(open.profile, family);
      const { body } = await clientOf().fetch(`${base}/directory`, { headers: forged });

      expect(body).toMatchObject({
        newNonce: `${base}/new-nonce`,
        newAccount: `${base}/new-account`,
        meta: {
          externalAccountRequired: false,
          profiles: { [open.profile.slug]: open.profile.slug },
        },
      });
    }
  });

  it('is given to an account too that asks by a message, and so is a nonce (POST-as-GET)', async () => {
    const client = await anAccount();
    const { body } = await client.fetch(`${open.base}/directory`);
    const answers = [
      await client.post(`${open.base}/directory`),
      await client.post(`${open.base}/new-nonce`),
      await client.post(`${open.base}/directory`, {}),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 204, 400]);
    expect(answers[0]!.body).toEqual(body);
    expect(answers[1]!.headers.get('replay-nonce')).toMatch(/^[\w-]{40}$/);
  });

  it('is none for a profile without enrolment by ACME, for one that does not exist and for an application that is not there (404)', async () => {
    const { profile } = await anAcmeProfile(admin, project.id);
    await admin.http.patch(`${PROFILES}/${profile.id}`).send({ enrollmentType: 'api' }).expect(200);
    const application = `${PUBLIC}/api/v1/cert-manager/acme/applications/x/profiles/${open.profile.id}`;
    const bases = [baseOf(profile), baseOf({ id: orgId }), baseOf({ id: 'x' }), application];
    for (const base of bases) {
      const answer = await clientOf().fetch(`${base}/directory`);

      expect([answer.status, typeOf(answer)]).toEqual([404, 'malformed']);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  it('gives a nonce to HEAD (200) and GET (204), which leaves no row (C14)', async () => {
    const before = await usedNonces();
    const url = `${open.base}/new-nonce`;
    const answers = [await clientOf().fetch(url, { method: 'HEAD' }), await clientOf().fetch(url)];

    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
    for (const { headers } of answers) {
      expect(headers.get('replay-nonce')).toMatch(/^[\w-]{40}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('link')).toContain(`<${open.base}/directory>;rel="index"`);
    }
    expect(await usedNonces()).toBe(before);
  });
});

describe('messages of ACME clients', () => {
  it('need a JSON form of one signature without padding or other parts (malformed, C1, C2, C9)', async () => {
    const client = await anAccount();
    const nonce = await client.nonce();
    const header = { alg: 'ES256', nonce, url: client.kid!, kid: client.kid! };
    const good = await aJws('', header, client.key.privateKey);
    const compact = `${good.protected}..${good.signature}`;
    const spoilt: unknown[] = [
      ...['protected', 'signature'].map((part) => ({ ...good, [part]: `${good[part]}=` })),
      { ...good, signature: `${good.signature!.slice(0, -1)}+` },
      { ...good, signature: ` ${good.signature}` },
      ...[{ header: {} }, { signatures: [] }, { payload: 7 }].map((more) => ({ ...good, ...more })),
      ...[{}, [], [good], compact, '{"a":1,"a":2}', '\ufeff{}', '[['.repeat(5_000)],
    ];
    for (const body of spoilt) {
      const answer = await client.send(client.kid!, body);
      expect([answer.status, typeOf(answer), body]).toEqual([400, 'malformed', body]);
      expect(answer.headers.get('replay-nonce')).toMatch(/^[\w-]{40}$/);
    }
    for (const more of [{ b64: false, crit: ['b64'] }, { zip: 'DEF' }, { jku: 'x' }]) {
      const parts = { ...good, protected: encoded({ ...header, ...more }) };
      expect(typeOf(await client.send(client.kid!, parts))).toBe('malformed');
    }
    expect((await client.send(client.kid!, 'x'.repeat(70_000))).status).toBe(413);
    // None of them used the nonce up.
    expect((await client.send(client.kid!, good)).status).toBe(200);
  });

  it('need application/jose+json (415), and POST (405) (C8)', async () => {
    const client = await anAccount();
    for (const type of ['text/plain', 'application/json'])
      expect((await client.post(client.kid!, '', { type })).status).toBe(415);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await client.fetch(`${open.base}/new-account`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('need an algorithm that fits their key (badSignatureAlgorithm, C3)', async () => {
    const client = await anAccount();
    for (const alg of ['none', 'HS256', 'RS1', 'ES256K', undefined, 7]) {
      const header = { alg, nonce: await client.nonce(), url: client.kid, kid: client.kid };
      const body = { protected: encoded(header), payload: '', signature: 'AAAA' };
      const answer = await client.send(client.kid!, body);
      expect([answer.status, typeOf(answer)]).toEqual([400, 'badSignatureAlgorithm']);
      expect(answer.body.algorithms).toContain('ES256');
    }
    const other = { ...newAcmeKey('P-384', 'ES384'), jwk: client.key.jwk };
    const stranger = clientOf();
    expect(typeOf(await stranger.post(`${open.base}/new-account`, {}, { key: other }))).toBe(
      'badSignatureAlgorithm',
    );
  });

  it('name either key or account, as their URL wants (malformed, C4)', async () => {
    const client = await anAccount();
    const { jwk } = client.key;
    const account = `${open.base}/new-account`;
    const cases = [
      await client.post(client.kid!, '', { header: { jwk } }),
      await client.post(client.kid!, '', { header: { kid: undefined } }),
      await client.post(client.kid!, '', { header: { kid: undefined, jwk } }),
      await client.post(account, {}),
    ];

    expect(cases.map((each) => [each.status, typeOf(each)])).toEqual(
      cases.map(() => [400, 'malformed']),
    );
  });

  it('are for the URL that they were signed for (unauthorized, C6)', async () => {
    const client = await anAccount();
    const { kid } = client;
    const [host, path] = [server.url, kid!.slice(PUBLIC.length)];
    const others = [`${host}${path}`, `${kid}/`, `${kid}?x`, `${kid}#x`, kid!.toUpperCase()];
    others.push(kid!.replace('/pki/', '/cert-manager/'), kid!.replace('https', 'http'));
    for (const url of others) {
      const answer = await client.post(kid!, '', { header: { url } });
      expect([answer.status, typeOf(answer), url]).toEqual([403, 'unauthorized', url]);
    }
  });

  it('bring a public key in its one form alone (badPublicKey, C5)', async () => {
    const { jwk } = newAcmeKey();
    const rsa = (bits: number, publicExponent = 65_537) =>
      generateKeyPairSync('rsa', { modulusLength: bits, publicExponent }).publicKey.export({
        format: 'jwk',
      });
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const bad: object[] = [
      { ...jwk, d: 'AAAA' },
      { ...jwk, more: 'x' },
      { ...jwk, x: `${jwk.x}=` },
      { ...jwk, x: Buffer.concat([Buffer.alloc(1), bytesOf(jwk.x!)]).toString('base64url') },
      { ...jwk, y: jwk.x },
      { kty: 'oct', k: 'AAAA' },
      ...['constructor', '__proto__', 'toString'].map((kty) => ({ kty })),
      ...[rsa(1_024), rsa(2_048, 3)],
      curve.publicKey.export({ format: 'jwk' }),
    ];
    for (const sent of bad) {
      const answer = await clientOf().post(
        `${open.base}/new-account`,
        {},
        { header: { jwk: sent } },
      );
      expect([answer.status, typeOf(answer), sent]).toEqual([400, 'badPublicKey', sent]);
    }
  });

  it('are signed by that key (malformed), and then their nonce is still good and nothing was written (C10, C13)', async () => {
    const client = await anAccount();
    const nonce = await client.nonce();
    const before = await usedNonces();
    const key = { ...newAcmeKey(), jwk: client.key.jwk };
    const forged = await client.post(client.kid!, '', { header: { nonce }, key });
    const after = await usedNonces();
    const genuine = await client.post(client.kid!, '', { header: { nonce } });
    const again = await client.post(client.kid!, '', { header: { nonce } });

    expect([forged.status, typeOf(forged), after]).toEqual([400, 'malformed', before]);
    expect(genuine.status).toBe(200);
    expect(typeOf(again)).toBe('badNonce');
  });

  it('have a nonce of this server that nobody used, even for a message that is then refused (badNonce, C11, C13, C16)', async () => {
    const client = await anAccount();
    const nonce = await client.nonce();
    const refused = await client.post(client.kid!, { status: 'revoked' }, { header: { nonce } });
    expect(typeOf(refused)).toBe('malformed');

    const flipped = `${nonce.slice(0, -1)}${nonce.endsWith('A') ? 'B' : 'A'}`;
    for (const each of [nonce, undefined, '', 'x', nonce.slice(0, 20), flipped, 7]) {
      const answer = await client.post(client.kid!, '', { header: { nonce: each } });
      expect([answer.status, typeOf(answer)]).toEqual([400, 'badNonce']);
      expect(answer.headers.get('replay-nonce')).toMatch(/^[\w-]{40}$/);
    }
  });

  it('pass once with one nonce, of twenty at once (C12)', async () => {
    const client = await anAccount();
    const nonce = await client.nonce();
    const twenty = Array.from({ length: 20 }, () =>
      client.post(client.kid!, '', { header: { nonce } }),
    );
    const passed = (await Promise.all(twenty)).filter(({ status }) => status === 200);

    expect(passed).toHaveLength(1);
  });

  it('find no nonce of before good after a crash of the database, which empties both tables (C15)', async () => {
    const client = await anAccount();
    const nonce = await client.nonce();
    await server.database.source.query('truncate acme_epochs, acme_used_nonces');
    const old = await client.post(client.kid!, '', { header: { nonce } });

    expect(typeOf(old)).toBe('badNonce');
    const fresh = old.headers.get('replay-nonce');
    const next = await client.post(client.kid!, '', { header: { nonce: fresh } });
    const last = next.headers.get('replay-nonce');
    expect(typeOf(next)).toBe('badNonce');
    expect((await client.post(client.kid!, '', { header: { nonce: last } })).status).toBe(200);
  });
});

describe('ACME accounts', () => {
  it('are one for each key, however often it comes at once (C17)', async () => {
    const client = clientOf();
    const ten = Array.from({ length: 10 }, () => client.post(`${open.base}/new-account`, {}));
    const answers = await Promise.all(ten);

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
  });

  it('come back as they are for a known key, whatever else is sent (C19), and are never made by who only asks', async () => {
    const contact = ['mailto:ops@example.org'];
    const client = clientOf();
    const url = `${open.base}/new-account`;
    const none = await client.post(url, { onlyReturnExisting: true });
    const made = await client.post(url, { contact, termsOfServiceAgreed: true });
    const again = await client.post(url, { contact: ['mailto:x@y.z'], status: 'deactivated' });

    expect([none.status, typeOf(none)]).toEqual([400, 'accountDoesNotExist']);
    expect(made.status).toBe(201);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(made.body);
    expect(made.body).toMatchObject({ status: 'valid', contact, termsOfServiceAgreed: true });
  });

  it('of another profile are none here (C18, C20)', async () => {
    const client = await anAccount();
    const other = await anAcmeProfile(admin, project.id);
    const there = new AcmeTestClient(server, other.base, client.key);
    there.kid = client.kid;
    const url = `${other.base}/accounts/${client.kid!.split('/').at(-1)}`;
    const answer = await there.post(url);
    there.kid = null;

    expect([answer.status, typeOf(answer)]).toEqual([400, 'accountDoesNotExist']);
    expect((await there.register()).status).toBe(201);
    expect((await client.post(`${open.base}/accounts/${orgId}`)).status).toBe(404);
  });

  it('take single mail addresses as contacts (C25)', async () => {
    const client = await anAccount();
    const cases: readonly (readonly [unknown, string])[] = [
      [['tel:+41'], 'unsupportedContact'],
      [['mailto:a@b.c,d@e.f'], 'invalidContact'],
      [['mailto:a@b.c?subject=x'], 'invalidContact'],
      [['mailto:a@b.c\r\nBcc: x'], 'invalidContact'],
      [[`mailto:${'a'.repeat(300)}@b.c`], 'invalidContact'],
      ['mailto:a@b.c', 'malformed'],
      [[7], 'malformed'],
    ];
    for (const [contact, type] of cases)
      expect(typeOf(await client.post(client.kid!, { contact }))).toBe(type);
    const changed = await client.post(client.kid!, { contact: ['mailto:a@b.c'], orders: 'x' });
    expect(changed.body).toMatchObject({
      contact: ['mailto:a@b.c'],
      orders: `${client.kid}/orders`,
    });
    expect((await client.post(client.kid!)).body).toEqual(changed.body);
  });

  it('are deactivated for good (401 unauthorized, C21)', async () => {
    const client = await anAccount();
    const ended = await client.post(client.kid!, { status: 'deactivated' });
    const after = await client.post(client.kid!);
    client.kid = null;
    const again = await client.register();

    expect(ended.body.status).toBe('deactivated');
    expect([after, again].map((each) => [each.status, typeOf(each)])).toEqual([
      [401, 'unauthorized'],
      [401, 'unauthorized'],
    ]);
  });

  it('leave an entry of each change in the audit log, with the account as its actor', async () => {
    const client = await anAccount();
    await client.post(client.kid!, { contact: ['mailto:a@b.c'] });
    await client.post(client.kid!, {}); // changes nothing
    await client.post(client.kid!, { status: 'deactivated' });
    const id = client.kid!.split('/').at(-1);
    const rows = await server.database.source.query<{ action: string }[]>(
      'select action from audit_entries where actor_id = $1 order by id',
      [id],
    );

    expect(rows.map(({ action }) => action)).toEqual([
      ...['acme-account.create', 'acme-account.update', 'acme-account.deactivate'],
    ]);
  });
});

describe('external account bindings', () => {
  it('bind an account to the secret of the profile, which is read with an entry in the audit log', async () => {
    const secret = await bindingOf(admin, bound.profile);
    const client = clientOf(bound);
    const binding = await client.binding(secret);
    const answer = await client.register(binding);

    expect(answer.status).toBe(201);
    expect(answer.body.externalAccountBinding).toEqual(binding.externalAccountBinding);
    expect(secret).toEqual({
      eabKid: bound.profile.id,
      eabSecret: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(
      await count(`select count(*)::int "count" from audit_entries
        where action = 'certificate-profile.reveal-binding' and target::text like '%${bound.profile.id}%'`),
    ).toBe(1);
    expect(server.logLines.join('')).not.toContain(secret.eabSecret);
  });

  it('are demanded, and refused when they do not hold (C26)', async () => {
    const secret = await bindingOf(admin, bound.profile);
    const foreign = await bindingOf(admin, (await anAcmeProfile(admin, project.id, {})).profile);
    const cases: readonly (readonly [string, (client: AcmeTestClient) => Promise<object>])[] = [
      ['externalAccountRequired', async () => ({})],
      ['malformed', (client) => client.binding(secret, { alg: 'HS512' })],
      ['malformed', (client) => client.binding(secret, { nonce: 'x' })],
      ['malformed', (client) => client.binding(secret, { url: `${open.base}/new-account` })],
      ['malformed', () => clientOf(bound).binding(secret)],
      ['unauthorized', (client) => client.binding(foreign)],
      ['unauthorized', (client) => client.binding({ ...secret, eabSecret: foreign.eabSecret })],
    ];
    for (const [type, make] of cases) {
      const client = clientOf(bound);
      const answer = await client.register({ ...(await make(client)) });
      expect(typeOf(answer)).toBe(type);
    }
  });

  it('are refused in the same words for an unknown key id as for a wrong secret (C27)', async () => {
    const secret = await bindingOf(admin, bound.profile);
    const wrong = { ...secret, eabSecret: Buffer.alloc(32).toString('base64url') };
    const unknown = { ...wrong, eabKid: orgId };
    const [a, b] = await Promise.all(
      [wrong, unknown].map(async (each) => {
        const client = clientOf(bound);
        return client.register(await client.binding(each));
      }),
    );

    expect(a!.body).toEqual(b!.body);
    expect(a!.status).toBe(403);
  });

  it('by the secret of before end with its rotation, and accounts stay', async () => {
    const { profile, base } = await anAcmeProfile(admin, project.id, {});
    const former = await bindingOf(admin, profile);
    const client = clientOf({ base });
    await client.register(await client.binding(former));
    const path = `${PROFILES}/${profile.id}/acme/eab-secret/rotate`;
    const next = (await admin.http.post(path).expect(200)).body as typeof former;
    const [late, early] = [clientOf({ base }), clientOf({ base })];

    expect(typeOf(await late.register(await late.binding(former)))).toBe('unauthorized');
    expect((await early.register(await early.binding(next))).status).toBe(201);
    expect((await client.post(client.kid!)).status).toBe(200);
  });

  it('may be left out only by who holds every certificate of the profile, and proof of names too (403, C75)', async () => {
    const rules = [{ subject: 'certificate-profiles', action: ['read', 'edit'] }];
    const issuing = [
      { subject: 'certificate-profiles', action: ['read', 'edit', 'issue-cert'] },
      { subject: 'certificates', action: ['create'], conditions: { commonName: 'a.example.org' } },
    ];
    for (const held of [rules, issuing]) {
      const editor = await aMember(server, project, orgId, held);
      const change = (acmeConfig: object) =>
        editor.http
          .patch(`${PROFILES}/${bound.profile.id}`)
          .send({ enrollmentType: 'acme', acmeConfig });
      await change({ skipEabBinding: true }).expect(403);
      await change({ skipDnsOwnershipVerification: true }).expect(403);
      await change({ skipEabBinding: false }).expect(200);
    }
  });
});

describe('a change of the key of an ACME account', () => {
  async function changed(client: AcmeTestClient, next = newAcmeKey(), more: Changes = {}) {
    const url = `${open.base}/key-change`;
    const payload = { account: client.kid, oldKey: client.key.jwk, ...more.payload };
    const header = { alg: next.alg, jwk: next.jwk, url, ...more.header };
    return client.post(url, await aJws(payload, header, next.privateKey));
  }

  it('is by both keys; after it the old one is none of the account', async () => {
    const client = await anAccount();
    const next = newAcmeKey('P-384', 'ES384');
    const answer = await changed(client, next);
    const old = await client.post(client.kid!);
    client.key = next;

    expect([answer.status, answer.headers.get('location')]).toEqual([200, client.kid]);
    expect([old.status, (await client.post(client.kid!)).status]).toEqual([400, 200]);
  });

  it('is refused with another url, account or old key, a nonce inside, or the same key (malformed, C23)', async () => {
    const client = await anAccount();
    const cases: readonly Changes[] = [
      { header: { nonce: await client.nonce() } },
      { header: { url: client.kid } },
      { payload: { account: `${client.kid}x` } },
      { payload: { oldKey: newAcmeKey().jwk } },
    ];
    const answers = [];
    for (const each of cases) answers.push(await changed(client, newAcmeKey(), each));
    answers.push(await changed(client, client.key));

    expect(answers.map(typeOf)).toEqual(answers.map(() => 'malformed'));
  });

  it('to the key of another account names that one (409), and of two at once to one key one passes (C23)', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const taken = await changed(one, two.key);
    const next = newAcmeKey();
    const both = await Promise.all([changed(one, next), changed(two, next)]);

    expect([taken.status, taken.headers.get('location')]).toEqual([409, two.kid]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

interface Changes {
  readonly payload?: object;
  readonly header?: object;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const bytesOf = (text: string) => Buffer.from(text, 'base64url');
