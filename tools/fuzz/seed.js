// Fills the server that is fuzzed: a project with one of each thing, and callers besides the fuzzer's own.
import { send } from '../server.js';
import { seedApprovals } from './seed-approvals.js';
import { seedCertificates } from './seed-certificates.js';
import { seedPeople } from './seed-people.js';

const CONTENT = { environment: 'dev', secretPath: '/' };

/**
 * Returns `there`: ids and names by the parameter that takes them; `doomed`: the same of things that requests may delete,
 * so that the others stay; `spares`: what stands in for what the run depends on; `callers`: how to sign in where an
 * operation takes another token than that of the fuzzer.
 */
export async function seed(server, token) {
  const ask = (method, path, body) => send(method, `${server.site}/api${path}`, body, token);
  const spare = await makeIdentity(ask, 'spare');
  const doomed = await makeIdentity(ask, 'doomed');
  for (const { identityId } of [spare, doomed]) {
    await attachWorkloadLogins(server, ask, identityId);
  }
  const kept = await makeProject(ask, 'fuzzed', spare);
  const deletable = await makeProject(ask, 'doomed', doomed);
  const people = await seedPeople(server, ask, [kept.projectId, deletable.projectId]);
  const held = await seedApprovals(ask, kept.projectId, people.there.userId);
  const doomedHeld = await seedApprovals(ask, deletable.projectId, people.doomed.userId);
  const spares = { ...(await sparesFor(ask, token, spare)), ...people.spares };
  return {
    there: { ...kept, ...spare, ...people.there, ...held },
    doomed: {
      ...{ ...deletable, ...doomed, ...people.doomed, ...doomedHeld },
      emptyProjectId: await makeEmpty(ask),
    },
    spares,
    callers: people.callers,
  };
}

/** A project with one of each thing, and the identity in it. */
export async function makeProject(ask, slug, { identityId }) {
  const { project } = await ask('POST', '/v1/projects', { projectName: slug, slug });
  return {
    projectId: project.id,
    workspaceId: project.id,
    projectSlug: slug,
    workspaceSlug: slug,
    environmentId: project.environments[0].id,
    ...CONTENT,
    ...(await makeContent(ask, project.id)),
    ...(await makeAccess(ask, project.id, identityId)),
    ...(await seedCertificates(ask, project.id)),
  };
}

/** Ids of projects for the requests that delete one. */
async function makeEmpty(ask) {
  const ids = [];
  for (let n = 0; n < 12; n++) {
    ids.push((await ask('POST', '/v1/projects', { projectName: `empty ${n}` })).project.id);
  }
  return ids;
}

async function makeContent(ask, projectId) {
  const at = { projectId, environment: 'dev', path: '/' };
  const { folder } = await ask('POST', '/v2/folders', { ...at, name: 'apps' });
  const body = { projectId, ...CONTENT, secretValue: 'one' };
  const { secret } = await ask('POST', '/v4/secrets/KEY', body);
  const { secretImport } = await ask('POST', '/v2/secret-imports', {
    ...at,
    import: { environment: 'prod', path: '/' },
  });
  const { tag } = await ask('POST', `/v1/projects/${projectId}/tags`, {
    slug: 'fuzz',
    color: '#112233',
  });
  const { serviceTokenData } = await ask('POST', '/v2/service-token', {
    ...{ workspaceId: projectId, name: 'fuzzed' },
    ...{ scopes: [{ environment: 'dev', secretPath: '/' }], permissions: ['read'] },
  });
  return {
    folderId: folder.id,
    folderIdOrName: folder.id,
    secretId: secret.id,
    secretName: 'KEY',
    secretImportId: secretImport.id,
    tagId: tag.id,
    serviceTokenId: serviceTokenData.id,
  };
}

async function makeAccess(ask, projectId, identityId) {
  const permissions = [{ subject: 'secrets', action: ['readValue'] }];
  const { role } = await ask('POST', `/v1/projects/${projectId}/roles`, {
    slug: 'reader',
    name: 'Reader',
    permissions,
  });
  const member = `/v1/projects/${projectId}/memberships/identities/${identityId}`;
  await ask('POST', member, { roles: [{ role: 'viewer' }] });
  const { privilege } = await ask('POST', '/v2/identity-project-additional-privilege', {
    identityId,
    projectId,
    slug: 'more',
    permissions,
    type: { isTemporary: false },
  });
  return {
    roleId: role.id,
    roleSlug: role.slug,
    privilegeSlug: privilege.slug,
    id: privilege.id,
  };
}

export async function makeIdentity(ask, name) {
  const { identity } = await ask('POST', '/v1/identities', { name, role: 'no-access' });
  const identityId = identity.id;
  const universal = `/v1/auth/universal-auth/identities/${identityId}`;
  await ask('POST', universal, {});
  const { clientSecretData } = await ask('POST', `${universal}/client-secrets`, {});
  const tokens = `/v1/auth/token-auth/identities/${identityId}`;
  await ask('POST', tokens, {});
  const { tokenData } = await ask('POST', `${tokens}/tokens`, {});
  return { identityId, clientSecretId: clientSecretData.id, tokenId: tokenData.id };
}

/** Attaches every way in which workloads sign in, with the settings that the document shows. */
export async function attachWorkloadLogins({ site }, ask, identityId) {
  const { paths, components } = await send('GET', `${site}/api/docs/json`);
  const attach = /\/(oidc|jwt|kubernetes|aws|azure|gcp)-auth\/identities\/\{identityId\}$/;
  for (const [path, { post }] of Object.entries(paths)) {
    if (!attach.test(path)) continue;
    const [{ $ref }] = Object.values(post.requestBody.content['application/json'].examples);
    const { value } = components.examples[$ref.split('/').at(-1)];
    await ask('POST', path.replace('/api', '').replace('{identityId}', identityId), value);
  }
}

/** Ids of the identity, the client secret and the token that the run works with. */
async function sparesFor(ask, token, spare) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const own = claims.identityId;
  const { clientSecretData } = await ask(
    'GET',
    `/v1/auth/universal-auth/identities/${own}/client-secrets`,
  );
  return {
    [own]: spare.identityId,
    [claims.identityAccessTokenId]: spare.tokenId,
    ...Object.fromEntries(clientSecretData.map(({ id }) => [id, spare.clientSecretId])),
  };
}
