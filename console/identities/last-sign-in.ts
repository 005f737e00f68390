import type { components } from '../api/schema';

type Schemas = components['schemas'];

/** When somebody signed in last, and how. */
export interface SignIn {
  readonly at: string;
  readonly method: string;
}

/** The latest of the last use of a credential and of the sessions in the console, of which a code leaves no other trace. */
export function lastSignIn(
  {
    lastLoginTime,
    lastLoginAuthMethod,
  }: Pick<Schemas['OrganizationIdentity'], 'lastLoginTime' | 'lastLoginAuthMethod'>,
  sessions: readonly Pick<Schemas['IdentitySession'], 'createdAt' | 'authMethod'>[],
): SignIn | null {
  const all = [
    ...(lastLoginTime === null ? [] : [{ at: lastLoginTime, method: lastLoginAuthMethod ?? '' }]),
    ...sessions.map(({ createdAt: at, authMethod: method }) => ({ at, method })),
  ];
  const [first] = all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return first ?? null;
}
