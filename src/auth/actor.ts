import type { RequestContext } from '../http/request-context.js';
import type { AccessClaims, IdentityClaims, UserClaims } from './access-token.js';
import type { PrefetchedProject } from './prefetched-project.js';
import type { StreamGrant } from './stream-tickets.js';

export type ActorKind = 'identity' | 'user' | 'scim' | 'service-token';

/** What audit, limits and locks need to know of every caller, whatever its kind. */
export interface Caller {
  readonly kind: ActorKind;
  /** The id of the identity, account, SCIM token or service token. Ids of different kinds are never equal. */
  readonly callerId: string;
  /** As audit entries show it: the name of an identity or token, the e-mail address of a person. */
  readonly name: string;
  readonly orgId: string;
  readonly request: RequestContext;
}

/** A caller who may hold rights, as the database knew it at this request. */
export interface RightsHolder extends Caller {
  /** Predefined organization role of its own, or `custom` with `orgRoleId`. */
  readonly orgRole: string;
  readonly orgRoleId: string | null;
  readonly orgEpoch: string;
  /** Whether there are groups whose rights count beside its own. */
  readonly isInGroups: boolean;
  readonly isInstanceAdmin: boolean;
  readonly tokenId: string;
  /** What the token says of the credential behind it. */
  readonly claims: AccessClaims;
  readonly expiresAt: Date;
  /** The project that the request seemed to name, if it was looked for. */
  readonly asked?: PrefetchedProject;
  /** Where a ticket stood for the token: the one stream that it opens. */
  readonly grant?: StreamGrant;
}

/** A machine identity with a live token. */
export interface IdentityActor extends RightsHolder {
  readonly kind: 'identity';
  readonly identityId: string;
  readonly claims: IdentityClaims;
}

/** A person with a live session that is bound to an organization. */
export interface UserActor extends RightsHolder {
  readonly kind: 'user';
  readonly userId: string;
  /** The person's place in the organization. */
  readonly orgMembershipId: string;
  /** Whether the person proved a moment ago who they are, by the database's clock. */
  readonly isFresh: boolean;
  readonly claims: UserClaims;
}

/** A SCIM client with a live token. It holds no rights: what it may do are its routes. */
export interface ScimActor extends Caller {
  readonly kind: 'scim';
  readonly scimTokenId: string;
  /** The identity or person that made the token. */
  readonly makerId: string;
}

/** Where a service token reaches: folders of one environment. */
export interface ServiceTokenScope {
  /** The slug of the environment. */
  readonly environment: string;
  /** A glob over folder paths. */
  readonly secretPath: string;
}

export type ServiceTokenPermission = 'read' | 'write';

/**
 * A live service token of a project. It holds nothing itself: it may do what its maker may, as far as its scopes and
 * permissions reach.
 */
export interface ServiceTokenActor extends Caller {
  readonly kind: 'service-token';
  readonly serviceTokenId: string;
  /** The one project that it opens. */
  readonly projectId: string;
  /** The identity or person by whose rights it goes. */
  readonly makerId: string;
  readonly scopes: readonly ServiceTokenScope[];
  readonly permissions: readonly ServiceTokenPermission[];
  readonly expiresAt: Date;
}

/** Who is calling, and may hold rights. Who wants the id of an identity or a person has to look at `kind` first. */
export type Actor = IdentityActor | UserActor;

/** Who may reach the contents of projects: secrets, folders and imports. Only routes that say so take service tokens. */
export type ContentActor = Actor | ServiceTokenActor;

/** Who is calling, clients of SCIM and service tokens included. */
export type AnyActor = ContentActor | ScimActor;

/** The identity or person by whose memberships and roles a caller goes. */
export const holderIdOf = (actor: ContentActor): string =>
  actor.kind === 'service-token' ? actor.makerId : actor.callerId;

/** Whether the caller holds rights itself: strangers, clients of SCIM and service tokens do not. */
export const isActor = (user: Express.User | undefined): user is Actor =>
  user?.kind === 'identity' || user?.kind === 'user';

/** Whether the caller may reach the contents of projects. */
export const isContentActor = (user: Express.User | undefined): user is ContentActor =>
  isActor(user) || user?.kind === 'service-token';

/** The id of a caller, under the name that audit entries and events have for its kind. */
export const idOf = (
  actor: Actor,
): { readonly identityId: string } | { readonly userId: string } =>
  actor.kind === 'identity' ? { identityId: actor.identityId } : { userId: actor.userId };

declare global {
  // eslint-disable-next-line typescript/no-namespace -- the one way to name a field of Express's request
  namespace Express {
    /** Set by the guards as `req.user`, an `AnyActor`; absent on public routes. */
    // eslint-disable-next-line typescript/no-empty-object-type -- passport declares the field with this type
    interface User extends Caller {}

    interface Request {
      /** What a token says that passport verified for this request. */
      accessClaims?: AccessClaims;
    }
  }
}
