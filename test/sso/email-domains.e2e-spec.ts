import { randomBytes, randomUUID } from 'node:crypto';
import { DomainReproofs } from '../../src/email-domains/domain-reproofs.js';
import { aPerson } from '../support/people.js';
import { type Caller, anIdentity, aScene, withoutReqId } from '../support/scene.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
const DOMAINS = '/api/v1/organization/email-domains';
const ALL = ['read', 'create', 'verify-domain', 'delete'];

const aDomain = () => `d${randomBytes(6).toString('hex')}.example`;
const verifyPath = (id: string) => `${DOMAINS}/${id}/verify`;

interface Claimed {
  readonly domain: { readonly id: string; readonly status: string; readonly domain: string };
  readonly record: { readonly name: string; readonly value: string };
}

const claim = async ({ http }: Pick<Caller, 'http'>, domain: string): Promise<Claimed> =>
  (await http.post(DOMAINS).send({ domain }).expect(200)).body as Claimed;

/** Publishes the record of a claim. */
const publish = ({ record }: Claimed, ...more: string[]) =>
  server.network.records.set(record.name, ['v=spf1 -all', record.value, ...more]);

const verify = ({ http }: Pick<Caller, 'http'>, { domain }: Claimed) =>
  http.post(verifyPath(domain.id)).send({});

const statusOf = async ({ http }: Caller, { domain }: Claimed): Promise<string | undefined> => {
  const { body } = await http.get(DOMAINS).expect(200);
  return (body as { domains: { id: string; status: string }[] }).domains.find(
    ({ id }) => id === domain.id,
  )?.status;
};

const age = (id: string, days: number) =>
  server.database.source.query(
    `update email_domains set verified_at = verified_at - make_interval(days => $2),
       checked_at = checked_at - make_interval(days => $2) where id = $1`,
    [id, days],
  );

