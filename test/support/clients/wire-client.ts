import { request } from 'node:http';
import { routesOf } from '../../authorization/live-routes.js';
import type { TestApp } from '../harness.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
}

/** Sends requests as a client does, byte for byte, GET bodies and empty headers included. */
export class WireClient {
  constructor(
    private readonly server: TestApp,
    private readonly token?: string,
    private readonly userAgent = 'test',
  ) {}

  with(token: string | undefined): WireClient {
    return new WireClient(this.server, token, this.userAgent);
  }

  /** Whether the application has a route, as the router writes it. */
  has(route: string): boolean {
    return routesOf(this.server).includes(route);
  }

  /** The body of a 200, which must be JSON and say so. */
  async ok(line: string, sent: Sent = {}): Promise<Json> {
    const { status, headers, json } = await this.send(line, sent);
    expect({ line, status, json }).toEqual({ line, status: 200, json });
    // Go clients decode nothing without it.
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return json;
  }

  /** The error of a refusal, in the shape that Go clients decode. */
  async refused(line: string, status: number, sent: Sent = {}): Promise<Json> {
    const answer = await this.send(line, sent);
    expect({ line, status: answer.status, json: answer.json }).toEqual({
      line,
      status,
      json: answer.json,
    });
    expect(problemsOf(ERROR, answer.json)).toEqual([]);
    return answer.json;
  }

  send(line: string, { query, body, headers = {} }: Sent = {}): Promise<Received> {
    const [method = '', path = ''] = line.split(' ');
    const url = `${this.server.url}/api${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const content = body === undefined ? undefined : JSON.stringify(body);
    const all = {
      'User-Agent': this.userAgent,
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(content === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const sending = request(url, { method, headers: all, agent: false });
      sending.on('error', reject);
      sending.on('response', (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            json: (text ? JSON.parse(text) : {}) as Json,
          });
        });
      });
      sending.end(content);
    });
  }
}

/** What a typed client decodes; a key that ends in `?` may be absent or null. */
export type Shape =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'time'
  | 'any'
  | readonly [Shape]
  | { readonly [key: string]: Shape };

const RFC_3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const ERROR: Shape = {
  reqId: 'string',
  statusCode: 'integer',
  error: 'string',
  message: 'string',
};

const TESTS = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isSafeInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  time: (value: unknown) => typeof value === 'string' && RFC_3339_UTC.test(value),
  any: () => true,
} as const;

function problemsOf(shape: Shape, value: unknown, at = ''): string[] {
  if (typeof shape === 'string') {
    return TESTS[shape](value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${shape}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at}: ${JSON.stringify(value)} is no list`];
    return value.flatMap((each, index) => problemsOf(shape[0] as Shape, each, `${at}[${index}]`));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return [`${at}: ${JSON.stringify(value)} is no object`];
  }
  return Object.entries(shape).flatMap(([key, part]) => {
    const name = key.replace(/\?$/, '');
    const member = (value as Json)[name];
    const isAbsent = member === undefined || member === null;
    return isAbsent && name !== key ? [] : problemsOf(part, member, `${at}.${name}`);
  });
}

/** Decodes as a client with static types does: a wrong type or a missing field is its failure. */
export function decoded<T>(value: unknown, shape: Shape): T {
  expect(problemsOf(shape, value)).toEqual([]);
  return value as T;
}
