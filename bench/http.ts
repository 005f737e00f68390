import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

const agents = {
  'http:': { request, agent: new Agent({ keepAlive: true, maxSockets: 64 }) },
  'https:': {
    request: secureRequest as typeof request,
    agent: new SecureAgent({ keepAlive: true, maxSockets: 64 }) as Agent,
  },
};

export interface Sent {
  readonly token?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly etag?: string;
  readonly text: string;
}

/** Sends a request and reads the whole answer, whatever its status. */
export function exchange(method: string, url: string, sent: Sent = {}): Promise<Answered> {
  const { request: send, agent } = agents[url.startsWith('https:') ? 'https:' : 'http:'];
  const { token, body } = sent;
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body
      ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      : {}),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { etag } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, text, ...(etag ? { etag } : {}) });
      });
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The text of an answer. Throws unless its status is 200. */
export async function call(method: string, url: string, sent: Sent = {}): Promise<string> {
  const { status, text } = await exchange(method, url, sent);
  if (status === 200) return text;
  const advice = status === 429 ? ' (turn the rate limits of the server off)' : '';
  throw new Error(`${method} ${url}: ${status}${advice} ${text.slice(0, 200)}`);
}

export const callJson = async <T>(...args: Parameters<typeof call>): Promise<T> =>
  JSON.parse(await call(...args)) as T;
