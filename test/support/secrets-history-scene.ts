import { EventCursors } from '../../src/events/log/event-cursors.js';
import { eventStamp } from '../../src/events/log/event-stamp.js';
import type { TestApp } from './harness.js';
import type { Caller } from './scene.js';
import { at, type Fields, type Secret, type SecretScene, V4 } from './secrets-scene.js';

/** A moment by both of its names, neither of which anything later has a part in. */
export interface Remembered {
  readonly time: string;
  readonly event: string;
}

interface Now {
  readonly now: number;
  readonly last: number;
}

const CLOCK = `select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

/** Waits for the next millisecond but one: times are rounded. */
async function nextMillisecond(server: TestApp, from: number): Promise<void> {
  for (;;) {
    const [row] = await server.database.source.query<Now[]>(CLOCK);
    if (row!.now > from + 1) return;
  }
}

/** The cursor of an event, as a subscriber gets it. */
export async function cursorOf(server: TestApp, projectId: string, seq: number): Promise<string> {
  const [row] = await server.database.source.query<{ stamp: number }[]>(
    `select ${eventStamp('e')} stamp from project_events e where project_id = $1 and seq = $2`,
    [projectId, seq],
  );
  return server.app.get(EventCursors).forEvent(projectId, { seq, stamp: row?.stamp ?? 0 });
}

export async function lastSeq(server: TestApp, projectId: string): Promise<number> {
  const [row] = await server.database.source.query<Now[]>(
    `select last_seq::float8 as last from project_event_heads where project_id = $1`,
    [projectId],
  );
  return row!.last;
}

/** The present moment. */
export async function remember(server: TestApp, { project }: SecretScene): Promise<Remembered> {
  const event = await cursorOf(server, project.id, await lastSeq(server, project.id));
  const [row] = await server.database.source.query<Now[]>(CLOCK);
  await nextMillisecond(server, row!.now);
  return { time: new Date(row!.now).toISOString(), event };
}

export async function listedThen(
  caller: Caller,
  asOf: string,
  where: Fields,
): Promise<readonly Secret[]> {
  const answer = await caller.http.get(at(V4, where, { asOf })).expect(200);
  const { imports, secrets } = answer.body as { imports?: unknown; secrets: Secret[] };
  expect(imports).toBeUndefined();
  return secrets;
}

export interface RollbackItem {
  readonly secretId: string;
  readonly outcome: string;
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey: string;
  readonly version?: number;
  readonly target?: Fields;
  readonly problems: readonly { readonly error: string; readonly message: string }[];
}

export interface RollbackReport {
  readonly isDone: boolean;
  readonly accepted: boolean;
  readonly plan: string;
  readonly unchanged: number;
  readonly items: readonly RollbackItem[];
}

export const rollBack = ({ http }: Caller, body: Fields) =>
  http.post(`${V4}/batch/rollback`).send(body);

export async function rolledBack(caller: Caller, body: Fields): Promise<RollbackReport> {
  const answer = await rollBack(caller, body).expect(200);
  return (answer.body as { rollback: RollbackReport }).rollback;
}
