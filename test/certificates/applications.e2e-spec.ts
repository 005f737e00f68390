import type { Rule } from '../../src/permissions/rule.js';
import {
  aCertificate,
  anApplication,
  aPolicy,
  aProfile,
  APPLICATIONS,
  aRoot,
  CERTIFICATES,
  enrollmentOf,
  freshName,
  OPEN_RULES,
  POLICIES,
  PROFILES,
  QUICK,
  type TestApplication,
  type TestAuthority,
  type TestPolicy,
  type TestProfile,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const PUBLIC = 'https://strongroom.example.test';
const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let orgId: string;
let project: TestProject;
let root: TestAuthority;
let policy: TestPolicy;
let profile: TestProfile;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  root = await aRoot(admin, project.id);
  policy = await aPolicy(admin, project.id);
  profile = await aProfile(admin, root, policy);
});

const ATTACH: Rule = {
  subject: 'certificate-profiles',
  action: ['manage-application-attachments'],
};
const applications = (...action: string[]): Rule => ({
  subject: 'certificate-application',
  action: action as Rule['action'],
});
const holderOf = (...rules: Rule[]) => aMember(server, project, orgId, rules);

const NARROW_RULES = {
  ...OPEN_RULES,
  sans: [{ type: 'dns_name', allowed: ['*.narrow.example'] }],
};

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const actionsAbout = async (id: string): Promise<string[]> => {
  const rows = await server.database.source.query<{ action: string }[]>(
    'select action from audit_entries where target::text like $1 order by id',
    [`%${id}%`],
  );
  return rows.map(({ action }) => action);
};

/** An application with the profile attached, and an enrollment by API. */
async function anEnrolled(of: TestProfile = profile): Promise<TestApplication> {
  const made = await anApplication(admin, project.id, [of.id]);
  await admin.http
    .put(`${enrollmentOf(made, of)}/api`)
    .send({})
    .expect(200);
  return made;
}

describe('an application', () => {
  it('is created, read by id and by name, changed, listed and deleted, each with an entry in the audit log', async () => {
    const name = freshName('web shop');
    const create = { name, description: 'The shop', projectId: project.id };
    const made = await admin.http.post(APPLICATIONS).send(create).expect(200);
    const { application } = made.body as { application: TestApplication };
    const { id } = application;
    const byName = `${APPLICATIONS}/by-name/${encodeURIComponent(name)}`;
    const query = { projectId: project.id, search: name };
    const found = await admin.http.get(byName).query({ projectId: project.id }).expect(200);
    const listed = await admin.http.get(APPLICATIONS).query(query).expect(200);
    const changed = await admin.http
      .patch(`${APPLICATIONS}/${id}`)
      .send({ description: null })
      .expect(200);

    expect(application).toMatchObject({ ...create, id: expect.stringMatching(UUID) });
    expect(found.body).toEqual({ application });
    expect(listed.body).toEqual({ applications: [application], totalCount: 1 });
    expect(changed.body).toMatchObject({ application: { id, name, description: null } });
    await admin.http.delete(`${APPLICATIONS}/${id}`).expect(200);
    await admin.http.get(`${APPLICATIONS}/${id}`).expect(404);
    expect(await actionsAbout(id)).toEqual(
      ['create', 'update', 'delete'].map((verb) => `certificate-application.${verb}`),
    );
  });

  it('is in the certificate project of the organization where none is named', async () => {
    const { admin: other } = await aScene(server);
    const made = await other.http.post(APPLICATIONS).send({ name: 'first' }).expect(200);
    const { body } = await other.http.get(`${APPLICATIONS}/by-name/first`).expect(200);

    expect(body).toEqual(made.body);
  });

  it('needs a name that is free (409) and is one (422), and profiles of its project (404)', async () => {
    const { name } = await anApplication(admin, project.id);
    const elsewhere = await aProject(admin);
    const create = (body: object) =>
      admin.http.post(APPLICATIONS).send({ name: freshName(), projectId: project.id, ...body });

    await create({ name }).expect(409);
    await create({ name: '' }).expect(422);
    await create({ profileIds: [root.id] }).expect(404);
    await create({ projectId: elsewhere.id, profileIds: [profile.id] }).expect(404);
  });

  it('is read, listed and made by rights of its own (403)', async () => {
    const { id, name } = await anApplication(admin, project.id);
    const query = { projectId: project.id };
    const reader = await holderOf(applications('read'));
    const lister = await holderOf(applications('list'));
    const maker = await holderOf(applications('create'));
    const path = `${APPLICATIONS}/${id}`;

    await reader.http.get(path).expect(200);
    await reader.http.get(`${APPLICATIONS}/by-name/${name}`).query(query).expect(200);
    await reader.http.get(`${path}/profiles`).expect(200);
    await reader.http.get(APPLICATIONS).query(query).expect(403);
    await lister.http.get(APPLICATIONS).query(query).expect(200);
    await lister.http.get(path).expect(403);
    await maker.http.patch(path).send({ description: 'x' }).expect(200);
    for (const other of [reader, lister]) {
      await other.http.patch(path).send({ description: 'x' }).expect(403);
      await other.http.delete(path).expect(403);
      await other.http
        .post(APPLICATIONS)
        .send({ ...query, name: freshName() })
        .expect(403);
    }
    const attaching = { ...query, name: freshName(), profileIds: [profile.id] };
    await maker.http.post(APPLICATIONS).send(attaching).expect(403);
  });
});

