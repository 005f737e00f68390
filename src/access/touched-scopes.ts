import type { Caller } from '../auth/actor.js';
import type { RequestContext } from '../http/request-context.js';
import type { Rule } from '../permissions/rule.js';

/** A project by its id; null is the caller's organization. */
export type ScopeId = string | null;

/** The scopes in which a request looked up its caller's rights, with the rules that the last look-up found. */
export type TouchedScopes = ReadonlyMap<ScopeId, readonly Rule[]>;

const tracked = new WeakMap<RequestContext, Map<ScopeId, readonly Rule[]>>();

/** From now on the scopes of this request are recorded, from none. Other requests record nothing. */
export function trackScopes({ request }: Pick<Caller, 'request'>): TouchedScopes {
  const scopes = new Map<ScopeId, readonly Rule[]>();
  tracked.set(request, scopes);
  return scopes;
}

/** Comes with every look-up of the caller's rights that a request goes by. */
export function recordScope(
  { request }: Pick<Caller, 'request'>,
  scope: ScopeId,
  rules: readonly Rule[],
): void {
  tracked.get(request)?.set(scope, rules);
}
