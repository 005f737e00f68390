import { randomUUID } from 'node:crypto';
import { PasswordHashes } from '../src/accounts/password-hashes.js';
import { send } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { sameAndAsFast } from './logins.js';

const PASSWORD = 'correct horse battery staple';

/**
 * G24: a wrong password, an address that nobody has, an account without a password and a deactivated person with the
 * right one are answered alike and as fast.
 */
export async function peopleAlike(cluster: Cluster, samples: number): Promise<Finding> {
  const stored = await new PasswordHashes().hash(PASSWORD);
  const member = await aMember(cluster, stored, true);
  const without = await aMember(cluster, null, true);
  const deactivated = await aMember(cluster, stored, false);
  const logIn = async (email: string, password: string) => {
    // Three failures would lock an address, and what is locked is not hashed.
    await cluster.query('delete from login_failures');
    return send('POST', `${cluster.url(0)}/api/v3/auth/login`, { body: { email, password } });
  };
  const alike = await sameAndAsFast(
    [
      () => logIn(member, 'a wrong password of Ann'),
      () => logIn(`nobody-${randomUUID()}@example.org`, PASSWORD),
      () => logIn(without, PASSWORD),
      () => logIn(deactivated, PASSWORD),
    ],
    samples,
    { share: 0.05, ms: 0.1 },
  );
  const what =
    'logins of people that fail: wrong password, unknown, without a password, deactivated';
  return { goal: 'G24', what, ...alike };
}

/** The address of somebody in the organization, written past the API, which would ask for mail. */
async function aMember(
  cluster: Cluster,
  stored: string | null,
  isActive: boolean,
): Promise<string> {
  const [id, membershipId] = [randomUUID(), randomUUID()];
  const email = `${id}@example.org`;
  const account = 'insert into users (id, email, password_hash) values ($1, $2, $3)';
  await cluster.query(account, [id, email, stored]);
  await cluster.query(
    `insert into organization_memberships (id, org_id, user_id, role, status, is_active)
     values ($1, $2, $3, 'member', 'accepted', $4)`,
    [membershipId, cluster.scene.orgId, id, isActive],
  );
  return email;
}
