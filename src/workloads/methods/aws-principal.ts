import { LoginRefused } from '../logins/checks.js';
import { MatchSteps, patternProblem, patternTest } from '../tokens/pattern.js';

/** Who signed, as STS names it; the facts of a login. */
export interface AwsPrincipal {
  readonly accountId: string;
  readonly arn: string;
  readonly userId: string;
  readonly partition: string;
  readonly service: string;
  readonly resourceType: string;
  readonly resourceName: string;
}

const ARN = /^arn:(aws(?:-[a-z]+)*):(iam|sts)::(\d{12}):([\x21-\x7e]{1,1024})$/;
const USER_ID = /^[\x21-\x7e]{1,256}$/;

type Json = Readonly<Record<string, unknown>>;
const objectIn = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** Reads STS's answer, of exactly its form. Throws LoginRefused. */
export function principalIn(answer: unknown): AwsPrincipal {
  const { GetCallerIdentityResponse: response, ...beside } = objectIn(answer);
  const { GetCallerIdentityResult: result, ResponseMetadata: _, ...more } = objectIn(response);
  const { Account: accountId, Arn: arn, UserId: userId, ...others } = objectIn(result);
  const isBare = [beside, more, others].every((rest) => Object.keys(rest).length === 0);
  const parts = typeof arn === 'string' ? ARN.exec(arn) : null;
  const isSound =
    isBare &&
    parts !== null &&
    parts[3] === accountId &&
    typeof userId === 'string' &&
    USER_ID.test(userId);
  if (!isSound) throw new LoginRefused('signature', 'iamRequestHeaders');
  const [, partition = '', service = '', , resource = ''] = parts;
  const [resourceType = '', ...names] = resource.split('/');
  return {
    accountId: accountId as string,
    arn: arn as string,
    userId,
    partition,
    service,
    resourceType,
    resourceName: names.join('/'),
  };
}

/** The ARN that settings name: of a session of a role it is the role. */
export function comparedArn({
  partition,
  accountId,
  arn,
  service,
  resourceType,
  resourceName,
}: AwsPrincipal): string {
  if (service !== 'sts' || resourceType !== 'assumed-role') return arn;
  const names = resourceName.split('/');
  // A session has one name: more parts would be something else.
  return names.length === 2 ? `arn:${partition}:iam::${accountId}:role/${names[0]}` : arn;
}

const ALLOWED =
  /^arn:aws(?:-[a-z]+)*:(?:iam::\d{12}:(?:user\/.+|role\/.+|\*)|sts::\d{12}:federated-user\/.+)$/;

/** Characters that AWS gives an ARN at most. */
const MAX_ARN = 2_048;
/** Colons before what an ARN names: `arn:aws:iam::123456789012:role/ci`. */
const RESOURCE = 5;

/** The role that an ARN names: the last part of its path, and what stands before the path. */
function roleIn(arn: string) {
  const resource = arn.split(':').slice(RESOURCE).join(':');
  if (!resource.startsWith('role/')) return null;
  const slash = resource.lastIndexOf('/');
  return {
    before: arn.slice(0, arn.length - resource.length),
    name: resource.slice(slash + 1),
    isBehindPath: slash > 'role'.length,
  };
}

/** What is wrong with an ARN of a setting; null if nothing is. */
export function arnProblem(arn: string): string | null {
  if (!ALLOWED.test(arn))
    return 'should be arn:<partition>:iam::<account>:user/…, :role/… or :*, with partition and account as they are';
  if (arn.length > MAX_ARN) return `is longer than the ${MAX_ARN} characters of an ARN`;
  const role = roleIn(arn);
  if (role?.isBehindPath && /[*?{]/.test(role.name))
    return 'has a wildcard behind a path, which AWS does not tell of a role: roles of any path would log in';
  return patternProblem(patternOf(arn));
}

export const isWholeAccount = (arn: string): boolean => arn.endsWith(':*');

/** Whether every role or user of an account fits. */
export const isTenantWide = (arn: string): boolean =>
  isWholeAccount(arn) || /:(role|user)\/\*{1,2}$/.test(arn);

/** STS leaves the path of a role out, and an account has a name of a role once: its last part is compared. */
function patternOf(arn: string): string {
  const role = roleIn(arn);
  return role ? `${role.before}role/${role.name}` : arn;
}

export function isAllowedArn(principal: AwsPrincipal, allowed: readonly string[]): boolean {
  const compared = comparedArn(principal);
  const steps = new MatchSteps();
  return allowed.some((arn) => {
    if (arnProblem(arn) !== null) return false;
    if (!isWholeAccount(arn)) return patternTest([patternOf(arn)], steps)(compared);
    const { partition, accountId } = principal;
    return arn === `arn:${partition}:iam::${accountId}:*`;
  });
}
