import type { Ability } from '../permissions/ability.js';
import type { ProjectSubjects } from '../permissions/project-subjects.js';

type Target = Readonly<Record<string, unknown>>;
type Asks = (ability: Ability<ProjectSubjects>, target: Target) => boolean;

const textAt = (target: Target, field: string): string | null => {
  const value = target[field];
  return typeof value === 'string' ? value : null;
};

/** What an entry does not tell of a thing is null, so that rules that ask for it hide. */
const RIGHTS = {
  /** How many secrets there were, of which some may be hidden. */
  secrets: (ability, target) =>
    ability.allows('describeSecret', 'secrets', {
      environment: textAt(target, 'environment') ?? textAt(target, 'slug'),
      secretPath: textAt(target, 'path'),
      ...{ secretName: null, secretTags: null, eventType: null },
    }),
  imports: (ability, target) =>
    ability.allows('read', 'secret-imports', {
      environment: textAt(target, 'environment'),
      secretPath: textAt(target, 'secretPath'),
    }),
  /** The right to read the holder of a role or a privilege. */
  holders: (ability, target) => {
    const { identityId, userId, groupId } = target;
    if (typeof identityId === 'string') return ability.allows('read', 'identity', { identityId });
    if (typeof userId === 'string') return ability.allows('read', 'member', { userEmail: null });
    return typeof groupId === 'string' && ability.allows('read', 'groups', { groupName: null });
  },
  certificates: (ability, target) =>
    ability.allows('read', 'certificates', {
      commonName: textAt(target, 'commonName'),
      serialNumber: textAt(target, 'serialNumber'),
      ...{ altNames: null, friendlyName: null, status: null, metadata: null },
    }),
  authorities: (ability, target) =>
    ability.allows('read', 'certificate-authorities', { name: textAt(target, 'name') }),
  certificatePolicies: (ability, target) =>
    ability.allows('read', 'certificate-policies', { name: textAt(target, 'name') }),
  applications: (ability) => ability.allows('read', 'certificate-application'),
  profiles: (ability, target) =>
    ability.allows('read', 'certificate-profiles', { slug: textAt(target, 'slug') }),
  roles: (ability) => ability.allows('read', 'role'),
  tags: (ability) => ability.allows('read', 'tags'),
  serviceTokens: (ability) => ability.allows('read', 'service-tokens'),
  policies: (ability) => ability.allows('read', 'secret-approval'),
  requests: (ability) => ability.allows('read', 'secret-approval-request'),
} as const satisfies Readonly<Record<string, Asks>>;

/** A right that an entry's reader may have in its project, beside that to read the log. */
export type DetailRight = keyof typeof RIGHTS;

export const holdsRight = (
  right: DetailRight,
  ability: Ability<ProjectSubjects>,
  target: Target,
): boolean => (RIGHTS[right] as Asks)(ability, target);
