import type { SecretOptions } from '../../database/entities/secret.entity.js';
import { newId } from '../../database/uuid.js';
import type { KeptContent, SecretMutation } from '../../secrets/secret-mutations.js';
import { type MetadataItem, optionsIn, plainOf } from '../../secrets/secret.js';
import type { Governors, GoverningPolicy, GovernedLocation } from '../policies/policy-table.js';

/** What of a proposed state is sealed. */
export interface ProposedContent {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataItem[];
}

/** What of a proposed state is kept as it is. */
export interface ProposedRest {
  readonly options?: SecretOptions;
  /** The deleted secret that a new one brings back. */
  readonly restores?: {
    readonly id: string;
    readonly lastVersion: number;
    readonly createdAt: string;
  };
  readonly keeps?: KeptContent;
  /** The secret at the destination of a move that goes on with the content of this one. */
  readonly overwrites?: string;
}

/** One secret of a request, as its table keeps it but for the seal. */
export interface ProposedItem {
  readonly id: string;
  readonly op: 'create' | 'update' | 'delete';
  readonly secretId: string | null;
  readonly baseVersion: number | null;
  readonly folderId: string;
  readonly environmentId: string;
  readonly secretPath: string;
  readonly key: string;
  readonly newFolderId: string | null;
  readonly newEnvironmentId: string | null;
  readonly newKey: string | null;
  readonly tagIds: readonly string[];
  readonly more: ProposedRest;
}

export interface OpenItem extends ProposedItem {
  /** Null for a deletion, and where it is not shown. */
  readonly content: ProposedContent | null;
}

/** In the order of the mutations, which events and audit entries keep. */
export const itemsOf = (mutations: readonly SecretMutation[]): OpenItem[] => mutations.map(itemOf);

function itemOf(mutation: SecretMutation): OpenItem {
  const item = { ...placeOf(mutation), id: newId(), newFolderId: null, newEnvironmentId: null };
  if (mutation.kind === 'delete') {
    const { old, overwrites } = mutation;
    const more = overwrites ? { overwrites: overwrites.id } : {};
    const none = { newKey: null, tagIds: [], content: null };
    return { ...item, ...none, op: 'delete', secretId: old.id, baseVersion: old.version, more };
  }
  const { draft, tags } = mutation;
  const tagIds = tags.map(({ id }) => id);
  const options = optionsIn(draft.options ?? {});
  const content = contentOf(plainOf(draft));
  if (mutation.kind === 'create') {
    const { restores } = mutation;
    const back = restores && { ...restores, createdAt: restores.createdAt.toISOString() };
    const more = { options, ...(back ? { restores: back } : {}) };
    const state = { secretId: null, baseVersion: null, newKey: null, tagIds, content, more };
    return { ...item, ...state, op: 'create' };
  }
  const { old, folderId, environmentId, keeps } = mutation;
  const isMoved = folderId !== old.folderId;
  return {
    ...item,
    ...{ op: 'update', secretId: old.id, baseVersion: old.version, tagIds, content },
    more: { options, ...(keeps && keepsAny(keeps) ? { keeps } : {}) },
    newKey: draft.secretKey === old.key ? null : draft.secretKey,
    ...(isMoved ? { newFolderId: folderId, newEnvironmentId: environmentId } : {}),
  };
}

const keepsAny = ({ value, comment, metadata, tags }: KeptContent): boolean =>
  value || comment || metadata || tags;

function placeOf(mutation: SecretMutation) {
  if (mutation.kind !== 'create') {
    const { folderId, environmentId, secretPath, key } = mutation.old;
    return { folderId, environmentId, secretPath, key };
  }
  const { folderId, environmentId, location, draft } = mutation;
  return { folderId, environmentId, secretPath: location.secretPath, key: draft.secretKey };
}

/** One spelling, since what people consent to is bound to it. */
const contentOf = ({ value, comment, metadata }: ProposedContent): ProposedContent => ({
  value,
  comment,
  metadata: metadata.map(({ key, value: text, isEncrypted }) => ({
    key,
    value: text,
    isEncrypted,
  })),
});

/** All places in which a write changes something, by today's paths. */
export function placesOf(mutations: readonly SecretMutation[]): GovernedLocation[] {
  return mutations.flatMap((each): GovernedLocation[] => {
    const old = each.kind === 'create' ? [] : [each.old];
    if (each.kind === 'delete') return old;
    const { environmentId, location } = each;
    return [...old, { environmentId, secretPath: location.secretPath }];
  });
}

/** The policies that govern any of the places, which were looked up, for a machine or for a person. */
export function governorsOf(
  governing: Governors,
  isMachine: boolean,
  places: readonly GovernedLocation[],
): GoverningPolicy[] {
  const found = new Map<string, GoverningPolicy>();
  for (const place of places) {
    const policy = governing(place);
    if (policy && !(isMachine && policy.exemptsMachines)) found.set(policy.id, policy);
  }
  return [...found.values()];
}

/** One text for one change under one policy: what people consent to. Holds values: it is hashed with a key. */
export const canonicalText = (policyId: string, items: readonly OpenItem[]): string =>
  JSON.stringify([
    policyId,
    ...items.map((item) => [
      ...[item.op, item.secretId, item.baseVersion, item.folderId, item.environmentId, item.key],
      ...[item.newFolderId, item.newEnvironmentId, item.newKey],
      [...item.tagIds].sort(),
      item.more,
      item.content,
    ]),
  ]);
