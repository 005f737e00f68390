import type { Program } from './program.js';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** A request with a JSON body to a server that listens. */
export async function send(
  url: string,
  method: string,
  token?: string,
  body?: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const answer = await fetch(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A token of the admin that the first start of an embedded instance prints. */
export async function firstLogin(server: Program): Promise<{ token: string; secret: string }> {
  const url = await server.listening();
  const clientId = await server.untilPrinted(/client id\s+(\S+)/);
  const secret = await server.untilPrinted(/client secret\s+(\S+)/);
  return { token: await login(url, clientId, secret), secret };
}

export async function login(url: string, clientId: string, clientSecret: string): Promise<string> {
  const path = `${url}/api/v1/auth/universal-auth/login`;
  const { body } = await send(path, 'POST', undefined, { clientId, clientSecret });
  return (body as { accessToken: string }).accessToken;
}

/** A project through the API, and its id. */
export async function newProject(url: string, token: string, projectName: string): Promise<string> {
  const { body } = await send(`${url}/api/v1/projects`, 'POST', token, { projectName });
  return (body as { project: { id: string } }).project.id;
}
