import { Agent, request } from 'node:http';
import type { TestApp } from '../support/harness.js';
import type { Call } from './call.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** Sends with a bearer token, or without one. */
export type Ask = (token: string | undefined, call: Call) => Promise<Answer>;

/** For thousands of requests: connections are kept, and answers not held against the document. */
export function wireTo(server: TestApp): { readonly ask: Ask; readonly end: () => void } {
  const agent = new Agent({ keepAlive: true });
  const ask: Ask = (token, { method, url, body }) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(content === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(server.url + url, { method: method.toUpperCase(), headers, agent });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, text, body: parsed(text) });
        });
      });
      sent.end(content);
    });
  };
  return { ask, end: () => agent.destroy() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
