/** Every kind of event, with the action that lets a caller hear it: of today's subject and of the older one. */
export const EVENT_KINDS = {
  'secret:create': { action: 'subscribe-to-creation-events', older: 'subscribe-on-created' },
  'secret:update': { action: 'subscribe-to-update-events', older: 'subscribe-on-updated' },
  'secret:delete': { action: 'subscribe-to-deletion-events', older: 'subscribe-on-deleted' },
  'secret:import-mutation': {
    action: 'subscribe-to-import-mutation-events',
    older: 'subscribe-on-import-mutations',
  },
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

export const KINDS = Object.keys(EVENT_KINDS) as readonly EventKind[];

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(EVENT_KINDS, text);

/** One thing that an event tells of. An import's mutation names the folder alone. */
export interface EventItem {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey?: string;
}
