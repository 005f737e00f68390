import { randomUUID } from 'node:crypto';
import { AccessTokens } from '../../src/auth/access-token.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene, type Caller, withoutReqId } from '../support/scene.js';

const server = useApp();
const ROOT = '/api/v1/auth/token-auth';
const IDENTITIES = '/api/v1/identities';
const pathOf = (identityId: string) => `${ROOT}/identities/${identityId}`;

interface CreatedToken {
  readonly accessToken: string;
  readonly tokenData: { readonly id: string };
}

/** An identity without any login method. */
async function aBot(admin: Caller): Promise<string> {
  const { body } = await admin.http
    .post(IDENTITIES)
    .send({ name: 'bot', role: 'member' })
    .expect(200);
  return (body as { identity: { id: string } }).identity.id;
}

async function aTokenOf(admin: Caller, settings: object = {}, token: object = {}) {
  const id = await aBot(admin);
  await admin.http.post(pathOf(id)).send(settings).expect(200);
  const { body } = await admin.http
    .post(`${pathOf(id)}/tokens`)
    .send(token)
    .expect(200);
  return { id, ...(body as CreatedToken) };
}

const use = (token: string) => server.as(token).get(`${IDENTITIES}/details`);

const actionsIn = async (orgId: string): Promise<string[]> =>
  (
    await server.database.source.query<{ action: string }[]>(
      'select action from audit_entries where org_id = $1 order by id',
      [orgId],
    )
  ).map(({ action }) => action);

