import type { Rule } from '../permissions/rule.js';

/** Where identities come to hold more: in the organization, in projects of it, or both. */
export interface GainScope {
  readonly organization: boolean;
  readonly projectIds: readonly string[];
}

/** Identities that may come to hold more, and where. */
export interface Gainers {
  readonly identityIds: readonly string[];
  readonly scope: GainScope;
  /** Makers of the credential that the caller signed in with count as strong: for what a caller does to itself. */
  readonly trustsMakersOfCaller?: boolean;
}

export const ORGANIZATION_SCOPE: GainScope = { organization: true, projectIds: [] };

export const projectScope = (...projectIds: readonly string[]): GainScope => ({
  organization: false,
  projectIds,
});

/** Whether the rules drop rules that allow, or gain rules that forbid, and change nothing else: then nobody gains. */
export function onlyNarrows(before: readonly Rule[], after: readonly Rule[]): boolean {
  const texts = new Set(before.map((rule) => JSON.stringify(rule)));
  const kept = new Set(after.map((rule) => JSON.stringify(rule)));
  return (
    after.every((rule) => rule.inverted || texts.has(JSON.stringify(rule))) &&
    before.every((rule) => !rule.inverted || kept.has(JSON.stringify(rule)))
  );
}
