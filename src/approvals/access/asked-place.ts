import { filterInSlices } from '../../access/slices.js';
import { badRequest } from '../../errors/api-error.js';
import { globContains, globsDisjoint } from '../../permissions/glob-relations.js';
import { isTemplate } from '../../permissions/templates.js';
import type { Rule } from '../../permissions/rule.js';
import { toFolderPath } from '../../projects/folders/folder-path.js';
import type { KeptPolicy } from '../policies/policies.repository.js';
import { globOf } from '../policies/policy-table.js';
import { GIVEN_ACTIONS } from './packed-rules.js';

/** The folders that somebody asks for: in one environment, and by one path or glob. */
export interface AskedPlace {
  readonly environment: string;
  readonly secretPath: string;
}

/** What a rule may narrow the secrets of the place by; `eventType` is about streams of events, which no policy gives. */
const GIVEN_CONDITIONS = ['secretName', 'secretTags'];

const beyond = (reason: string) => badRequest('beyond-policy', reason);

/** The one text of a condition that is an equality, or with `$glob` a pattern; null for anything else. */
function oneText(condition: unknown, operator?: '$glob'): string | null {
  if (typeof condition === 'string') return condition;
  if (typeof condition !== 'object' || condition === null) return null;
  const [[name, value] = [], ...more] = Object.entries(condition);
  if (more.length > 0) return null;
  if (name === '$in') return Array.isArray(value) && value.length === 1 ? String(value[0]) : null;
  return (name === '$eq' || name === operator) && typeof value === 'string' ? value : null;
}

function placeOf({ subject, action, conditions, inverted }: Rule): AskedPlace {
  if (inverted) throw beyond('What forbids is not asked for: send rules that allow.');
  if (subject !== 'secrets') throw beyond('Ask for secrets: nothing else is given by request.');
  const other = [action].flat().find((each) => !GIVEN_ACTIONS.some((given) => given === each));
  if (other !== undefined)
    throw beyond(`Ask for ${GIVEN_ACTIONS.join(', ')}: "${other}" is not given by request.`);
  const { environment, secretPath, ...others } = (conditions ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(others).find((each) => !GIVEN_CONDITIONS.includes(each));
  if (unknown !== undefined)
    throw beyond(`Ask without a condition on ${unknown}: it is about more than secrets.`);
  const [slug, path] = [oneText(environment), oneText(secretPath, '$glob')];
  if (slug === null || path === null)
    throw beyond('Each rule names one environment, and one path or $glob as secretPath.');
  if (isTemplate(path)) throw beyond('secretPath must not hold {{: it is the same for everybody.');
  const isPattern = typeof secretPath === 'object' && Object.hasOwn(secretPath!, '$glob');
  if (!isPattern && toFolderPath(path) !== path)
    throw beyond('secretPath must be a folder such as /apps, or a pattern in $glob.');
  return { environment: slug, secretPath: path };
}

/** The folders that all of the rules are about. Throws 400 for rules that no policy could give. */
export function askedPlaceOf(rules: readonly Rule[]): AskedPlace {
  const [first, ...others] = rules.map(placeOf);
  const isSame = ({ environment, secretPath }: AskedPlace) =>
    environment === first!.environment && secretPath === first!.secretPath;
  if (!others.every(isSame)) throw beyond('Ask for one environment and one path at a time.');
  return first!; // there is a rule: the pipe saw to it
}

/** Whether who asks may be told what policies there are. */
interface AskedBy {
  readonly readsPolicies: boolean;
}

/** Refuses in the same words for no policy, a narrower one and several, since who may not read policies must not learn where they are. */
const noPolicy = () =>
  badRequest(
    'no-policy',
    'No policy lets people ask for access to the whole of this place. Ask for less, or for another place.',
  );

/**
 * The policy by which the place is asked for: of several that could govern a folder of it, the one that governs them all. Takes
 * the policies with the older first. Throws 400 where there is none.
 */
export async function policyFor(
  policies: readonly KeptPolicy[],
  { environment, secretPath }: AskedPlace,
  { readsPolicies }: AskedBy,
): Promise<KeptPolicy> {
  const asked = globOf(secretPath);
  const near = await filterInSlices(
    policies,
    (each) =>
      each.environments.some(({ slug }) => slug === environment) &&
      !globsDisjoint(globOf(each.secretPath), asked),
  );
  const isExact = (each: KeptPolicy) => toFolderPath(each.secretPath) === each.secretPath;
  const [first, ...others] = [...near.filter(isExact), ...near.filter((each) => !isExact(each))];
  if (first && globContains(globOf(first.secretPath), asked)) return first;
  if (!first || !readsPolicies) throw noPolicy();
  if (others.length === 0)
    throw beyond(`The policy is about ${first.secretPath}: ask for that, or for less.`);
  throw badRequest('several-policies', 'The place is under several policies. Ask for less.', {
    policies: [first, ...others].map(({ id, name }) => ({ policyId: id, name })),
  });
}

/** Throws 400 for what the policy does not give: an action that its maker did not hold, or longer than it allows. */
export function requireGiven(
  { access }: Pick<KeptPolicy, 'access'>,
  rules: readonly Rule[],
  range: string | null,
  periodLength: (range: string) => number,
): void {
  const { actions = [], maxPeriod = null } = access ?? {};
  const missing = rules
    .flatMap(({ action }) => [action].flat())
    .find((each) => !actions.includes(each));
  if (missing !== undefined)
    throw beyond(`The policy gives ${actions.join(', ')}, not ${missing}.`);
  if (maxPeriod === null) return;
  if (range === null || periodLength(range) > periodLength(maxPeriod))
    throw beyond(
      `The policy gives access for at most ${maxPeriod}: send isTemporary and temporaryRange.`,
    );
}