describe('a domain', () => {
  it('is claimed, proved by its TXT record, listed and given up, each with an audit entry', async () => {
    const { admin, orgId } = await aScene(server);
    const name = aDomain();
    const claimed = await claim(admin, name.toUpperCase());

    expect(claimed).toEqual({
      domain: {
        ...{ id: expect.any(String), orgId, domain: name, status: 'pending', verifiedAt: null },
        ...{ isVouched: false, createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
      record: {
        ...{ type: 'TXT', name: `_strongroom.${name}` },
        value: expect.stringMatching(/^strongroom-domain=[\w-]{22}$/),
      },
    });
    const missing = await verify(admin, claimed).expect(400);
    expect((missing.body as { message: string }).message).toContain(claimed.record.value);
    publish(claimed);
    const { body } = await verify(admin, claimed).expect(200);
    expect(body).toMatchObject({ domain: { status: 'verified', verifiedAt: expect.any(String) } });
    expect(await statusOf(admin, claimed)).toBe('verified');
    await admin.http.delete(`${DOMAINS}/${claimed.domain.id}`).expect(200);
    expect(await statusOf(admin, claimed)).toBeUndefined();
    await admin.http.delete(`${DOMAINS}/${claimed.domain.id}`).expect(404);
    const rows = await server.database.source.query<{ action: string }[]>(
      `select action from audit_entries where org_id = $1 order by created_at, id`,
      [orgId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...['email-domain.claim', 'email-domain.verify', 'email-domain.delete'],
    ]);
  });

  it('belongs to one organization at a time, by its own record and not by that of another', async () => {
    const [one, two] = [await aScene(server), await aScene(server)];
    const name = aDomain();
    const [first, second] = [await claim(one.admin, name), await claim(two.admin, name)];
    expect(first.record.value).not.toBe(second.record.value);

    publish(first);
    await verify(two.admin, second).expect(400);
    await verify(one.admin, first).expect(200);
    publish(first, second.record.value);
    await verify(two.admin, second).expect(409);
    expect(await statusOf(two.admin, second)).toBe('pending');

    await one.admin.http.delete(`${DOMAINS}/${first.domain.id}`).expect(200);
    await verify(two.admin, second).expect(200);
    await one.admin.http.post(verifyPath(first.domain.id)).send({}).expect(404);
  });

  it("is verified once by two organizations at the same moment, and another one's is the 404 of nobody", async () => {
    const [one, two] = [await aScene(server), await aScene(server)];
    const name = aDomain();
    const [first, second] = [await claim(one.admin, name), await claim(two.admin, name)];
    publish(first, second.record.value);
    const answers = await Promise.all([verify(one.admin, first), verify(two.admin, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);

    const theirs = await two.admin.http.delete(`${DOMAINS}/${first.domain.id}`).expect(404);
    const nobodys = await two.admin.http.delete(`${DOMAINS}/${randomUUID()}`).expect(404);
    expect(withoutReqId(theirs.body as object)).toEqual(withoutReqId(nobodys.body as object));
    await one.admin.http.post(DOMAINS).send({ domain: name }).expect(409);
  });

  it('is verified only by who holds all that an administrator holds (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const claimed = await claim(admin, aDomain());
    publish(claimed);
    const rules = [{ subject: 'email-domains', action: ALL }];
    const clerk = await anIdentity(server, orgId, rules);
    const person = await aPerson(server, orgId, rules);

    for (const caller of [clerk, person]) {
      const { body } = await verify(caller, claimed).expect(403);
      expect(body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    }
    expect(await statusOf(admin, claimed)).toBe('pending');
    const member = await anIdentity(server, orgId, 'member');
    await member.http.get(DOMAINS).expect(403);
  });

  it('is vouched for without DNS by the admin of the instance alone (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const claimed = await claim(admin, aDomain());
    const verifyUnproved = ({ http }: Caller) =>
      http.post(verifyPath(claimed.domain.id)).send({ withoutDns: true });

    await verifyUnproved(admin).expect(403);
    await server.database.source.query(
      'update identities set is_instance_admin = true where id = $1',
      [admin.id],
    );
    const { body } = await verifyUnproved(admin).expect(200);
    expect(body).toMatchObject({ domain: { status: 'verified', isVouched: true, orgId } });
    await age(claimed.domain.id, 400);
    await server.app.get(DomainReproofs).sweep();
    expect(await statusOf(admin, claimed)).toBe('verified');
  });

  it('counts for 40 days after its record was last seen, which is looked for each month', async () => {
    const [one, two] = [await aScene(server), await aScene(server)];
    const name = aDomain();
    const [kept, taken] = [await claim(one.admin, aDomain()), await claim(one.admin, name)];
    for (const each of [kept, taken]) {
      publish(each);
      await verify(one.admin, each).expect(200);
      await age(each.domain.id, 31);
    }
    server.network.records.delete(taken.record.name);
    const { sweep } = server.app.get(DomainReproofs);
    const sweeping = () => sweep.call(server.app.get(DomainReproofs));
    await sweeping();
    expect(await statusOf(one.admin, taken)).toBe('verified');
    for (const each of [kept, taken]) await age(each.domain.id, 10);
    expect(await statusOf(one.admin, kept)).toBe('verified');
    expect(await statusOf(one.admin, taken)).toBe('pending');

    const theirs = await claim(two.admin, name);
    publish(theirs);
    await verify(two.admin, theirs).expect(200);
    await verify(one.admin, taken).expect(400);
  });

  it('that lapsed is told in the audit log', async () => {
    const { admin, orgId } = await aScene(server);
    const claimed = await claim(admin, aDomain());
    publish(claimed);
    await verify(admin, claimed).expect(200);
    await age(claimed.domain.id, 41);
    server.network.records.delete(claimed.record.name);
    await server.app.get(DomainReproofs).sweep();

    const rows = await server.database.source.query<{ actorKind: string }[]>(
      `select actor_kind "actorKind" from audit_entries where org_id = $1 and action = 'email-domain.lapse'`,
      [orgId],
    );
    expect(rows).toEqual([{ actorKind: 'system' }]);
  });

  it.each([
    'example',
    'a@example.org',
    'http://example.org',
    '*.example.org',
    '10.0.0.1',
    'ex_.org',
    '',
  ])('is none, and refused: "%s" (422)', async (domain) => {
    const { admin } = await aScene(server);
    await admin.http.post(DOMAINS).send({ domain }).expect(422);
  });

  it('is one of at most fifty of an organization (400)', async () => {
    const { admin, orgId } = await aScene(server);
    await server.database.source.query(
      `insert into email_domains (id, org_id, domain, challenge)
       select gen_random_uuid(), $1, n || '.' || $2, 'x' from generate_series(1, 50) n`,
      [orgId, aDomain()],
    );
    await admin.http.post(DOMAINS).send({ domain: aDomain() }).expect(400);
  });
});
