import { canonicalEmail } from '../http/body/email.field.js';

/** Who somebody is, as the provider said in a token that was verified. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Canonical, and only where the provider says that it is verified; else null. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** When the provider last asked who they are, in seconds since 1970; null where it does not say. */
  readonly authTime: number | null;
}

/** OpenID Connect Core 1.0, 2. */
const MAX_SUBJECT = 255;
const MAX_NAME = 255;

type Claims = Readonly<Record<string, unknown>>;

/** Null for a subject that is none. `identity`: the ID token; `profile`: where the address is, that token or UserInfo. */
export function personOf(identity: Claims, profile: Claims): ProviderPerson | null {
  const { iss: issuer, sub: subject } = identity;
  if (typeof issuer !== 'string' || typeof subject !== 'string') return null;
  const isSubject = subject.length > 0 && subject.length <= MAX_SUBJECT && isPlain(subject);
  if (!isSubject) return null;
  const { email, email_verified: isVerified } = profile;
  // Literally true: some providers write a text, and others leave it out, for addresses that anybody can type.
  const isProved = typeof email === 'string' && isVerified === true;
  return {
    issuer,
    subject,
    verifiedEmail: isProved ? canonicalEmail(email) : null,
    firstName: nameOf(profile['given_name']),
    lastName: nameOf(profile['family_name']),
    authTime: timeOf(identity['auth_time']),
  };
}

/**
 * When the person proved who they are: whoever comes by a session of the provider that goes on has proved nothing now.
 * `isTimed`: whether the provider has to say; else this moment counts. `now`: seconds, by the database's clock.
 */
export function provedAtOf({ authTime }: ProviderPerson, isTimed: boolean, now: number): Date {
  if (authTime !== null) return new Date(Math.min(authTime, now) * 1000);
  return new Date(isTimed ? 0 : now * 1000);
}

const timeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

const nameOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed() && isPlain(value)
    ? [...value.trim()].slice(0, MAX_NAME).join('')
    : '';

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const isPlain = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text);
