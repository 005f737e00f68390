// What a kept dump holds: a little of each feature, stored through the API.
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as acme from 'acme-client';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { seedApprovals } from '../tools/fuzz/seed-approvals.js';
import { PASSWORD, seedPeople } from '../tools/fuzz/seed-people.js';
import { attachWorkloadLogins, makeIdentity, makeProject } from '../tools/fuzz/seed.js';
import { send } from '../tools/server.js';

const DEV = { environment: 'dev', secretPath: '/' };

/** Stores it and returns what `test/database/releases.e2e-spec.ts` looks for, by feature. */
export async function storeEverything(server, token) {
  const ask = (method, path, body, by = token) =>
    send(method, `${server.site}/api${path}`, body, by);
  const machine = await makeIdentity(ask, 'machine');
  await attachWorkloadLogins(server, ask, machine.identityId);
  const workload = await loggedInWorkload(ask, machine);
  const kept = await makeProject(ask, 'everything', machine);
  const project = { id: kept.projectId, slug: kept.projectSlug };
  const people = await seedPeople(server, ask, [kept.projectId, kept.projectId]);
  const approvals = await seedApprovals(ask, kept.projectId, people.there.userId);
  const person = await signedIn(ask, people.callers.person, project);
  const access = await storeAccessRequest(ask, person, people.there.userId, project);
  return {
    ...(await storeSecrets(ask)),
    features: {
      project,
      identity: { id: machine.identityId, roleSlug: kept.roleSlug },
      workload,
      person: await storePerson(ask, person, project),
      group: { id: people.there.groupId, username: people.there.username },
      scim: await storeProvisioned(server, people.callers.scim),
      approval: { ...approvals, ...access },
      certificates: { authorityIds: kept.authorityId, ids: kept.certificateId },
      acme: await storeOrder(server, ask, kept),
      serviceToken: await storeServiceToken(ask, project),
      keyed: await storeKeyed(server, token, project),
      domain: await storeDomain(ask),
    },
  };
}

async function storeSecrets(ask) {
  const { project } = await ask('POST', '/v1/projects', {
    projectName: 'Kept',
    slug: 'kept-project',
  });
  const dev = { workspaceId: project.id, environment: 'dev' };
  await ask('POST', '/v1/folders', { ...dev, name: 'api', path: '/' });
  const tags = `/v1/projects/${project.id}/tags`;
  const { tag } = await ask('POST', tags, { slug: 'kept', color: '#00ff00' });
  const secret = (name) => `/v3/secrets/raw/${name}`;
  await ask('POST', secret('KEPT'), { ...dev, secretValue: 'first', secretComment: 'a comment' });
  await ask('PATCH', secret('KEPT'), { ...dev, secretValue: 'second' });
  await ask('POST', secret('POINTS'), { ...dev, secretPath: '/api', secretValue: '${dev.KEPT}!' });
  await ask('POST', '/v4/secrets/TAGGED', {
    ...{ projectId: project.id, ...DEV, secretValue: 'tagged', tagIds: [tag.id] },
  });
  const rules = [{ subject: 'audit-logs', action: ['read'] }];
  const role = { slug: 'auditor', name: 'Auditor', permissions: rules };
  await ask('POST', '/v1/organization/roles', role);
  return { projectId: project.id };
}

/** Signs the machine in by a JWT of a key that is stored with its trust. */
async function loggedInWorkload(ask, { identityId }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const path = `/v1/auth/jwt-auth/identities/${identityId}`;
  const said = { boundIssuer: 'https://jobs.example', boundSubject: 'job:a' };
  await ask('PATCH', path, {
    ...{ configurationType: 'static', publicKeys: [await exportSPKI(publicKey)], ...said },
    boundAudiences: 'strongroom',
  });
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(said.boundIssuer)
    .setSubject(said.boundSubject)
    .setAudience('strongroom')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);
  await ask('POST', '/v1/auth/jwt-auth/login', { identityId, jwt });
  return { identityId, ...said };
}

/** Signs a person in who is a member of the project. */
async function signedIn(ask, { email, organizationId }, { id }) {
  const { users } = await ask('GET', `/v2/organizations/${organizationId}/memberships`);
  const { user } = users.find((each) => each.user.email === email);
  const member = { usernames: [email], roleSlugs: ['member'] };
  await ask('POST', `/v1/projects/${id}/memberships`, member);
  const login = await ask('POST', '/v3/auth/login', { email, password: PASSWORD }, null);
  const select = '/v3/auth/select-organization';
  const { token } = await ask('POST', select, { organizationId }, login.accessToken);
  return { id: user.id, email, organizationId, token };
}

