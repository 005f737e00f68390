import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { OneTimeTokens } from '../../src/accounts/one-time-tokens.js';
import type { TokenPurpose } from '../../src/database/entities/second-factor.entity.js';
import { aSignedIn, PASSWORD, signIn, type Signed } from '../support/accounts.js';
import { deadlocksOf } from '../support/deadlocks.js';
import { TEST_KEYS, useApp } from '../support/harness.js';
import { runHere } from '../support/program.js';
import { runs, timeLimit } from '../support/runs.js';
import { aScene, type Scene } from '../support/scene.js';

// Whoever holds a stolen session replaces it without end, while its owner ends all sessions.

const server = useApp({ PUBLIC_URL: 'https://secrets.example.org' });
const ROUNDS = runs(1, 60, 'SESSION_RACES');
const STOLEN = 3;
const NEW = 'another long password';
const SELECT = '/api/v3/auth/select-organization';
const TOTP_PATH = '/api/v1/user/me/totp';

interface Owner extends Signed {
  readonly membershipId: string;
  readonly orgId: string;
  readonly admin: Scene['admin'];
}

/** What the owner, or somebody for them, does; sessions of the person that may live afterwards. */
interface Door {
  readonly left: number;
  /** Prepares it and returns the last step, which ends the sessions. */
  readonly prepare: (owner: Owner) => Promise<() => Promise<number>>;
}

const aToken = ({ userId, email }: Owner, purpose: TokenPurpose, scopeId = userId, to = email) => {
  const oneTime = server.app.get(OneTimeTokens);
  const holder = { userId, purpose, scopeId, email: to };
  return server.database.transaction((tx) =>
    purpose === 'email-change' ? oneTime.makeCode(tx, holder) : oneTime.make(tx, holder),
  );
};

const sessionIn = (token: string) =>
  (
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      tokenVersionId: string;
    }
  ).tokenVersionId;

