import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** Milliseconds. A replica that is stopped never answers. */
const PATIENCE = 8_000;

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Over a connection of its own, which the server takes after all that wait. */
  readonly isLast?: boolean;
  /** Milliseconds to wait for the answer, where it is known to take long. */
  readonly patience?: number;
}

/** An answer; status 0 for a connection that broke, or a server that said nothing in time. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** Seconds after which it may be sent again, where the answer says so. */
  readonly retryAfter?: number;
}

/** Sends one request and never throws: under faults a broken connection is an outcome like any other. */
export function send(method: string, url: string, sent: Sent = {}): Promise<Answer> {
  const { token, body, headers = {}, isLast = false, patience = PATIENCE } = sent;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const start = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, answer: string, retryAfter = 0) =>
      resolve({ status, text: answer, ms: performance.now() - start, retryAfter });
    const outgoing = request(url, {
      method,
      agent: isLast ? false : agent,
      timeout: patience,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', (error) => settle(0, error.message));
    outgoing.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        settle(
          answer.statusCode ?? 0,
          Buffer.concat(chunks).toString('utf8'),
          Number(answer.headers['retry-after'] ?? 0),
        ),
      );
      answer.on('error', (error) => settle(0, error.message));
    });
    outgoing.end(text);
  });
}

/** Sends until the answer is 200. Throws with the last answer when it never comes. */
export async function insist<T>(method: string, url: string, sent: Sent = {}): Promise<T> {
  let last: Answer = { status: 0, text: 'nothing was sent', ms: 0 };
  for (let attempt = 0; attempt < 40; attempt++) {
    last = await send(method, url, sent);
    if (last.status === 200) return JSON.parse(last.text) as T;
    if (last.status >= 400 && last.status < 500 && last.status !== 429) break;
    // A window that was used up by somebody before opens again when the answer says so.
    const pause = last.status === 429 ? Math.max(1_000, 1_000 * (last.retryAfter ?? 0)) : 250;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`${method} ${url}: ${last.status} ${last.text.slice(0, 300)}`);
}