/** A value that is the person's alone, then an authenticator app. Returns its secret. */
async function storePerson(ask, { token, ...person }, { id: projectId }) {
  const own = { projectId, ...DEV, type: 'personal', secretValue: 'of one person' };
  await ask('POST', '/v4/secrets/KEY', own, token);
  const { otpUrl } = await ask('POST', '/v1/user/me/totp/register', {}, token);
  const totpSecret = new URL(otpUrl).searchParams.get('secret');
  const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
  await ask('POST', '/v1/user/me/totp/verify', { totp }, token);
  return { ...person, password: PASSWORD, totpSecret };
}

async function storeDomain(ask) {
  const { domain } = await ask('POST', '/v1/organization/email-domains', {
    domain: 'kept.example',
  });
  return { id: domain.id, name: 'kept.example' };
}

async function storeProvisioned({ site }, token) {
  const schema = 'urn:ietf:params:scim:schemas:core:2.0';
  const url = `${site}/api/v1/scim`;
  const user = { schemas: [`${schema}:User`], userName: 'prov@example.org', active: true };
  const { id } = await send('POST', `${url}/Users`, user, token);
  const group = { schemas: [`${schema}:Group`], displayName: 'Provided', members: [{ value: id }] };
  return { token, userId: id, groupId: (await send('POST', `${url}/Groups`, group, token)).id };
}

/** The person asks for more rights, which the approver has not given yet. */
async function storeAccessRequest(ask, { token }, approverId, { slug: projectSlug }) {
  await ask('POST', '/v1/access-approvals/policies', {
    ...{ projectSlug, environment: 'prod', secretPath: '/**', approvals: 1, maxTimePeriod: '8h' },
    approvers: [{ type: 'user', id: approverId, sequence: 1 }],
  });
  const wanted = { environment: 'prod', secretPath: '/' };
  const requests = `/v1/access-approvals/requests?projectSlug=${projectSlug}`;
  const asked = {
    permissions: [['create', 'secrets', wanted]],
    ...{ isTemporary: true, temporaryRange: '2h', note: 'The build is broken.' },
  };
  const { approval } = await ask('POST', requests, asked, token);
  return { accessRequestId: approval.id };
}

/** An order of an ACME client for the address of this machine, and the certificate that it got. */
async function storeOrder({ site, proofPort }, ask, { applicationId, profileId }) {
  const proofs = new Map();
  const host = createServer(({ url }, answer) => answer.end(proofs.get(url.split('/').at(-1))));
  await once(host.listen(proofPort, '127.0.0.1'), 'listening');
  try {
    const path = `/v1/cert-manager/applications/${applicationId}/profiles/${profileId}/enrollment`;
    const { directoryUrl } = (await ask('GET', path)).acme;
    const { eabKid: kid, eabSecret: hmacKey } = await ask('POST', `${path}/acme/eab/reveal`, {});
    const client = new acme.Client({
      directoryUrl: directoryUrl.replace(/^https?:\/\/[^/]+/, site),
      accountKey: await acme.crypto.createPrivateEcdsaKey(),
      externalAccountBinding: { kid, hmacKey },
    });
    await client.createAccount({ termsOfServiceAgreed: true, contact: ['mailto:ops@example.org'] });
    const order = await client.createOrder({ identifiers: [{ type: 'ip', value: '127.0.0.1' }] });
    const [{ challenges }] = await client.getAuthorizations(order);
    const challenge = challenges.find(({ type }) => type === 'http-01');
    proofs.set(challenge.token, await client.getChallengeKeyAuthorization(challenge));
    await client.completeChallenge(challenge);
    await client.waitForValidStatus(challenge);
    const [, csr] = await acme.crypto.createCsr({ altNames: ['127.0.0.1'] });
    const done = await client.finalizeOrder(order, csr);
    return { applicationId, profileId, chain: await client.getCertificate(done) };
  } finally {
    host.close();
  }
}

async function storeServiceToken(ask, { id }) {
  const { serviceToken, serviceTokenData } = await ask('POST', '/v2/service-token', {
    ...{ workspaceId: id, name: 'kept', permissions: ['read'] },
    scopes: [{ environment: 'dev', secretPath: '/' }],
  });
  return { id: serviceTokenData.id, token: serviceToken };
}

/** A write with a key, which is answered the same when it comes again. */
async function storeKeyed({ site }, token, { id }) {
  const key = 'kept-once';
  const body = { slug: 'once', color: '#0000ff' };
  const answer = await fetch(`${site}/api/v1/projects/${id}/tags`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Keyed: ${answer.status} ${await answer.text()}`);
  return { key, body, answered: await answer.json() };
}
