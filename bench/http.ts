import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request and reads the whole answer. Throws unless the status is 200. */
export function call(
  method: string,
  url: string,
  { token, body }: { readonly token?: string; readonly body?: string } = {},
): Promise<string> {
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body
      ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text.slice(0, 200)}`));
      });
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const callJson = async <T>(...args: Parameters<typeof call>): Promise<T> =>
  JSON.parse(await call(...args)) as T;
