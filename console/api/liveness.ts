import { type Liveness, livenessOf } from './event-register';
import { useProjectRights } from './rights';
import { knownOf } from './rights-answers';
import { type LinkState, useProjectStream } from './stream';

const EVENTS = { subject: 'secret-event-subscriptions', action: 'subscribe-to-update-events' };

/** Keeps the queries of a project fresh, as its stream does, and tells how far. */
export function useLiveness(projectId: string): LinkState & { readonly liveness: Liveness } {
  const state = useProjectStream(projectId);
  const { events } = useProjectRights(projectId, { events: EVENTS });
  return { ...state, liveness: livenessOf(state, knownOf(events) === null) };
}
