/** Kinds of events about secrets, with the action that grants them: on today's subject, and on the older one. */
export const SECRET_KINDS = {
  'secret:create': { action: 'subscribe-to-creation-events', older: 'subscribe-on-created' },
  'secret:update': { action: 'subscribe-to-update-events', older: 'subscribe-on-updated' },
  'secret:delete': { action: 'subscribe-to-deletion-events', older: 'subscribe-on-deleted' },
  'secret:import-mutation': {
    action: 'subscribe-to-import-mutation-events',
    older: 'subscribe-on-import-mutations',
  },
} as const;

/** Kinds of events about access, sent only to entries that name one, with what a caller must be allowed to read. */
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
  'approval-policy:create': 'secret-approval',
  'approval-policy:update': 'secret-approval',
  'approval-policy:delete': 'secret-approval',
  'approval:open': 'secret-approval-request',
  'approval:review': 'secret-approval-request',
  'approval:merge': 'secret-approval-request',
  'approval:bypass': 'secret-approval-request',
  'approval:close': 'secret-approval-request',
  'approval:reopen': 'secret-approval-request',
  'approval:expire': 'secret-approval-request',
} as const;

export type SecretKind = keyof typeof SECRET_KINDS;
export type AccessKind = keyof typeof ACCESS_KINDS;
export type EventKind = SecretKind | AccessKind;

/** The kinds that an entry without `event` asks for. */
export const SECRET_KIND_NAMES = Object.keys(SECRET_KINDS) as readonly SecretKind[];
export const EVENT_KIND_NAMES: readonly EventKind[] = [
  ...SECRET_KIND_NAMES,
  ...(Object.keys(ACCESS_KINDS) as AccessKind[]),
];

export const isSecretKind = (text: string): text is SecretKind => Object.hasOwn(SECRET_KINDS, text);
export const isAccessKind = (text: string): text is AccessKind => Object.hasOwn(ACCESS_KINDS, text);
export const isEventKind = (text: string): text is EventKind =>
  isSecretKind(text) || isAccessKind(text);

/** A secret that an event is about. `secret:import-mutation` names the folder alone. */
export interface SecretItem {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey?: string;
  /**
   * Slugs of the tags that it had before or after the change, for rules with conditions on tags; never sent.
   * Absent in events of earlier versions: unknown.
   */
  readonly secretTags?: readonly string[];
}

/** What an event about access names: ids, slugs and the end, never rules. */
export interface AccessItem {
  readonly identityId?: string;
  readonly userId?: string;
  readonly groupId?: string;
  readonly membershipId?: string;
  readonly privilegeId?: string;
  readonly privilegeSlug?: string;
  readonly roleId?: string;
  readonly roleSlug?: string;
  readonly temporaryAccessEndTime?: string;
  readonly requestId?: string;
  readonly policyId?: string;
  readonly status?: string;
  /** The address of `userId` and the name of `groupId`, for rules with conditions on these; never sent. Null: unknown. */
  readonly userEmail?: string | null;
  readonly groupName?: string | null;
  /** Who asked for the consent that `requestId` is about; never sent. */
  readonly committerId?: string | null;
}

/** One entry of an event's payload. */
export type EventItem = SecretItem | AccessItem;

/** An event before it has a number. One with many changes becomes several events. */
export interface EventDraft {
  readonly type: EventKind;
  /** For `secret:import-mutation` each names a folder, without a key. */
  readonly changes: readonly EventItem[];
}

/** The fields that are sent, in this order. */
const SENT_FIELDS = [
  'environment',
  'secretPath',
  'secretKey',
  'identityId',
  'userId',
  'groupId',
  'membershipId',
  'privilegeId',
  'privilegeSlug',
  'roleId',
  'roleSlug',
  'temporaryAccessEndTime',
  'requestId',
  'policyId',
  'status',
] as const satisfies readonly (keyof SecretItem | keyof AccessItem)[];

/** Returns the fields of an item that subscribers are sent, whatever else the object carries. */
export const sentFields = (item: EventItem) => {
  const fields = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(SENT_FIELDS.map((field) => [field, fields[field]]));
};

/** Tags are stored apart from what is sent; null for an item without a list of tags. */
export const itemTags = (item: EventItem): readonly string[] | null =>
  (item as SecretItem).secretTags ?? null;
