import { useEffect, useSyncExternalStore } from 'react';
import { SERVER } from './client';
import type { Phase } from './event-register';
import { openStream, type ProjectEvent } from './event-source';
import { queryClient, type Topic } from './queries';

/** How fresh the page is. `none`: whoever is signed in may receive no events of this project. */
export interface LinkState {
  readonly phase: Phase;
  /** Why changes of secrets are not told; null where they are, and until it is known. */
  readonly whyNot: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
}

type Message =
  | { readonly event: ProjectEvent }
  | { readonly state: LinkState }
  | { readonly isFresh: true }
  | 'state?';

/** Milliseconds a page may be hidden before it gives its stream up. */
const HIDDEN = 60_000;
/** Milliseconds in which events are gathered before queries are told. */
const GATHER = 50;

const TOPICS: readonly (readonly [string, Topic])[] = [
  ['secret:', 'secrets'],
  ['privilege:', 'access'],
  ['membership:', 'access'],
  ['role:', 'access'],
  ['approval', 'approvals'],
];

/** What an event makes stale; everything where it is of a kind that this page does not know. */
export const topicOf = (kind: string): Topic | null =>
  TOPICS.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? null;

const catchingUp = (): LinkState => ({ phase: 'catching up', since: Date.now(), whyNot: null });

/**
 * The stream of one project. One tab of the browser holds it, whichever has the lock, and passes on to the others what
 * comes: a browser has six connections for a server, and seven tabs would hang.
 */
class SharedStream {
  state: LinkState = catchingUp();
  private readonly watchers = new Set<() => void>();
  private readonly hearers = new Set<(event: ProjectEvent) => void>();
  private readonly stale = new Set<Topic | 'all'>();
  private channel: BroadcastChannel | null = null;
  private ending: AbortController | null = null;
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  private users = 0;
  private stop: () => void = () => undefined;
  private readonly projectId: string;

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  hear(hearer: (event: ProjectEvent) => void): () => void {
    this.hearers.add(hearer);
    return () => void this.hearers.delete(hearer);
  }

  /** Holds the stream open for one more user; returns how that user leaves. */
  use(): () => void {
    if (this.users++ === 0) this.stop = this.begin();
    return () => {
      if (--this.users === 0) this.stop();
    };
  }

  private begin(): () => void {
    // What it knew was of whoever was there before.
    this.state = catchingUp();
    const name = `strongroom-events ${SERVER} ${this.projectId}`;
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.take(data);
    this.channel.postMessage('state?' satisfies Message);
    document.addEventListener('visibilitychange', this.onVisibility);
    this.hold(name);
    return () => {
      document.removeEventListener('visibilitychange', this.onVisibility);
      clearTimeout(this.hiddenTimer);
      this.ending?.abort();
      this.channel?.close();
      this.channel = null;
    };
  }

  /** Waits for its turn, and then holds the stream until this page gives it up. */
  private hold(name: string): void {
    const ending = new AbortController();
    this.ending = ending;
    const { signal } = ending;
    const run = () =>
      openStream(this.projectId, signal, {
        onState: (phase, whyNot) => this.tell({ state: { phase, whyNot, since: Date.now() } }),
        onEvent: (event) => this.tell({ event }),
        onGap: () => this.tell({ isFresh: true }),
      });
    navigator.locks.request(name, { signal }, run).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  private readonly onVisibility = (): void => {
    clearTimeout(this.hiddenTimer);
    if (document.visibilityState === 'hidden') {
      this.hiddenTimer = setTimeout(() => this.ending?.abort(), HIDDEN);
    } else if (this.ending?.signal.aborted) {
      this.show(catchingUp());
      this.hold(`strongroom-events ${SERVER} ${this.projectId}`);
    }
  };

  /** To the other tabs, and to this one. */
  private tell(message: Exclude<Message, 'state?'>): void {
    this.channel?.postMessage(message);
    this.take(message);
  }

  private take(message: Message): void {
    if (message === 'state?') {
      if (this.isSettled()) this.channel?.postMessage({ state: this.state } satisfies Message);
    } else if ('state' in message) this.show(message.state);
    else if ('isFresh' in message) this.invalidate('all');
    else {
      for (const hearer of this.hearers) hearer(message.event);
      this.invalidate(topicOf(message.event.kind) ?? 'all');
    }
  }

  /** Whether another tab, which asks for no stream while this one has it, can go by what this one knows. */
  private isSettled = (): boolean => this.state.phase === 'live' || this.state.phase === 'none';

  private show(state: LinkState): void {
    // Since when is that of the first failure.
    const { phase, whyNot } = this.state;
    if (state.phase !== phase || state.whyNot !== whyNot) this.state = state;
    for (const watcher of this.watchers) watcher();
  }

  private invalidate(topic: Topic | 'all'): void {
    if (this.stale.size === 0) setTimeout(() => this.flush(), GATHER);
    this.stale.add(topic);
  }

  private flush(): void {
    const all = this.stale.has('all');
    for (const topic of all ? ['all'] : this.stale) {
      const queryKey = ['project', this.projectId, ...(topic === 'all' ? [] : [topic])];
      void queryClient.invalidateQueries({ queryKey });
    }
    this.stale.clear();
  }
}

/** One for each project that was looked at. It holds a connection only while somebody uses it. */
const streams = new Map<string, SharedStream>();

function streamOf(projectId: string): SharedStream {
  const stream = streams.get(projectId) ?? new SharedStream(projectId);
  streams.set(projectId, stream);
  return stream;
}

/** Keeps the queries of a project fresh while a component is there that calls it; returns how fresh they are. */
export function useProjectStream(projectId: string): LinkState {
  const stream = streamOf(projectId);
  useEffect(() => stream.use(), [stream]);
  return useSyncExternalStore(stream.watch, () => stream.state);
}

/** Calls `hearer`, which should keep its identity, with each event of the project. */
export function useProjectEvents(projectId: string, hearer: (event: ProjectEvent) => void): void {
  const stream = streamOf(projectId);
  useEffect(() => stream.use(), [stream]);
  useEffect(() => stream.hear(hearer), [stream, hearer]);
}
