/** Kinds about secrets, with the action that lets a caller hear them: of today's subject and of the older one. */
export const SECRET_KINDS = {
  'secret:create': { action: 'subscribe-to-creation-events', older: 'subscribe-on-created' },
  'secret:update': { action: 'subscribe-to-update-events', older: 'subscribe-on-updated' },
  'secret:delete': { action: 'subscribe-to-deletion-events', older: 'subscribe-on-deleted' },
  'secret:import-mutation': {
    action: 'subscribe-to-import-mutation-events',
    older: 'subscribe-on-import-mutations',
  },
} as const;

/** Kinds about access, told only to who asks for them by name, with what a caller must be allowed to read. */
export const ACCESS_KINDS = {
  'privilege:grant': 'identity',
  'privilege:update': 'identity',
  'privilege:revoke': 'identity',
  'privilege:expiring': 'identity',
  'privilege:expire': 'identity',
  'membership:create': 'identity',
  'membership:update': 'identity',
  'membership:delete': 'identity',
  'membership:expiring': 'identity',
  'membership:expire': 'identity',
  'role:create': 'role',
  'role:update': 'role',
  'role:delete': 'role',
} as const;

export type SecretKind = keyof typeof SECRET_KINDS;
export type AccessKind = keyof typeof ACCESS_KINDS;
export type EventKind = SecretKind | AccessKind;

/** What an entry without `event` asks for. */
export const SECRET_KIND_NAMES = Object.keys(SECRET_KINDS) as readonly SecretKind[];
export const EVENT_KIND_NAMES: readonly EventKind[] = [
  ...SECRET_KIND_NAMES,
  ...(Object.keys(ACCESS_KINDS) as AccessKind[]),
];

export const isSecretKind = (text: string): text is SecretKind => Object.hasOwn(SECRET_KINDS, text);
export const isAccessKind = (text: string): text is AccessKind => Object.hasOwn(ACCESS_KINDS, text);
export const isEventKind = (text: string): text is EventKind =>
  isSecretKind(text) || isAccessKind(text);

/** A secret that an event tells of. An import's mutation names the folder alone. */
export interface SecretItem {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey?: string;
  /**
   * Slugs of the tags that it had before or after the change. Kept for rules that speak of tags and never
   * sent; absent in events of earlier versions: unknown.
   */
  readonly secretTags?: readonly string[];
}

/** What an event about access tells of: ids, slugs and when it ends, never what it allows. */
export interface AccessItem {
  readonly identityId?: string;
  readonly membershipId?: string;
  readonly privilegeId?: string;
  readonly privilegeSlug?: string;
  readonly roleId?: string;
  readonly roleSlug?: string;
  readonly temporaryAccessEndTime?: string;
}

/** One thing that an event tells of. */
export type EventItem = SecretItem | AccessItem;

/** All that is ever sent, in the order in which it is written. */
const SENT_FIELDS = [
  'environment',
  'secretPath',
  'secretKey',
  'identityId',
  'membershipId',
  'privilegeId',
  'privilegeSlug',
  'roleId',
  'roleSlug',
  'temporaryAccessEndTime',
] as const satisfies readonly (keyof SecretItem | keyof AccessItem)[];

/** What of an item a subscriber is sent; whatever else an object carries is not. */
export const sentFields = (item: EventItem) => {
  const fields = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(SENT_FIELDS.map((field) => [field, fields[field]]));
};

/** Tags stand beside what is sent, one list for each item; null for one that has none. */
export const itemTags = (item: EventItem): readonly string[] | null =>
  (item as SecretItem).secretTags ?? null;
