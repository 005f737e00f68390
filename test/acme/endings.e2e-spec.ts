import { Nonces } from '../../src/acme/nonces.js';
import {
  type AcmeScene,
  AcmeTestClient,
  anAcmeProfile,
  bindingOf,
  newAcmeKey,
  PUBLIC,
  typeOf,
} from '../support/acme.js';
import { aSigningRequest, hasOpenssl, PROFILES } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp({ PUBLIC_URL: PUBLIC });
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let project: TestProject;
beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
});

/** An account that needs no proofs. */
async function aGranted(): Promise<{ client: AcmeTestClient; scene: AcmeScene }> {
  const scene = await anAcmeProfile(admin, project.id, { skipDnsOwnershipVerification: true });
  const client = new AcmeTestClient(server, scene.base);
  await client.register(await client.binding(await bindingOf(admin, scene.profile)));
  return { client, scene };
}

const order = (client: AcmeTestClient, ...values: readonly string[]) => {
  const identifiers = values.map((value) => ({ type: 'dns', value }));
  return client.post(`${client.base}/new-order`, { identifiers });
};
const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);
const idIn = (url: string) => url.split('/').at(-1)!;

describe('an order whose proof is over', () => {
  it('is invalid, and the next one is another (RFC 8555, 7.1.6)', async () => {
    const { client } = await aGranted();
    const made = await order(client, 'a.example.org', 'b.example.org');
    const url = made.headers.get('location')!;
    const [authorization] = made.body.authorizations as string[];
    await query(
      `update acme_authorizations set expires_at = now() - interval '1 second' where id = $1`,
      idIn(authorization!),
    );

    const seen = await client.post(url);
    const next = await order(client, 'a.example.org', 'b.example.org');

    expect([made.body.status, seen.body.status, next.body.status]).toEqual([
      'ready',
      'invalid',
      'ready',
    ]);
    expect(next.headers.get('location')).not.toBe(url);
  });
});

describe('an account without a binding', () => {
  it('orders nothing once its profile asks for one, with or without proofs (externalAccountRequired)', async () => {
    const scene = await anAcmeProfile(admin, project.id, { skipEabBinding: true });
    const client = new AcmeTestClient(server, scene.base);
    await client.register();
    for (const acmeConfig of [{ skipDnsOwnershipVerification: true }, {}]) {
      await admin.http
        .patch(`${PROFILES}/${scene.profile.id}`)
        .send({ enrollmentType: 'acme', acmeConfig })
        .expect(200);
      const refused = await order(client, 'a.example.org');
      expect([refused.status, typeOf(refused)]).toEqual([403, 'externalAccountRequired']);
    }
  });
});

describe('a name without a proof', () => {
  it('needs one once the profile asks for proofs again', async () => {
    const { client, scene } = await aGranted();
    const first = await order(client, 'a.example.org');
    await admin.http
      .patch(`${PROFILES}/${scene.profile.id}`)
      .send({ enrollmentType: 'acme', acmeConfig: {} })
      .expect(200);
    const second = await order(client, 'a.example.org', 'b.example.org');

    expect([first.body.status, second.body.status]).toEqual(['ready', 'pending']);
    const [known] = first.body.authorizations as string[];
    expect(second.body.authorizations).not.toContain(known);
  });

  it('is in no order that stays ready then, at whichever door it is asked for, nor once it is granted again', async () => {
    const { client, scene } = await aGranted();
    const grant = (acmeConfig: object) =>
      admin.http
        .patch(`${PROFILES}/${scene.profile.id}`)
        .send({ enrollmentType: 'acme', acmeConfig })
        .expect(200);
    const made = await order(client, 'a.example.org');
    const other = await order(client, 'b.example.org');
    const url = made.headers.get('location')!;
    const [authorization] = made.body.authorizations as string[];
    await grant({});
    const refused = await client.post(String(other.body.finalize), { csr: 'AAAA' });
    const seen = await client.post(url);
    const name = await client.post(authorization!);
    const listed = await client.post(`${client.kid}/orders`);
    const again = await order(client, 'a.example.org');
    await grant({ skipDnsOwnershipVerification: true });

    expect(made.body.status).toBe('ready');
    expect([refused.status, typeOf(refused)]).toEqual([403, 'orderNotReady']);
    expect(seen.body).toMatchObject({
      status: 'invalid',
      error: { type: expect.stringContaining('unauthorized'), status: 403 },
    });
    expect(name.body).toMatchObject({ status: 'revoked' });
    expect(listed.body.orders).toEqual([]);
    expect(again.body.status).toBe('pending');
    expect(again.headers.get('location')).not.toBe(url);
    expect((await client.post(url)).body.status).toBe('invalid');
    expect((await client.post(authorization!)).body.status).toBe('revoked');
  });
});

