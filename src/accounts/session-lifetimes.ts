import type { SessionKind } from '../database/entities/session.entity.js';

const DAY = 86_400;

/** How long sessions last, in seconds: after their last use, and in all. */
const LIFETIMES: Readonly<Record<SessionKind, { readonly idle: number; readonly total: number }>> =
  {
    console: { idle: 3 * DAY, total: 30 * DAY },
    cli: { idle: 3 * DAY, total: 10 * DAY },
  };
/** One without an organization is only there to choose one. */
const UNBOUND = { idle: 3600, total: 3600 };

/** One that goes past the provider of its organization is for what cannot wait until that is there again. */
const BYPASSING = { idle: 12 * 3600, total: 12 * 3600 };

/** How long a session lasts, in seconds. */
export const lifetimesOf = ({
  orgId,
  kind,
  bypassesSso,
}: {
  readonly orgId: string | null;
  readonly kind: SessionKind;
  readonly bypassesSso?: boolean;
}): { readonly idle: number; readonly total: number } =>
  orgId === null ? UNBOUND : bypassesSso ? BYPASSING : LIFETIMES[kind];