describe('profiles of an application', () => {
  it('are attached once, listed by slug and detached, each with an entry in the audit log', async () => {
    const application = await anApplication(admin, project.id);
    const [one, two] = [await aProfile(admin, root, policy), await aProfile(admin, root, policy)];
    const path = `${APPLICATIONS}/${application.id}/profiles`;
    const attach = (...profileIds: string[]) => admin.http.post(path).send({ profileIds });
    const first = await attach(one.id).expect(200);
    await attach(two.id, one.id).expect(200);
    const listed = await admin.http.get(path).expect(200);
    const filter = { projectId: project.id, applicationId: application.id };
    const profiles = await admin.http.get(PROFILES).query(filter).expect(200);
    const gone = await admin.http.delete(`${path}/${one.id}`).expect(200);

    const both = { applicationId: application.id, profileId: one.id };
    expect(first.body).toEqual({
      profiles: [
        {
          ...{ ...both, profileSlug: one.slug, profileDescription: null },
          ...{ apiConfigId: null, acmeConfigId: null, estConfigId: null, scepConfigId: null },
          ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        },
      ],
    });
    expect(listed.body.profiles).toMatchObject([{ profileId: one.id }, { profileId: two.id }]);
    expect(profiles.body).toMatchObject({ totalCount: 2 });
    expect(gone.body).toEqual(both);
    await admin.http.delete(`${path}/${one.id}`).expect(404);
    expect(await actionsAbout(application.id)).toEqual(
      ['create', 'attach', 'attach', 'detach'].map((verb) => `certificate-application.${verb}`),
    );
  });

  it('are of the same project (404), and are attached by the right to that (403)', async () => {
    const elsewhere = await aProject(admin);
    const far = await aProfile(
      admin,
      await aRoot(admin, elsewhere.id),
      await aPolicy(admin, elsewhere.id),
    );
    const other = await aProfile(admin, root, policy);
    const { id } = await anApplication(admin, project.id, [profile.id]);
    const path = `${APPLICATIONS}/${id}/profiles`;
    const limited = await holderOf({ ...ATTACH, conditions: { slug: { $eq: profile.slug } } });

    await admin.http
      .post(path)
      .send({ profileIds: [profile.id, far.id] })
      .expect(404);
    await limited.http
      .post(path)
      .send({ profileIds: [profile.id, other.id] })
      .expect(403);
    await limited.http
      .post(path)
      .send({ profileIds: [profile.id] })
      .expect(200);
    await admin.http
      .post(path)
      .send({ profileIds: [other.id] })
      .expect(200);
    await limited.http.delete(`${path}/${other.id}`).expect(403);
    await limited.http.delete(`${path}/${profile.id}`).expect(200);
  });
});