describe('/api/v1/auth/token-auth/identities/:identityId', () => {
  it('attaches, returns, changes and removes', async () => {
    const { admin, orgId } = await aScene(server);
    const id = await aBot(admin);
    await admin.http.get(pathOf(id)).expect(404);

    const attached = await admin.http.post(pathOf(id)).send({}).expect(200);
    const networks = [
      { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
      { ipAddress: '::', type: 'ipv6', prefix: 0 },
    ];
    expect(attached.body).toEqual({
      identityTokenAuth: {
        id: expect.any(String),
        identityId: id,
        accessTokenTTL: 2_592_000,
        accessTokenMaxTTL: 2_592_000,
        accessTokenNumUsesLimit: 0,
        accessTokenTrustedIps: networks,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    await admin.http.post(pathOf(id)).send({}).expect(400);
    await admin.http.patch(pathOf(id)).send({ accessTokenTTL: 2_592_001 }).expect(400);
    await admin.http.patch(pathOf(id)).send({ accessTokenTTL: 5 }).expect(200);
    const read = await admin.http.get(pathOf(id)).expect(200);
    expect(read.body).toMatchObject({ identityTokenAuth: { accessTokenTTL: 5 } });
    await admin.http.delete(pathOf(id)).expect(200);
    await admin.http.delete(pathOf(id)).expect(404);
    expect((await actionsIn(orgId)).slice(1)).toEqual([
      'token-auth.attach',
      'token-auth.update',
      'token-auth.detach',
    ]);
  });

  it('ends every token with its removal', async () => {
    const { admin } = await aScene(server);
    const { id, accessToken } = await aTokenOf(admin);
    await use(accessToken).expect(200);

    await admin.http.delete(pathOf(id)).expect(200);

    await use(accessToken).expect(401);
  });
});

describe('tokens of token auth', () => {
  it('are shown once, named and listed', async () => {
    const { admin, orgId } = await aScene(server);
    const id = await aBot(admin);
    await admin.http
      .post(pathOf(id))
      .send({ accessTokenTTL: 60, accessTokenMaxTTL: 120, accessTokenNumUsesLimit: 5 })
      .expect(200);

    const { body } = await admin.http
      .post(`${pathOf(id)}/tokens`)
      .send({ name: 'pipeline', organizationSlug: `org-${orgId}` })
      .expect('Cache-Control', 'no-store')
      .expect(200);

    const tokenData = {
      id: expect.any(String),
      identityId: id,
      name: 'pipeline',
      authMethod: 'token-auth',
      accessTokenTTL: 60,
      accessTokenMaxTTL: 120,
      accessTokenNumUses: 0,
      accessTokenNumUsesLimit: 5,
      accessTokenLastUsedAt: null,
      accessTokenLastRenewedAt: null,
      isAccessTokenRevoked: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(body).toEqual({
      accessToken: expect.any(String),
      expiresIn: 60,
      accessTokenMaxTTL: 120,
      tokenType: 'Bearer',
      tokenData,
    });
    const { accessToken, tokenData: created } = body as CreatedToken;
    expect(server.app.get(AccessTokens).verify(accessToken).jti).toBe(created.id);
    await use(accessToken).expect(200);
    const renamed = await admin.http
      .patch(`${ROOT}/tokens/${created.id}`)
      .send({ name: 'other' })
      .expect(200);
    const seen = { ...tokenData, name: 'other', accessTokenNumUses: 1 };
    expect(renamed.body).toEqual({ token: seen });
    const list = await admin.http.get(`${pathOf(id)}/tokens`).expect(200);
    expect(list.body).toEqual({ tokens: [seen], totalCount: 1 });
    const read = await admin.http.get(`${ROOT}/tokens/${created.id}`).expect(200);
    expect(read.body).toEqual({ token: seen });
    const rows = JSON.stringify([
      await server.database.source.query('select * from access_tokens'),
      await server.database.source.query('select * from audit_entries'),
    ]);
    expect(rows + server.logLines.join('')).not.toContain(accessToken);
  });

  it('are listed page by page, the oldest first', async () => {
    const { admin } = await aScene(server);
    const { id } = await aTokenOf(admin, {}, { name: '1' });
    for (const name of ['2', '3']) {
      await admin.http
        .post(`${pathOf(id)}/tokens`)
        .send({ name })
        .expect(200);
    }
    const list = async (query: string) => {
      const { body } = await admin.http.get(`${pathOf(id)}/tokens?${query}`).expect(200);
      const { tokens, totalCount } = body as { tokens: { name: string }[]; totalCount: number };
      return [tokens.map(({ name }) => name).join(), totalCount];
    };

    expect(await list('limit=2')).toEqual(['1,2', 3]);
    expect(await list('limit=2&offset=2')).toEqual(['3', 3]);
    expect(await list('offset=9')).toEqual(['', 3]);
    await admin.http.get(`${pathOf(id)}/tokens?limit=101`).expect(422);
  });

  it('end when they are revoked, however often, and no other with them', async () => {
    const { admin, orgId } = await aScene(server);
    const { id, accessToken, tokenData } = await aTokenOf(admin);
    const second = await admin.http
      .post(`${pathOf(id)}/tokens`)
      .send({})
      .expect(200);
    const revoke = () => admin.http.post(`${ROOT}/tokens/${tokenData.id}/revoke`).expect(200);

    await revoke();
    const { body } = await revoke();

    expect(body).toEqual({
      message: expect.any(String),
      token: expect.objectContaining({ id: tokenData.id, isAccessTokenRevoked: true }),
    });
    await use(accessToken).expect(401);
    await use((second.body as CreatedToken).accessToken).expect(200);
    const audited = await actionsIn(orgId);
    expect(audited.filter((action) => action === 'token.revoke')).toHaveLength(1);
  });

  it('are unknown from another organization', async () => {
    const { admin } = await aScene(server);
    const { id, tokenData } = await aTokenOf(admin);
    const { admin: stranger, orgId } = await aScene(server);
    const bodies: object[] = [];
    for (const answer of [
      stranger.http.get(`${ROOT}/tokens/${tokenData.id}`),
      stranger.http.get(`${ROOT}/tokens/${randomUUID()}`),
      stranger.http.patch(`${ROOT}/tokens/${tokenData.id}`).send({ name: 'x' }),
      stranger.http.post(`${ROOT}/tokens/${tokenData.id}/revoke`),
      stranger.http.post(`${ROOT}/tokens/${randomUUID()}/revoke`),
      stranger.http.post(`${ROOT}/tokens/nothing/revoke`),
      stranger.http.get(`${pathOf(id)}/tokens`),
      stranger.http.post(`${pathOf(id)}/tokens`).send({}),
      stranger.http.get(pathOf(id)),
      stranger.http.patch(pathOf(id)).send({}),
      stranger.http.delete(pathOf(id)),
      admin.http.post(`${pathOf(id)}/tokens`).send({ organizationSlug: `org-${orgId}` }),
    ]) {
      bodies.push(withoutReqId((await answer.expect(404)).body as object));
    }

    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('of a stronger identity are neither made, seen, named nor revoked', async () => {
    const { admin, orgId } = await aScene(server);
    const { id, tokenData } = await aTokenOf(admin);
    const weak = await anIdentity(server, orgId, [
      {
        subject: 'identity',
        action: ['read', 'edit-auth', 'revoke-auth', 'create-token', 'get-token', 'delete-token'],
      },
    ]);
    const nobody = await anIdentity(server, orgId, 'no-access');
    const all = ({ http }: Caller) => [
      http.post(`${pathOf(id)}/tokens`).send({}),
      http.get(`${pathOf(id)}/tokens`),
      http.get(`${ROOT}/tokens/${tokenData.id}`),
      http.patch(`${ROOT}/tokens/${tokenData.id}`).send({ name: 'x' }),
      http.post(`${ROOT}/tokens/${tokenData.id}/revoke`),
      http.patch(pathOf(id)).send({}),
      http.delete(pathOf(id)),
    ];

    for (const answer of all(weak)) {
      const { body } = await answer.expect(403);
      expect(body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    }
    for (const answer of all(nobody)) await answer.expect(403);
    await weak.http.get(pathOf(id)).expect(200);
    await server.http
      .post(`${pathOf(id)}/tokens`)
      .send({})
      .expect(401);
  });
});
