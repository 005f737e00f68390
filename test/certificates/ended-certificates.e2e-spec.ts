import { EndedCertificates } from '../../src/certificates/issued/ended-certificates.js';
import {
  aCertificate,
  aPolicy,
  aProfile,
  aRoot,
  asBytes,
  aSigningRequest,
  AUTHORITIES,
  CERTIFICATES,
  hasOpenssl,
  type TestAuthority,
  type TestLeaf,
  type TestProfile,
} from '../support/certificates.js';
import { startApp, useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;
let profile: TestProfile;

beforeEach(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  profile = await aProfile(admin, root, await aPolicy(admin, project.id));
});

const query = <T extends object = object>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

/** Puts the end of a certificate so many days back. */
const ended = ({ certificateId }: Pick<TestLeaf, 'certificateId'>, days: number) =>
  query(
    `update certificates set not_before = not_before - make_interval(days => $2 + 1),
       not_after = now() - make_interval(days => $2) where id = $1`,
    [certificateId, days],
  );

const sweep = () => server.app.get(EndedCertificates).sweep();

const isThere = async ({ certificateId: id }: Pick<TestLeaf, 'certificateId'>) =>
  (await query('select 1 from certificates where id = $1', [id])).length > 0;

const revoke = ({ certificateId }: TestLeaf, revocationReason: string) =>
  admin.http.post(`${CERTIFICATES}/${certificateId}/revoke`).send({ revocationReason }).expect(200);

/** Asks for the list of the root, so that there is a new one where one is due. */
async function askForList(): Promise<void> {
  await query('update crls set next_update = now() where authority_id = $1', [root.id]);
  const [list] = await query<{ id: string }>('select id from crls where authority_id = $1', [
    root.id,
  ]);
  await asBytes(server.http.get(`/api/v1/cert-manager/crl/${list!.id}`)).expect(200);
}

describe('a certificate that has ended', () => {
  it('is deleted 90 days later, with its key and an entry, and no earlier', async () => {
    const [old, recent, good] = [
      await aCertificate(admin, profile),
      await aCertificate(admin, profile),
      await aCertificate(admin, profile),
    ];
    await ended(old, 91);
    await ended(recent, 89);

    await sweep();

    expect([await isThere(old), await isThere(recent), await isThere(good)]).toEqual([
      false,
      true,
      true,
    ]);
    await admin.http.get(`${CERTIFICATES}/${old.certificateId}`).expect(404);
    const keys = 'select 1 from certificate_keys where certificate_id = $1';
    expect(await query(keys, [old.certificateId])).toEqual([]);
    const entries = await query(
      `select actor_kind, project_id, target from audit_entries
       where org_id = $1 and action = 'certificate.expire'`,
      [orgId],
    );
    expect(entries).toEqual([
      {
        ...{ actor_kind: 'system', project_id: project.id },
        target: { certificateIds: [old.certificateId] },
      },
    ]);
  });

  it('and was revoked stays until its authority has made a list after that end', async () => {
    const made = await aCertificate(admin, profile);
    await revoke(made, 'SUPERSEDED');
    await askForList();
    await ended(made, 91);
    await query(`update crls set this_update = now() - interval '100 days'`);
    await sweep();
    expect(await isThere(made)).toBe(true);

    await askForList();
    await sweep();
    expect(await isThere(made)).toBe(false);
  });

  it('and was revoked goes where its authority is deleted and makes no further list', async () => {
    const made = await aCertificate(admin, profile);
    await revoke(made, 'SUPERSEDED');
    await admin.http.delete(`${AUTHORITIES}/${root.id}?force=true`).expect(200);
    await ended(made, 91);
    await sweep();

    expect(await isThere(made)).toBe(false);
  });

  withOpenssl('because others know its key leaves that key blocked (C45)', async () => {
    const csr = aSigningRequest('/CN=known.example.org');
    const request = () =>
      admin.http.post(CERTIFICATES).send({ profileId: profile.id, csr, attributes: { ttl: '1h' } });
    const { body } = await request().expect(200);
    const { certificate } = body as { certificate: TestLeaf };
    await revoke(certificate, 'KEY_COMPROMISE');
    await ended(certificate, 91);
    await askForList();
    await sweep();

    expect(await isThere(certificate)).toBe(false);
    const refused = await request().expect(400);
    expect((refused.body as { message: string }).message).toContain('others know the key');
  });

  it('is deleted once, in batches, whichever replicas look at the same time', async () => {
    const made = await aCertificate(admin, profile);
    await query(
      `insert into certificates (id, project_id, authority_id, issuer_key_number, serial_number, der, sha256, key_hash,
         common_name, content, metadata, not_before, not_after, requester_id)
       select gen_random_uuid(), project_id, authority_id, issuer_key_number, serial_number || n, der, sha256 || n, key_hash,
         common_name, content, metadata, not_before, now() - interval '91 days', requester_id
       from certificates, generate_series(1, 250) n where id = $1`,
      [made.certificateId],
    );
    const { parts: other, end } = await startApp({}, [], server.databaseUrl);
    try {
      const counts = await Promise.all([sweep(), other.app.get(EndedCertificates).sweep()]);

      expect(counts[0] + counts[1]).toBe(250);
    } finally {
      await end();
    }
    const [row] = await query<{ count: number; most: number }>(
      `select count(distinct id)::int "count", max(json_array_length(target::json -> 'certificateIds'))::int most
       from (select e.target, i.id from audit_entries e, json_array_elements_text(e.target::json -> 'certificateIds') i (id)
         where e.org_id = $1 and e.action = 'certificate.expire') entries`,
      [orgId],
    );
    expect(row!.count).toBe(250);
    expect(row!.most).toBeLessThanOrEqual(100);
    expect(await isThere(made)).toBe(true);
  });
});