describe('enrollments of an application', () => {
  it('are set, read and ended, keep their ids while they are there, and are in the audit log', async () => {
    const application = await anApplication(admin, project.id, [profile.id]);
    const path = enrollmentOf(application, profile);
    const both = { applicationId: application.id, profileId: profile.id };
    const none = await admin.http.get(path).expect(200);
    const api = await admin.http.put(`${path}/api`).send({ renewBeforeDays: 7 }).expect(200);
    const again = await admin.http.put(`${path}/api`).send({ autoRenew: false }).expect(200);
    const caaIdentities = ['ca.example.org'];
    const acme = await admin.http.put(`${path}/acme`).send({ caaIdentities }).expect(200);
    const whole = await admin.http.get(path).expect(200);
    const ended = await admin.http.delete(`${path}/acme`).expect(200);
    const other = await admin.http.put(`${path}/acme`).send({}).expect(200);

    const est = { est: null, scep: null, estConfigured: false, scepConfigured: false };
    expect(none.body).toEqual({ ...both, api: null, acme: null, acmeConfigured: false, ...est });
    expect(api.body).toMatchObject({ ...both, api: { autoRenew: false, renewBeforeDays: 7 } });
    expect(again.body.api).toEqual({ ...api.body.api, renewBeforeDays: null });
    expect(acme.body.acme).toEqual({
      id: expect.stringMatching(UUID),
      ...{ skipDnsOwnershipVerification: false, skipEabBinding: false, caaIdentities },
      directoryUrl: `${PUBLIC}/api/v1/cert-manager/acme/applications/${application.id}/profiles/${profile.id}/directory`,
    });
    expect(whole.body).toEqual({
      ...{ ...both, ...est, acmeConfigured: true },
      ...{ api: again.body.api, acme: acme.body.acme },
    });
    expect(ended.body).toEqual(acme.body);
    expect(other.body.acme.id).not.toBe(acme.body.acme.id);
    await admin.http.delete(`${path}/api`).expect(200);
    await admin.http.delete(`${path}/api`).expect(404);
    const verbs = [
      ...['create', 'set-api-enrollment', 'set-api-enrollment', 'set-acme-enrollment'],
      ...['delete-acme-enrollment', 'set-acme-enrollment', 'delete-api-enrollment'],
    ];
    expect(await actionsAbout(application.id)).toEqual(
      verbs.map((verb) => `certificate-application.${verb}`),
    );
  });

  it.each([
    ['api', { renewBeforeDays: 0 }, 422],
    ['api', { renewBeforeDays: 31 }, 422],
    ['api', { autoRenew: true, renewBeforeDays: 7 }, 400],
    ['acme', { skipDnsOwnershipVerification: true, skipEabBinding: true }, 422],
    ['acme', { caaIdentities: ['CA'] }, 422],
    ['acme', { caaIdentities: ['ca.example.org'], skipDnsOwnershipVerification: true }, 422],
    ['est', {}, 400],
    ['scep', {}, 400],
  ])('by %s refuse %j (%d)', async (kind, body, status) => {
    const application = await anApplication(admin, project.id, [profile.id]);
    const path = `${enrollmentOf(application, profile)}/${kind}`;
    const answer = await admin.http.put(path).send(body).expect(status);

    if (status === 400) expect(answer.body.message).toMatch(/not offered|not renewed/);
  });

  it('are set by who may attach the profile, and let strangers in only for who may issue all of it (403)', async () => {
    const application = await anApplication(admin, project.id, [profile.id]);
    const path = enrollmentOf(application, profile);
    const skips = [{ skipEabBinding: true }, { skipDnsOwnershipVerification: true }];
    const reader = await holderOf(applications('read', 'list', 'create'));
    const attacher = await holderOf(ATTACH);
    const issuing: Rule = { subject: 'certificate-profiles', action: ['issue-cert', 'edit'] };
    const some: Rule = {
      ...{ subject: 'certificates', action: ['create'] },
      conditions: { commonName: { $eq: 'a.example.org' } },
    };
    const every: Rule = { subject: 'certificates', action: ['create'] };
    const notEditing: Rule = { subject: 'certificate-profiles', action: ['issue-cert'] };

    await reader.http.put(`${path}/api`).send({}).expect(403);
    await reader.http.put(`${path}/acme`).send({}).expect(403);
    await attacher.http.put(`${path}/api`).send({}).expect(200);
    await attacher.http.put(`${path}/acme`).send({}).expect(200);
    for (const rules of [[ATTACH], [ATTACH, issuing, some], [ATTACH, notEditing, every]]) {
      const holder = await holderOf(...rules);
      for (const skip of skips) await holder.http.put(`${path}/acme`).send(skip).expect(403);
    }
    const trusted = await holderOf(ATTACH, issuing, every);
    await trusted.http.put(`${path}/acme`).send(skips[0]!).expect(200);
    // What is open already is no further grant.
    await attacher.http.put(`${path}/acme`).send(skips[0]!).expect(200);
  });

  it('ask the owners of names less often only for who may issue all of it (403)', async () => {
    const application = await anApplication(admin, project.id, [profile.id]);
    const path = `${enrollmentOf(application, profile)}/acme`;
    const attacher = await holderOf(ATTACH);
    const put = (caller: Caller, ...caaIdentities: string[]) =>
      caller.http.put(path).send(caaIdentities.length > 0 ? { caaIdentities } : {});

    await put(attacher, 'a.example.org', 'b.example.org').expect(200);
    await put(attacher).expect(403);
    await put(attacher, 'a.example.org', 'c.example.org').expect(403);
    await put(attacher, 'a.example.org').expect(200);
    await put(admin).expect(200);
  });

  it('are open to strangers by a profile and a policy that only who may issue all of it may change (403)', async () => {
    const policy = await aPolicy(admin, project.id, NARROW_RULES);
    const wide = await aPolicy(admin, project.id);
    const open = await aProfile(admin, root, policy);
    const application = await anApplication(admin, project.id, [open.id]);
    const editing: Rule[] = [
      { subject: 'certificate-profiles', action: ['read', 'edit', 'reveal-acme-eab-secret'] },
      { subject: 'certificate-policies', action: ['read', 'edit'] },
      { subject: 'certificate-authorities', action: ['read'] },
    ];
    const editor = await holderOf(...editing);
    const trusted = await holderOf(
      ...editing,
      { subject: 'certificate-profiles', action: ['issue-cert'] },
      { subject: 'certificates', action: ['create'] },
    );
    const change = (caller: Caller, body: object) =>
      caller.http.patch(`${PROFILES}/${open.id}`).send(body);
    const widen = (caller: Caller) =>
      caller.http.patch(`${POLICIES}/${policy.id}`).send({ sans: OPEN_RULES.sans });
    const putAcme = (body: object) =>
      admin.http
        .put(`${enrollmentOf(application, open)}/acme`)
        .send(body)
        .expect(200);

    await putAcme({});
    await change(editor, { certificatePolicyId: wide.id }).expect(200);
    await change(editor, { certificatePolicyId: policy.id }).expect(200);
    await putAcme({ skipDnsOwnershipVerification: true });
    await change(editor, { certificatePolicyId: wide.id }).expect(403);
    await change(editor, { defaults: { ttlDays: 9 } }).expect(403);
    await change(editor, { description: 'Open' }).expect(200);
    await widen(editor).expect(403);
    await widen(trusted).expect(200);
    await change(trusted, { certificatePolicyId: wide.id }).expect(200);
  });

  it('end with their application for who may detach each profile (403)', async () => {
    const application = await anApplication(admin, project.id, [profile.id]);
    const path = `${APPLICATIONS}/${application.id}`;
    const maker = await holderOf(applications('read', 'list', 'create'));
    const detacher = await holderOf(applications('read', 'list', 'create'), ATTACH);

    await maker.http.delete(path).expect(403);
    await detacher.http.delete(path).expect(200);
    const bare = await anApplication(admin, project.id);
    await maker.http.delete(`${APPLICATIONS}/${bare.id}`).expect(200);
  });

  it('have no members: their paths say so (404)', async () => {
    const { id } = await anApplication(admin, project.id);
    for (const path of ['users', `identities/${id}`, `groups/${id}`]) {
      const { body } = await admin.http.get(`${APPLICATIONS}/${id}/${path}`).expect(404);
      expect(body.message).toContain('no members');
    }
  });
});

