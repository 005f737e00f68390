import { asRefusal, SERVER } from './client';
import { type Entry, OF_SECRETS, type Phase, REGISTER, withoutForbidden } from './event-register';
import { refusalOf, unreachable } from './refusal';
import { type ServerSentEvent, SseReader } from './sse';
import { accessToken, renewToken } from './token';

/** An event of a project, as docs/events.md of the server has it. Never holds a value. */
export interface ProjectEvent {
  readonly id: string;
  readonly kind: string;
  readonly payload: readonly Readonly<Record<string, unknown>>[];
}

interface Listener {
  /** `whyNot`: why changes of secrets are not told; null where they are, and until it is known. */
  readonly onState: (phase: Phase, whyNot: string | null) => void;
  readonly onEvent: (event: ProjectEvent) => void;
  /** Events may have been missed: whatever is shown has to be read anew. */
  readonly onGap: () => void;
}

/** Milliseconds without a message after which the stream is taken for lost; pings come every 15 s. */
const SILENCE = 40_000;
const FIRST_WAIT = 1_000;
const MAX_WAIT = 30_000;
/** Milliseconds that catching up may take before it is called not connected. */
const PATIENCE = 3_000;

/** Holds the stream of a project until `signal` ends it: comes again after the last event whenever it breaks off. */
export async function openStream(
  projectId: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  let register = REGISTER;
  let last: string | null = null;
  let whyNot: string | null = null;
  let wait = FIRST_WAIT;
  while (!signal.aborted && register.length > 0) {
    const late = setTimeout(() => listener.onState('off', whyNot), PATIENCE);
    try {
      const answer = await connect(projectId, register, last, signal);
      clearTimeout(late);
      if (last === null) listener.onGap();
      listener.onState('live', whyNot);
      wait = FIRST_WAIT;
      await follow(answer, signal, (message) => {
        last = message.id || last;
        hand(message, listener);
      });
      listener.onState('catching up', whyNot);
    } catch (error) {
      const refusal = asRefusal(error);
      if (!signal.aborted) register = withoutForbidden(register, refusal);
      if (!register.includes(OF_SECRETS)) whyNot ??= refusal.message;
      if (refusal.status === 403 && register.length > 0) continue;
      await pause(Math.max(refusal.retryAfter ?? 0, wait), signal);
      wait = Math.min(wait * 2, MAX_WAIT);
    } finally {
      clearTimeout(late);
    }
  }
  if (!signal.aborted) {
    listener.onState('none', whyNot);
    // Keeps its turn: another tab would ask for nothing else.
    await pause(Number.POSITIVE_INFINITY, signal);
  }
}

async function connect(
  projectId: string,
  register: readonly Entry[],
  last: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams({ projectId, register: JSON.stringify(register) });
  const ask = () =>
    fetch(`${SERVER}/api/v1/events/subscribe/project-events?${query}`, {
      headers: {
        Authorization: `Bearer ${accessToken() ?? ''}`,
        ...(last !== null && { 'Last-Event-ID': last }),
      },
      cache: 'no-store',
      signal,
    }).catch(() => {
      throw unreachable();
    });
  let answer = await ask();
  if (answer.status === 401 && (await renewToken())) answer = await ask();
  if (answer.ok) return answer;
  throw refusalOf(answer, await answer.json().catch(() => null));
}

/** Hands on what comes; returns when the stream ends, and after a silence. */
async function follow(
  answer: Response,
  signal: AbortSignal,
  hear: (message: ServerSentEvent) => void,
): Promise<void> {
  const body = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!body) return;
  const parser = new SseReader();
  for (;;) {
    const part = await Promise.race([body.read(), pause(SILENCE, signal)]).catch(() => undefined);
    if (part === undefined || part.done) return void body.cancel().catch(() => undefined);
    for (const message of parser.read(part.value)) hear(message);
  }
}

function hand({ id, event, data }: ServerSentEvent, listener: Listener): void {
  if (event === 'ping' || event === 'error') return;
  if (event === 'reset') return listener.onGap();
  const { data: content } = JSON.parse(data) as { readonly data?: Pick<ProjectEvent, 'payload'> };
  listener.onEvent({ id: id ?? '', kind: event, payload: content?.payload ?? [] });
}

/** Ends early, without an error, when `signal` does. */
function pause(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer =
      milliseconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(undefined);
    }
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
