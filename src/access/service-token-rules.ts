import { LRUCache } from 'lru-cache';
import type { ContentActor, ServiceTokenActor, ServiceTokenPermission } from '../auth/actor.js';
import { type Ability, compile } from '../permissions/ability.js';
import { compileGlob } from '../permissions/glob.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import { withSource } from './held-rules.js';

/** What each permission of a service token is, where the token reaches. */
const GRANTS = {
  read: {
    secrets: ['describeSecret', 'readValue'],
    'secret-folders': ['read'],
    'secret-imports': ['read'],
  },
  write: {
    secrets: ['create', 'edit', 'delete'],
    'secret-folders': ['create', 'edit', 'delete'],
    'secret-imports': ['create', 'edit', 'delete'],
  },
} as const satisfies Readonly<
  Record<ServiceTokenPermission, Readonly<Record<string, readonly string[]>>>
>;

/** The rules that say what a service token may do at most. */
export const serviceTokenRules = ({
  scopes,
  permissions,
}: Pick<ServiceTokenActor, 'scopes' | 'permissions'>): Rule[] =>
  scopes.flatMap(({ environment, secretPath }) =>
    permissions
      .flatMap((permission) => Object.entries(GRANTS[permission]))
      .map(([subject, action]) => ({
        subject,
        action,
        conditions: { environment: { $eq: environment }, secretPath: { $glob: secretPath } },
      })),
  );

/** The rules that the token holds at most, until it ends. */
export const heldByServiceToken = (
  token: Pick<ServiceTokenActor, 'scopes' | 'permissions' | 'expiresAt'>,
): SourcedRule[] =>
  withSource(serviceTokenRules(token), {
    kind: 'service-token',
    slug: 'service-token',
    validUntil: token.expiresAt,
  });

/**
 * The one folder that the caller can mean: that of a service token with a single scope and no pattern. Null for every
 * other caller. Clients with such a token may name no environment and path, or those of their own defaults.
 */
export function onlyFolderOf(
  actor: ContentActor,
): { readonly environment: string; readonly secretPath: string } | null {
  if (actor.kind !== 'service-token') return null;
  const [scope, ...others] = actor.scopes;
  if (!scope || others.length > 0) return null;
  const [secretPath, ...more] = compileGlob(scope.secretPath).literals ?? [];
  if (secretPath === undefined || more.length > 0) return null;
  return { environment: scope.environment, secretPath };
}

/** Scopes and permissions of a service token never change. */
const limits = new LRUCache<string, Ability<ProjectSubjects>>({ max: 1_000 });

function limitOf(actor: ServiceTokenActor): Ability<ProjectSubjects> {
  const { serviceTokenId } = actor;
  const limit = limits.get(serviceTokenId) ?? compile(PROJECT_SUBJECTS, heldByServiceToken(actor));
  limits.set(serviceTokenId, limit);
  return limit;
}

/** What the caller may do of what its holder may: a service token does no more than it was made for. */
export const limitedTo = (
  actor: ContentActor,
  ability: Ability<ProjectSubjects>,
): Ability<ProjectSubjects> =>
  actor.kind === 'service-token' ? ability.within(limitOf(actor)) : ability;
