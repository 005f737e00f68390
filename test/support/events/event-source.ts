import { type IncomingMessage, request } from 'node:http';
import { quietStopwatch } from '../quiet-stopwatch.js';

export const SUBSCRIBE = '/api/v1/events/subscribe/project-events';

/** Where a server listens. */
export interface At {
  readonly url: string;
}

export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

export interface Item {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey?: string;
}

type Payload = { projectType: string; data: { eventType: string; payload: Item[] } };

/** One subscription over a connection of its own: every byte as it came, and the frames of them. */
export class EventSource {
  readonly frames: Frame[] = [];
  text = '';
  /** How the stream ended: `end`, or the error's code. */
  ended: string | null = null;
  private rest = '';
  private waiting = new Set<() => void>();

  constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.take(chunk));
    response.on('end', () => this.finish('end'));
    response.on('error', (error: NodeJS.ErrnoException) => this.finish(error.code ?? 'error'));
    response.on('close', () => this.finish('close'));
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get cursor(): string {
    return String(this.response.headers['x-event-cursor']);
  }

  /** Frames that are not pings. */
  get events(): readonly Frame[] {
    return this.frames.filter(({ event }) => event !== 'ping');
  }

  get pings(): number {
    return this.frames.length - this.events.length;
  }

  /** Every item of every secret's event, in order. */
  get items(): readonly Item[] {
    return this.events.filter(({ event }) => event?.startsWith('secret:')).flatMap(itemsOf);
  }

  get keys(): readonly (string | undefined)[] {
    return this.items.map(({ secretKey }) => secretKey);
  }

  /** Resolves as soon as it is so; fails after ten seconds in which this process could run, or when the stream ends before. */
  async until(isSo: (source: EventSource) => boolean, patience = 10_000): Promise<this> {
    const took = quietStopwatch();
    while (!isSo(this)) {
      const left = patience - took();
      if (left <= 0)
        throw new Error(`Nothing came that was waited for: ${this.text.slice(-2_000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this;
  }

  untilKey = (key: string) => this.until(({ keys }) => keys.includes(key));
  untilEnd = () => this.until(({ ended }) => ended !== null);

  close(): void {
    this.response.destroy();
  }

  private finish(how: string): void {
    this.ended ??= how;
    this.tell();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const parts = (this.rest + chunk).split('\n\n');
    this.rest = parts.pop()!;
    this.frames.push(...parts.map(frameOf));
    this.tell();
  }

  private tell(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const wake of waiting) wake();
  }
}

export const payloadOf = ({ data }: Frame): Payload => JSON.parse(data!) as Payload;
export const itemsOf = (frame: Frame): Item[] => payloadOf(frame).data.payload;

function frameOf(text: string): Frame {
  const fields = text.split('\n').map((line) => {
    const cut = line.indexOf(': ');
    return [line.slice(0, cut), line.slice(cut + 2)] as const;
  });
  return Object.fromEntries(fields);
}

export interface Ask {
  readonly projectId: string;
  readonly register?: readonly object[];
  readonly cursor?: string;
}

const opened = new Set<EventSource>();

/** To be called after each test: no stream outlives its test. */
export function closeAll(): void {
  for (const source of opened) source.close();
  opened.clear();
}

/** Subscribes; the answer may be a refusal. */
export function subscribe(
  { url }: At,
  token: string,
  ask: Ask,
  headers: Record<string, string> = {},
): Promise<EventSource> {
  const body = JSON.stringify({ register: [{}], ...ask });
  return new Promise((resolve, reject) => {
    const sent = request(url + SUBSCRIBE, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const source = new EventSource(response);
      opened.add(source);
      resolve(source);
    });
    sent.end(body);
  });
}

/** Opens a stream as a browser does; the answer may be a refusal. */
export function openByQuery(
  { url }: At,
  query: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<EventSource> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${SUBSCRIBE}?${new URLSearchParams(query)}`, {
      agent: false,
      headers: { Accept: 'text/event-stream', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const source = new EventSource(response);
      opened.add(source);
      resolve(source);
    });
    sent.end();
  });
}

/** Subscribes and waits for the first ping. */
export async function listen(...args: Parameters<typeof subscribe>): Promise<EventSource> {
  const source = await subscribe(...args);
  if (source.status !== 200) {
    await source.untilEnd();
    throw new Error(`${source.status} ${source.text}`);
  }
  return source.until(({ pings }) => pings > 0);
}

/** The refusal of a subscription. */
export async function refusal(
  ...args: Parameters<typeof subscribe>
): Promise<{ status: number; body: Record<string, unknown>; headers: IncomingMessage['headers'] }> {
  const source = await subscribe(...args);
  await source.untilEnd();
  const { headers } = source.response;
  return {
    status: source.status,
    body: JSON.parse(source.text) as Record<string, unknown>,
    headers,
  };
}
