import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  aPolicy,
  aProfile,
  aRoot,
  AUTHORITIES,
  freshName,
  OPEN_RULES,
  POLICIES,
  PROFILES,
  type TestAuthority,
  type TestPolicy,
} from '../support/certificates.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;
let policy: TestPolicy;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  policy = await aPolicy(admin, project.id);
});

const holderOf = (...rules: readonly Rule[]): Promise<Caller> =>
  aMember(server, project, orgId, rules);

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

const entries = async (subject: string): Promise<string[]> => {
  const rows = await server.database.source.query<{ action: string }[]>(
    `select action from audit_entries where org_id = $1 and action like $2 order by id`,
    [orgId, `${subject}.%`],
  );
  return rows.map(({ action }) => action);
};

describe('certificate policies', () => {
  it('come back as they were sent: what was absent is absent, and lists keep their order', async () => {
    const rules = {
      sans: [{ type: 'dns_name', denied: ['b.example.org', 'a.example.org'], allowed: ['*'] }],
      keyUsages: { allowed: [], required: [] },
      validity: { max: '6m' },
    };
    const { id } = await aPolicy(admin, project.id, rules);
    const { body } = await admin.http.get(`${POLICIES}/${id}`).expect(200);
    const { certificatePolicy } = body as { certificatePolicy: Record<string, unknown> };

    expect(certificatePolicy).toMatchObject({ ...rules, projectId: project.id });
    expect(certificatePolicy).not.toHaveProperty('subject');
    expect(certificatePolicy).not.toHaveProperty('basicConstraints');
  });

  it('change rule by rule, and are found by their names', async () => {
    const { id, name } = await aPolicy(admin, project.id, {
      ...OPEN_RULES,
      validity: { max: '1y' },
    });
    await admin.http
      .patch(`${POLICIES}/${id}`)
      .send({ validity: { max: '90d' } })
      .expect(200);
    const { body } = await admin.http
      .get(POLICIES)
      .query({ projectId: project.id, search: name.slice(2), limit: 5 })
      .expect(200);

    expect(body).toMatchObject({
      certificatePolicies: [{ id, validity: { max: '90d' }, ...OPEN_RULES }],
      totalCount: 1,
    });
  });

  it.each([
    [{ validity: { max: '90' } }, 'max'],
    [{ sans: [{ type: 'other_name' }] }, 'type'],
    [{ keyUsages: { allowed: ['sign'] } }, 'allowed'],
    [{ algorithms: { keyAlgorithm: ['RSA-1024'] } }, 'keyAlgorithm'],
    [{ sans: [{ type: 'dns_name', allowed: ['a'.repeat(256)] }] }, 'allowed'],
  ])('refuses %j (422)', async (rules, field) => {
    const body = { name: freshName('policy'), projectId: project.id, ...rules };
    const answer = await admin.http.post(POLICIES).send(body).expect(422);

    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('refuses a name that is taken, and the end of one that a profile stands on (409)', async () => {
    const used = await aPolicy(admin, project.id);
    await aProfile(admin, root, used);
    const again = { name: used.name, projectId: project.id };

    await admin.http.post(POLICIES).send(again).expect(409);
    expect(codeOf(await admin.http.delete(`${POLICIES}/${used.id}`).expect(409))).toBe(
      'policy-in-use',
    );
  });

  it('writes an entry for each change', async () => {
    const { id } = await aPolicy(admin, project.id);
    await admin.http.patch(`${POLICIES}/${id}`).send({ description: 'x' }).expect(200);
    await admin.http.delete(`${POLICIES}/${id}`).expect(200);

    expect((await entries('certificate-policy')).slice(-3)).toEqual([
      'certificate-policy.create',
      'certificate-policy.update',
      'certificate-policy.delete',
    ]);
  });
});

describe('certificate profiles', () => {
  it('tie an authority and a policy together, and are found by slug and filter', async () => {
    const defaults = { ttlDays: 30, keyUsages: ['digital_signature'], commonName: 'x.example.org' };
    const { id, slug } = await aProfile(admin, root, policy, { defaults });
    const expected = {
      ...{ id, slug, projectId: project.id, caId: root.id, certificatePolicyId: policy.id },
      ...{ defaults, issuerType: 'ca', enrollmentType: 'api', storePrivateKey: true },
    };
    const at = { projectId: project.id };
    const bySlug = await admin.http.get(`${PROFILES}/slug/${slug}`).query(at).expect(200);
    const found = await admin.http.get(PROFILES).query({ ...at, caId: root.id, search: slug });
    const others = await admin.http.get(PROFILES).query({ ...at, enrollmentType: 'acme' });

    expect(bySlug.body).toMatchObject({ certificateProfile: expected });
    expect(found.body).toMatchObject({ certificateProfiles: [expected], totalCount: 1 });
    expect(others.body).toEqual({ certificateProfiles: [], totalCount: 0 });
  });

  it('take the older name of the policy, and keep what a change does not name', async () => {
    const body = { slug: freshName('profile'), projectId: project.id, caId: root.id };
    const made = await admin.http
      .post(PROFILES)
      .send({ ...body, certificateTemplateId: policy.id })
      .expect(200);
    const { id } = (made.body as { certificateProfile: { id: string } }).certificateProfile;
    const changed = await admin.http
      .patch(`${PROFILES}/${id}`)
      .send({ storePrivateKey: false, description: 'Web' })
      .expect(200);

    expect(changed.body).toMatchObject({
      certificateProfile: {
        ...{ ...body, certificatePolicyId: policy.id },
        ...{ storePrivateKey: false, description: 'Web', defaults: null },
      },
    });
  });

  it.each([
    [{ issuerType: 'self-signed' }, 400],
    [{ enrollmentType: 'est' }, 400],
    [{ acmeConfig: {} }, 400],
    [
      {
        enrollmentType: 'acme',
        acmeConfig: { skipDnsOwnershipVerification: true, skipEabBinding: true },
      },
      422,
    ],
    [{ enrollmentType: 'acme', acmeConfig: { caaIdentities: [] } }, 422],
    [{ enrollmentType: 'acme', acmeConfig: { caaIdentities: ['ca.example', 'CA x'] } }, 422],
    // Without proofs of names CAA would not be asked for.
    [
      {
        enrollmentType: 'acme',
        acmeConfig: { caaIdentities: ['ca.example'], skipDnsOwnershipVerification: true },
      },
      422,
    ],
    [{ caId: undefined }, 400],
    [{ certificatePolicyId: undefined }, 400],
    [{ defaults: { ttlDays: 0 } }, 422],
    [{ defaults: { keyAlgorithm: 'RSA_1024' } }, 422],
  ])('refuses %j (%d)', async (fields, status) => {
    const ids = { projectId: project.id, caId: root.id, certificatePolicyId: policy.id };
    const body = { slug: freshName('profile'), ...ids, ...fields };

    await admin.http.post(PROFILES).send(body).expect(status);
  });

  it('refuse an authority or policy of another project (404), and one that the caller may not read (403)', async () => {
    const other = await aProject(admin);
    const [foreign, foreignPolicy] = [await aRoot(admin, other.id), await aPolicy(admin, other.id)];
    const ids = { projectId: project.id, caId: root.id, certificatePolicyId: policy.id };
    const create = (caller: Caller, more: object) =>
      caller.http.post(PROFILES).send({ slug: freshName('profile'), ...ids, ...more });
    const maker: Rule = { subject: 'certificate-profiles', action: ['create', 'edit', 'read'] };
    const blind = await holderOf(maker);
    const { id } = await aProfile(admin, root, policy);

    await create(admin, { caId: foreign.id }).expect(404);
    await create(admin, { certificatePolicyId: foreignPolicy.id }).expect(404);
    await create(blind, {}).expect(403);
    await blind.http.patch(`${PROFILES}/${id}`).send({ caId: root.id }).expect(403);
    await blind.http.patch(`${PROFILES}/${id}`).send({ description: 'x' }).expect(200);
  });

  it('keep their authority from being deleted, unless that is forced (409)', async () => {
    const authority = await aRoot(admin, project.id);
    const { id } = await aProfile(admin, authority, policy);
    const path = `${AUTHORITIES}/${authority.id}`;

    expect(codeOf(await admin.http.delete(path).expect(409))).toBe('authority-in-use');
    await admin.http.delete(path).query({ force: true }).expect(200);
    const { body } = await admin.http.get(`${PROFILES}/${id}`).expect(200);
    expect(body).toMatchObject({ certificateProfile: { id, caId: null } });
  });
});

describe('a new name', () => {
  const limited = (subject: Rule['subject'], field: string, name: string): Rule[] => [
    { subject, action: ['read', 'edit'] },
    { subject, action: ['delete'], conditions: { [field]: { $eq: name } } },
  ];

  it('of a policy opens nothing to others that the caller could not do (403)', async () => {
    const { id } = await aPolicy(admin, project.id);
    const editor = await holderOf({ subject: 'certificate-policies', action: ['read', 'edit'] });
    const opened = freshName('opened');
    await holderOf(...limited('certificate-policies', 'name', opened));

    await editor.http
      .patch(`/api/v1/cert-manager/certificate-policies/${id}`)
      .send({ name: opened })
      .expect(403);
    await editor.http
      .patch(`/api/v1/cert-manager/certificate-policies/${id}`)
      .send({ description: 'x' })
      .expect(200);
    await admin.http
      .patch(`/api/v1/cert-manager/certificate-policies/${id}`)
      .send({ name: opened })
      .expect(200);
  });

  it('of a profile opens nothing to others that the caller could not do (403)', async () => {
    const { id } = await aProfile(admin, root, policy);
    const editor = await holderOf({ subject: 'certificate-profiles', action: ['read', 'edit'] });
    const opened = freshName('opened');
    await holderOf(...limited('certificate-profiles', 'slug', opened));

    await editor.http
      .patch(`/api/v1/cert-manager/certificate-profiles/${id}`)
      .send({ slug: opened })
      .expect(403);
    await admin.http
      .patch(`/api/v1/cert-manager/certificate-profiles/${id}`)
      .send({ slug: opened })
      .expect(200);
  });

  it('lists only what the caller may read', async () => {
    const { id, slug } = await aProfile(admin, root, policy);
    const reader = await holderOf({
      subject: 'certificate-profiles',
      action: ['read'],
      conditions: { slug: { $eq: slug } },
    });
    const query = { projectId: project.id };

    expect((await reader.http.get(PROFILES).query(query).expect(200)).body).toMatchObject({
      certificateProfiles: [{ id }],
      totalCount: 1,
    });
    await reader.http.get(POLICIES).query(query).expect(403);
  });
});
