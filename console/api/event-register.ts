import type { Refusal } from './refusal';

export interface Entry {
  readonly event?: string;
}

export const OF_SECRETS: Entry = {};

/** The first stands for the four kinds about secrets. A stream takes ten at most. */
export const REGISTER: readonly Entry[] = [
  OF_SECRETS,
  ...['membership:create', 'membership:update', 'membership:delete'].map((event) => ({ event })),
  ...['privilege:grant', 'privilege:revoke', 'role:update'].map((event) => ({ event })),
  ...['approval:open', 'approval:review', 'approval:close'].map((event) => ({ event })),
];

/** What whoever is signed in may receive: a refusal names the entries of which nothing could come. */
export function withoutForbidden(register: readonly Entry[], refusal: Refusal): readonly Entry[] {
  if (refusal.status === 404) return [];
  if (refusal.status !== 403) return register;
  const { indexes } = (refusal.details ?? {}) as { readonly indexes?: readonly number[] };
  // Without what is to be left out, the same would be refused again.
  if (indexes === undefined || indexes.length === 0) return [];
  return register.filter((_, index) => !indexes.includes(index));
}

export type Phase = 'live' | 'catching up' | 'off' | 'none';

/** How far a page shows by itself what others change. `part`: changes of some environments and folders; `none`: no changes of secrets. */
export type Liveness = 'live' | 'part' | 'catching up' | 'off' | 'none';

interface Link {
  readonly phase: Phase;
  /** Why changes of secrets are not told; null where they are. */
  readonly whyNot: string | null;
}

/** `isWhole`: whether whoever is signed in may receive events of the whole project. */
export function livenessOf({ phase, whyNot }: Link, isWhole: boolean): Liveness {
  if (whyNot !== null) return 'none';
  return phase === 'live' && !isWhole ? 'part' : phase;
}
