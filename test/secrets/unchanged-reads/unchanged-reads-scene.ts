import { afterAll, beforeAll, jest } from '@jest/globals';
import { Database } from '../../../src/database/database.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { startApp, type TestApp } from '../../support/harness.js';
import type { Response } from 'supertest';
import { type Caller } from '../../support/scene.js';

export let replicas: TestApp[];
export let end: () => Promise<void>;

beforeAll(async () => {
  const one = await startApp();
  const two = await startApp({}, [], one.parts.databaseUrl);
  const forgetful = await startApp({ SEALED_ANSWERS_MIB: '0' }, [], one.parts.databaseUrl);
  replicas = [one.parts, two.parts, forgetful.parts];
  end = async () => {
    await forgetful.end();
    await two.end();
    await one.end();
  };
});

afterAll(() => end());

/** A replica that makes every answer anew. */
export const ANEW = 2;

/** A client of the caller at another replica. */
export const atReplica = (index: number, caller: Caller) => replicas[index]!.as(caller.token);

export async function etagOf(caller: Caller, url: string, replica = 0): Promise<string> {
  const answer = await atReplica(replica, caller).get(url).expect(200);
  return answer.headers['etag'] as string;
}

/** A read, and how often values were opened for it. */
export async function observe(
  caller: Caller,
  url: string,
  headers: Record<string, string> = {},
  replica = 0,
) {
  const opened = jest.spyOn(replicas[replica]!.app.get(SecretVault), 'open');
  try {
    const answer = await atReplica(replica, caller).get(url).set(headers);
    return { ...answer, ...seen(answer), opened: opened.mock.calls.length };
  } finally {
    opened.mockRestore();
  }
}

export const seen = ({ status, text, headers }: Response) => ({
  status,
  text,
  headers: headers as Record<string, string>,
});

export const poll = (caller: Caller, url: string, etag: string) =>
  observe(caller, url, { 'If-None-Match': etag });

/** What the audit log has of the request that was answered so. */
export async function recordsOf({ headers }: { readonly headers: Record<string, string> }) {
  const { source } = replicas[0]!.app.get(Database);
  return source.query<Record<string, unknown>[]>(
    `select action, org_id, project_id, actor_id, actor_name, target from audit_entries where req_id = $1`,
    [headers['x-request-id']],
  );
}

/** What the answers to equal requests have in common. */
export function own({
  status,
  text,
  headers,
}: {
  status: number;
  text: string;
  headers: Record<string, string>;
}) {
  const { 'x-request-id': _id, date: _date, ...kept } = headers;
  return { status, text, headers: kept };
}