async function aCodeFor({ http }: Owner): Promise<string> {
  const { body } = await http.post(`${TOTP_PATH}/register`).expect(200);
  const secret = new URL((body as { otpUrl: string }).otpUrl).searchParams.get('secret')!;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** A factor that is on, as if it had been there before the sessions began. */
async function putFactorOn({ userId }: Owner): Promise<void> {
  const { source } = server.database;
  const factor = `insert into second_factors (user_id, secret, is_on) values ($1, '\\x00', true)`;
  await source.query(factor, [userId]);
  await source.query(`update sessions set assurance = 'mfa' where user_id = $1`, [userId]);
}

const membership = ({ orgId, membershipId }: Owner) =>
  `/api/v2/organizations/${orgId}/memberships/${membershipId}`;
const statusOf = async (test: PromiseLike<{ readonly status: number }>) => (await test).status;

const DOORS: Readonly<Record<string, Door>> = {
  'a change of password': {
    left: 1,
    prepare: ({ http }) => {
      const change = { currentPassword: PASSWORD, newPassword: NEW };
      return Promise.resolve(() => statusOf(http.post('/api/v2/users/me/password').send(change)));
    },
  },
  'a reset': {
    left: 0,
    prepare: async (owner) => {
      const token = await aToken(owner, 'reset');
      const reset = '/api/v1/account-recovery/reset';
      return () => statusOf(server.as(token).post(reset).send({ password: NEW }));
    },
  },
  'the end of all sessions': {
    left: 0,
    prepare: ({ http }) =>
      Promise.resolve(() => statusOf(http.delete('/api/v2/users/me/sessions'))),
  },
  'an authenticator app turned on': {
    left: 1,
    prepare: async (owner) => {
      const totp = await aCodeFor(owner);
      return () => statusOf(owner.http.post(`${TOTP_PATH}/verify`).send({ totp }));
    },
  },
  'another e-mail address': {
    left: 0,
    prepare: async (owner) => {
      const newEmail = `new-${randomUUID()}@example.net`;
      const otp = await aToken(owner, 'email-change', sessionIn(owner.token), newEmail);
      return () => statusOf(owner.http.patch('/api/v2/users/me/email').send({ newEmail, otp }));
    },
  },
  'a way of signing in taken away': {
    left: 1,
    prepare: async ({ http, userId }) => {
      await server.database.source.query(
        `insert into provider_accounts (issuer, subject, client_id, user_id)
         values ('https://login.example.org', $1::text, 'a client', $1::uuid)`,
        [userId],
      );
      const kept = { authMethods: ['email'] };
      return () => statusOf(http.put('/api/v2/users/me/auth-methods').send(kept));
    },
  },
  'a second factor that an administrator turns off': {
    left: 0,
    prepare: async (owner) => {
      await putFactorOn(owner);
      return () => statusOf(owner.admin.http.delete(`${membership(owner)}/second-factor`));
    },
  },
  'the operator’s admin:recover': {
    left: 0,
    prepare: ({ email }) =>
      Promise.resolve(async () => {
        const settings = {
          DATABASE_URL: server.databaseUrl,
          ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
          AUTH_SECRET: TEST_KEYS.authSecret,
          PUBLIC_URL: 'https://secrets.example.org',
        };
        return (await runHere(settings, 'admin:recover', '--user', email)).code === 0 ? 200 : 500;
      }),
  },
  deactivation: {
    left: 0,
    prepare: (owner) =>
      Promise.resolve(() =>
        statusOf(owner.admin.http.patch(membership(owner)).send({ isActive: false })),
      ),
  },
  'the removal from the organization': {
    left: 0,
    prepare: (owner) => Promise.resolve(() => statusOf(owner.admin.http.delete(membership(owner)))),
  },
  'the deletion of the account': {
    left: 0,
    prepare: ({ http }) => Promise.resolve(() => statusOf(http.delete('/api/v2/users/me'))),
  },
};

/** Replaces a session until that is refused, or `isOver` says to stop. Returns how often it went well. */
async function replaceOn(first: string, orgId: string, isOver: (count: number) => boolean) {
  let token = first;
  for (let count = 0; ; count++) {
    const answer = await server.as(token).post(SELECT).send({ organizationId: orgId });
    const { token: next, isMfaEnabled } = answer.body as { token: string; isMfaEnabled: boolean };
    if (answer.status >= 500) throw new Error(`${answer.status}: ${answer.text}`);
    if (answer.status !== 200 || isMfaEnabled || isOver(count)) return count;
    token = next;
  }
}

async function liveSessions({ userId, orgId }: Owner): Promise<number> {
  const [row] = await server.database.source.query<{ count: number }[]>(
    `select count(*)::int count from sessions
     where user_id = $1 and org_id = $2 and ended_at is null`,
    [userId, orgId],
  );
  return row!.count;
}

async function anOwner(): Promise<Owner> {
  const { orgId, admin } = await aScene(server);
  // Who deletes the account is not the last administrator.
  const person = await aSignedIn(server, orgId);
  return { ...person, orgId, admin };
}

/** Returns the sessions that live after the door, while others were replaced all the time. */
async function raceThrough({ prepare }: Door): Promise<number> {
  const owner = await anOwner();
  const stolen = [];
  for (let n = 0; n < STOLEN; n++)
    stolen.push((await signIn(server, owner.email, owner.orgId)).token);
  const through = await prepare(owner);
  let [under, isThrough] = [0, false];
  let begin: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const loops = stolen.map((token) => {
    let rest = 3;
    return replaceOn(token, owner.orgId, (count) => {
      if (count === 1 && ++under === STOLEN) begin();
      return isThrough && --rest === 0;
    });
  });
  await begun;
  expect(await through()).toBe(200);
  isThrough = true;
  await Promise.all(loops);
  return liveSessions(owner);
}

describe('sessions that are replaced all the time', () => {
  it.each(Object.entries(DOORS))(
    'end with %s',
    async (_, door) => {
      const lived: number[] = [];
      for (let round = 0; round < ROUNDS; round++) lived.push(await raceThrough(door));
      expect(lived).toEqual(lived.map(() => door.left));
    },
    timeLimit(60_000),
  );

  it('have locked one another out in none of these races', async () => {
    expect(await deadlocksOf(server)).toBe(0);
  });
});
