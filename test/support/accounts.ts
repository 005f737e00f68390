import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Client, TestApp } from './harness.js';

/** The password of every account of a test that asks for no other. */
export const PASSWORD = 'correct horse battery staple';

export interface Account {
  readonly userId: string;
  readonly email: string;
}

export interface Signed extends Account {
  readonly token: string;
  readonly http: Client;
}

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

interface AccountOptions {
  readonly email?: string;
  /** Null: none. */
  readonly password?: string | null;
  readonly cost?: Cost;
  /** Put into the table as it is. */
  readonly stored?: string;
}

interface PersonOptions extends AccountOptions {
  readonly role?: string;
  readonly status?: 'accepted' | 'invited';
  readonly isActive?: boolean;
  /** One that is there already. */
  readonly account?: Account;
}

const COST: Cost = { memoryCost: 19_456, timeCost: 2 };

/** One hash for all accounts with the usual password: each takes some milliseconds of a processor. */
let usual: Promise<string> | undefined;

async function storedOf({ password = PASSWORD, cost, stored }: AccountOptions) {
  if (stored !== undefined || password === null) return stored ?? null;
  if (password === PASSWORD && !cost) return (usual ??= hash(password, COST));
  return hash(password.normalize('NFC'), cost ?? COST);
}

/** An account in no organization. Written past the API: tests of the API build on it. */
export async function anAccount(server: TestApp, options: AccountOptions = {}): Promise<Account> {
  const userId = randomUUID();
  const { email = `person-${userId}@example.org` } = options;
  await server.database.source.query(
    `insert into users (id, email, password_hash) values ($1, $2, $3)`,
    [userId, email, await storedOf(options)],
  );
  return { userId, email };
}

/** A person in the organization, who has an account already or gets one. */
export async function aPersonIn(
  server: TestApp,
  orgId: string,
  options: PersonOptions = {},
): Promise<Account & { readonly membershipId: string }> {
  const { role = 'member', status = 'accepted', isActive = true } = options;
  const account = options.account ?? (await anAccount(server, options));
  const membershipId = randomUUID();
  await server.database.source.query(
    `insert into organization_memberships (id, org_id, user_id, role, status, is_active)
     values ($1, $2, $3, $4, $5, $6)`,
    [membershipId, orgId, account.userId, role, status, isActive],
  );
  return { ...account, membershipId };
}

/** Signs a person in as a program does, with a password alone. */
export async function signIn(
  server: TestApp,
  email: string,
  orgId: string,
  password = PASSWORD,
): Promise<{ readonly token: string; readonly http: Client }> {
  const login = await server.http.post('/api/v3/auth/login').send({ email, password }).expect(200);
  const { accessToken } = login.body as { accessToken: string };
  const chosen = await server
    .as(accessToken)
    .post('/api/v3/auth/select-organization')
    .send({ organizationId: orgId })
    .expect(200);
  const { token } = chosen.body as { token: string };
  return { token, http: server.as(token) };
}

/** A person of the organization who has signed in. */
export async function aSignedIn(
  server: TestApp,
  orgId: string,
  options: PersonOptions = {},
): Promise<Signed & { readonly membershipId: string }> {
  const person = await aPersonIn(server, orgId, options);
  const signed = await signIn(server, person.email, orgId, options.password ?? PASSWORD);
  return { ...person, ...signed };
}
