import { Secret, TOTP } from 'otpauth';
import { aSignedIn, PASSWORD } from '../accounts.js';
import type { TestApp } from '../harness.js';
import { aProject, aScene } from '../scene.js';
import { decoded, WireClient } from './wire-client.js';

const SELECT = 'POST /v3/auth/select-organization';
const CHOSEN = { token: 'string', isMfaEnabled: 'boolean', 'mfaMethod?': 'string' } as const;
/** What it decodes of its token to know whose it is, and for how long. */
const CLAIMS = {
  authTokenType: 'string',
  tokenVersionId: 'string',
  userId: 'string',
  organizationId: 'string',
  exp: 'integer',
} as const;

interface Chosen {
  readonly token: string;
  readonly isMfaEnabled: boolean;
  readonly mfaMethod?: string;
}

async function aPersonWithProject(server: TestApp) {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  const person = await aSignedIn(server, orgId);
  const memberships = `/api/v1/projects/${project.id}/memberships`;
  await admin.http
    .post(memberships)
    .send({ emails: [person.email] })
    .expect(200);
  return { person, orgId, project };
}

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8'));

/** `infisical login` and `init` of a person, with --email and --password or in the terminal. */
export function describeCliPeople(server: TestApp): void {
  it('signs a person in, tries the older way after a wrong password, and finds its projects', async () => {
    const { person, orgId, project } = await aPersonWithProject(server);
    const nobody = new WireClient(server, undefined, 'cli');
    const body = { email: person.email, password: PASSWORD };

    const wrong = await nobody.refused('POST /v3/auth/login', 401, {
      body: { ...body, password: 'wrong' },
    });
    const srp = { email: person.email, clientPublicKey: 'ab'.repeat(512) };
    const older = await nobody.refused('POST /v3/auth/login1', 401, { body: srp });
    expect(older.message).toBe(wrong.message);
    const { accessToken } = decoded<{ accessToken: string }>(
      await nobody.ok('POST /v3/auth/login', { body }),
      { accessToken: 'string' },
    );
    const begun = nobody.with(accessToken);
    const { organizations } = await begun.ok('GET /v1/organization');
    expect(decoded(organizations, [{ id: 'string', name: 'string' }])).toMatchObject([
      { id: orgId },
    ]);
    // Sub-organizations only enrich its list: it goes on after any error.
    await begun.refused('GET /v1/organization/accessible-with-sub-orgs', 405);
    const choice = { organizationId: orgId };
    const chosen = decoded<Chosen>(await begun.ok(SELECT, { body: choice }), CHOSEN);
    expect(decoded(claimsOf(chosen.token), CLAIMS)).toMatchObject({
      authTokenType: 'accessToken',
      userId: person.userId,
      organizationId: orgId,
    });

    const client = begun.with(chosen.token);
    await client.ok('POST /v1/auth/checkAuth');
    const { workspaces } = await client.ok('GET /v1/workspace');
    const shape = { id: 'string', name: 'string', orgId: 'string' } as const;
    expect(decoded(workspaces, [shape])).toMatchObject([{ id: project.id, orgId }]);
    // `init` chooses with the token that it has, and keeps the answer's.
    const again = decoded<Chosen>(await client.ok(SELECT, { body: choice }), CHOSEN);
    await client.refused('POST /v1/auth/checkAuth', 401);
    const query = { projectId: project.id, environment: 'dev', secretPath: '/' };
    const { secrets } = await client.with(again.token).ok('GET /v4/secrets', { query });
    expect(secrets).toEqual([]);
  });

  it('asks for the code of an authenticator app, and for another one after a wrong one', async () => {
    const { person, orgId } = await aPersonWithProject(server);
    const path = '/api/v1/user/me/totp';
    const registered = await person.http.post(`${path}/register`).expect(200);
    const { otpUrl } = registered.body as { otpUrl: string };
    const secret = Secret.fromBase32(new URL(otpUrl).searchParams.get('secret')!);
    const codeOf = (step: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
    await person.http
      .post(`${path}/verify`)
      .send({ totp: codeOf(-1) })
      .expect(200);
    const nobody = new WireClient(server, undefined, 'cli');
    const body = { email: person.email, password: PASSWORD };
    const { accessToken } = await nobody.ok('POST /v3/auth/login', { body });
    const begun = nobody.with(accessToken as string);

    const choice = { organizationId: orgId };
    const due = decoded<Chosen>(await begun.ok(SELECT, { body: choice }), CHOSEN);
    expect(due).toMatchObject({ isMfaEnabled: true, mfaMethod: 'totp' });
    const asking = begun.with(due.token);
    const sent = { email: person.email, mfaMethod: due.mfaMethod };
    const refused = await asking.refused('POST /v2/auth/mfa/verify', 401, {
      body: { ...sent, mfaToken: '000000' },
    });
    expect(refused.context).toMatchObject({ code: 'mfa_invalid', triesLeft: 4 });
    const { token } = await asking.ok('POST /v2/auth/mfa/verify', {
      body: { ...sent, mfaToken: codeOf(0) },
    });
    const next = asking.with(token as string);
    const chosen = decoded<Chosen>(await next.ok(SELECT, { body: choice }), CHOSEN);
    expect(chosen.isMfaEnabled).toBe(false);
    await next.with(chosen.token).ok('POST /v1/auth/checkAuth');
  });
}