describe('a certificate through an application', () => {
  const NAMED = { commonName: 'api.example.org' };

  it('shows it, is found by it in lists and searches, keeps it when it is renewed, and outlives it', async () => {
    const application = await anEnrolled();
    const { id: applicationId } = application;
    const { certificateId } = await aCertificate(admin, profile, NAMED, { applicationId });
    await aCertificate(admin, profile);
    const path = `${CERTIFICATES}/${certificateId}`;
    const list = `/api/v1/projects/${project.id}/certificates`;
    const one = await admin.http.get(path).expect(200);
    const listed = await admin.http.get(list).query({ applicationId }).expect(200);
    const searched = await admin.http.post(`${list}/search`).send({ applicationId }).expect(200);
    const unknown = await admin.http.get(list).query({ applicationId: 'x' }).expect(200);
    const renewed = await admin.http.post(`${path}/renew`).send({}).expect(200);
    const after = await admin.http.get(list).query({ applicationId }).expect(200);
    await admin.http.delete(`${APPLICATIONS}/${applicationId}`).expect(200);
    const last = await admin.http.get(path).expect(200);

    expect(one.body).toMatchObject({ certificate: { applicationId, profileId: profile.id } });
    expect(listed.body).toMatchObject({ certificates: [{ id: certificateId }], totalCount: 1 });
    expect(searched.body).toEqual(listed.body);
    expect(unknown.body).toEqual({ certificates: [], totalCount: 0 });
    expect(after.body.certificates).toMatchObject([
      { id: renewed.body.certificateId, applicationId },
      { id: certificateId, applicationId },
    ]);
    expect(last.body).toMatchObject({ certificate: { applicationId: null } });
    expect(await actionsAbout(applicationId)).toEqual(
      expect.arrayContaining(['certificate.issue', 'certificate.renew']),
    );
  });

  it('needs the application in the same project (404), the profile attached and an enrollment by API (400)', async () => {
    const request = (applicationId: string) =>
      admin.http
        .post(CERTIFICATES)
        .send({ profileId: profile.id, applicationId, attributes: { ...QUICK, ...NAMED } });
    const elsewhere = await anApplication(admin, (await aProject(admin)).id);
    const { admin: stranger } = await aScene(server);
    const foreign = await stranger.http.post(APPLICATIONS).send({ name: 'theirs' }).expect(200);
    const empty = await anApplication(admin, project.id);
    const attached = await anApplication(admin, project.id, [profile.id]);
    const enrolled = await anEnrolled();
    const made = await request(enrolled.id).expect(200);
    await admin.http.delete(`${enrollmentOf(enrolled, profile)}/api`).expect(200);

    await request('x').expect(404);
    await request(elsewhere.id).expect(404);
    await request(foreign.body.application.id).expect(404);
    await request(empty.id).expect(400);
    await request(attached.id).expect(400);
    await request(enrolled.id).expect(400);
    const { certificateId } = made.body.certificate as { certificateId: string };
    await admin.http.post(`${CERTIFICATES}/${certificateId}/renew`).send({}).expect(400);
  });

  it('needs the rights that it needs without one (403)', async () => {
    const { id: applicationId } = await anEnrolled();
    const names: Rule = {
      ...{ subject: 'certificates', action: ['create', 'read'] },
      conditions: { commonName: { $eq: NAMED.commonName } },
    };
    const issue: Rule = { subject: 'certificate-profiles', action: ['issue-cert'] };
    const request = (caller: Caller, commonName: string) => {
      const attributes = { ...QUICK, commonName };
      return caller.http
        .post(CERTIFICATES)
        .send({ profileId: profile.id, applicationId, attributes });
    };
    const issuer = await holderOf(issue, names);

    await request(
      await holderOf(applications('read', 'list', 'create'), names),
      NAMED.commonName,
    ).expect(403);
    await request(issuer, 'other.example.org').expect(403);
    await request(issuer, NAMED.commonName).expect(200);
  });
});