describe('a finalization that waits', () => {
  withOpenssl('goes by what the profile asks for when it is done (C41)', async () => {
    const { client, scene } = await aGranted();
    const made = await order(client, 'waits.example.org');
    const csr = aSigningRequest('/', 'DNS:waits.example.org').replace(/-----[^-]+-----|\s/g, '');
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from projects where id = $1 for update', [project.id]);
    const waiting = client.post(String(made.body.finalize), {
      csr: Buffer.from(csr, 'base64').toString('base64url'),
    });
    await untilLocksAreAwaited(server, { part: 'projects' });
    await runner.query(`update certificate_profiles set acme = '{}' where id = $1`, [
      scene.profile.id,
    ]);
    await runner.commitTransaction();
    await runner.release();

    const refused = await waiting;
    expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
  });
});

describe('a deactivated account', () => {
  it('has no challenges under way', async () => {
    const scene = await anAcmeProfile(admin, project.id, { skipEabBinding: true });
    const client = new AcmeTestClient(server, scene.base);
    await client.register();
    await order(client, 'a.example.org');
    const open = `
      select count(*)::int count from acme_challenges c join acme_authorizations a on a.id = c.authorization_id
      where a.account_id = $1 and c.status in ('pending', 'processing')`;
    const [before] = await query<{ count: number }>(open, idIn(client.kid!));
    await client.post(client.kid!, { status: 'deactivated' });
    const [after] = await query<{ count: number }>(open, idIn(client.kid!));

    expect([before!.count, after!.count]).toEqual([3, 0]);
  });
});

describe('a message by a key that is replaced while it waits', () => {
  it('changes nothing (RFC 8555, 7.3.5)', async () => {
    const { client } = await aGranted();
    const next = newAcmeKey();
    const id = idIn(client.kid!);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from acme_accounts where id = $1 for update', [id]);
    const waiting = order(client, 'late.example.org');
    await untilLocksAreAwaited(server, { part: 'acme_accounts' });
    await runner.query('update acme_accounts set thumbprint = $2 where id = $1', [
      id,
      await new AcmeTestClient(server, client.base, next).thumbprint(),
    ]);
    await runner.commitTransaction();
    await runner.release();

    const refused = await waiting;
    expect([refused.status, typeOf(refused)]).toEqual([403, 'unauthorized']);
    expect(refused.body.detail).toMatch(/^The account has another key now/);
    expect(await query('select 1 from acme_orders where account_id = $1', id)).toEqual([]);
  });
});

describe('a nonce of before a crash of the database', () => {
  it('is used up by nobody, even where a process still knows its epoch (C15)', async () => {
    const nonces = server.app.get(Nonces);
    const nonce = await nonces.issue();
    const epoch = (await nonces.epochOf(nonce))!;
    await query('delete from acme_epochs');
    await query('delete from acme_used_nonces');

    expect(await nonces.spend(nonce, epoch)).toBe(false);
    await nonces.issue(); // the next epoch
    expect(await nonces.spend(nonce, epoch)).toBe(false);
  });
});
