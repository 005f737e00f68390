import { invalid } from '../errors/api-error.js';
import { NEW_PASSWORD } from '../http/body/password.field.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

const { min: MIN, max: MAX } = NEW_PASSWORD;

/** What a password must not be, because whoever knows the person guesses it first. */
export interface PasswordContext {
  readonly email: string;
  /** Names of the person's organizations. */
  readonly organizations: readonly string[];
}

/**
 * Returns what is wrong with a new password, or null. There are no rules of composition (NIST SP 800-63B, 3.1.1.2);
 * characters are counted under NFC, and spaces around it are part of it.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  if (!password.isWellFormed()) return 'must be well-formed Unicode';
  const length = [...password.normalize('NFC')].length;
  if (length < MIN || length > MAX) return `must have ${MIN} to ${MAX} characters`;
  const folded = fold(password);
  if (COMMON_PASSWORDS.has(folded)) return 'is one of the commonest passwords: choose another one';
  const [local = ''] = context.email.split('@');
  const known = [context.email, local, ...context.organizations].map(fold);
  return known.includes(folded)
    ? 'must not be your e-mail address or the name of your organization'
    : null;
}

/** Throws 422 for a password that may not be set; `field`: where the request has it. */
export function requireGoodPassword(
  password: string,
  context: PasswordContext,
  field = 'password',
): void {
  const problem = passwordProblem(password, context);
  if (problem === null) return;
  throw invalid([{ code: 'custom', path: [field], message: `${field} ${problem}` }]);
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
