import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { insist, send } from './client.js';
import type { Fault } from './faults.js';
import type { Finding } from './finding.js';

const BATCH = 20;

export interface WritesSize {
  readonly writers: number;
  /** How often each fault strikes. */
  readonly rounds: number;
}

interface Listed {
  readonly secrets: readonly { readonly secretKey: string; readonly secretValue: string }[];
}

/** G1: what was acknowledged is there afterwards, and every batch is there whole or not at all. */
export async function acknowledgedWrites(
  cluster: Cluster,
  faults: readonly Fault[],
  { writers, rounds }: WritesSize,
): Promise<Finding> {
  const crew = Array.from({ length: writers }, (_, number) => new Writer(cluster, number));
  for (const writer of crew) await writer.prepare();
  const state = { isOver: false };
  const work = crew.map((writer) => writer.work(state));
  let strikes = 0;
  for (let round = 0; round < rounds; round++) {
    for (const fault of faults) {
      await delay(100 + Math.random() * 200);
      await fault.strike(cluster, round);
      strikes++;
    }
  }
  await delay(500);
  state.isOver = true;
  await Promise.all(work);
  const lost: string[] = [];
  let acknowledged = 0;
  let unanswered = 0;
  for (const writer of crew) {
    lost.push(...(await writer.missing()));
    acknowledged += writer.acknowledged;
    unanswered += writer.unanswered;
  }
  return {
    goal: 'G1',
    what: `acknowledged writes survive ${strikes} faults: ${faults.map(({ name }) => name).join(', ')}`,
    figure: `${acknowledged} acknowledged, ${unanswered} not, ${lost.length} lost or torn${lost[0] ? ` (${lost[0]})` : ''}`,
    threshold: '0 lost, 0 torn',
    isMet: lost.length === 0 && acknowledged > strikes && unanswered > 0,
  };
}

/** Writes batches and one secret again and again, and knows what it was promised. */
class Writer {
  acknowledged = 0;
  /** Refused, or broken off. */
  unanswered = 0;
  private readonly folder: string;
  private readonly batches = new Map<string, boolean>();
  /** By name: the last value that was promised, and the last that was sent. */
  private readonly counters: { name: string; promised: number; tried: number }[] = [];
  private turn: number;

  constructor(
    private readonly cluster: Cluster,
    number: number,
  ) {
    this.folder = `writer-${number}`;
    this.turn = number;
  }

  async prepare(): Promise<void> {
    const { token, projectId } = this.cluster.scene;
    await insist('POST', `${this.url}/api/v2/folders`, {
      token,
      body: { projectId, environment: 'dev', name: this.folder, path: '/' },
    });
  }

  async work(state: { readonly isOver: boolean }): Promise<void> {
    while (!state.isOver) {
      await this.writeBatch(`B${this.batches.size}`);
      await this.writeCounter();
    }
  }

  /** What does not agree with what was promised. */
  async missing(): Promise<string[]> {
    const { token, projectId } = this.cluster.scene;
    const query = `projectId=${projectId}&environment=dev&secretPath=/${this.folder}&includeImports=false`;
    const { secrets } = await insist<Listed>('GET', `${this.url}/api/v4/secrets?${query}`, {
      token,
    });
    const values = new Map(secrets.map((secret) => [secret.secretKey, secret.secretValue]));
    const wrong: string[] = [];
    for (const [name, isPromised] of this.batches) {
      const found = Array.from({ length: BATCH }, (_, index) => values.get(`${name}_${index}`));
      const count = found.filter((value) => value === name).length;
      const isRight = count === BATCH || (count === 0 && !isPromised);
      if (!isRight) wrong.push(`${this.folder}/${name}: ${count} of ${BATCH}`);
    }
    for (const { name, promised, tried } of this.counters) {
      const value = Number(values.get(name) ?? 0);
      if (value < promised || value > tried) {
        wrong.push(`${this.folder}/${name}: ${value}, promised ${promised}`);
      }
    }
    return wrong;
  }

  private get url(): string {
    return this.cluster.url(this.turn++);
  }

  private async writeBatch(name: string): Promise<void> {
    const { token, projectId } = this.cluster.scene;
    const secrets = Array.from({ length: BATCH }, (_, index) => ({
      secretKey: `${name}_${index}`,
      secretValue: name,
    }));
    const body = { projectId, environment: 'dev', secretPath: `/${this.folder}`, secrets };
    const { status } = await send('POST', `${this.url}/api/v4/secrets/batch`, { token, body });
    this.batches.set(name, status === 200);
    this.count(status);
  }

  /**
   * Raises a counter. One whose answer did not come is left alone from then on: the request may
   * still be under way, and would rightly write over a later one.
   */
  private async writeCounter(): Promise<void> {
    const { token, projectId } = this.cluster.scene;
    const counter = this.counters.at(-1) ?? this.newCounter();
    const next = ++counter.tried;
    const place = { projectId, environment: 'dev', secretPath: `/${this.folder}` };
    const secrets = [{ secretKey: counter.name, secretValue: String(next) }];
    const body = { ...place, mode: 'upsert', secrets };
    const { status } = await send('PATCH', `${this.url}/api/v4/secrets/batch`, { token, body });
    this.count(status);
    if (status === 200) counter.promised = next;
    else this.newCounter();
  }

  private count(status: number): void {
    if (status === 200) this.acknowledged++;
    else this.unanswered++;
  }

  private newCounter() {
    const counter = { name: `COUNTER_${this.counters.length}`, promised: 0, tried: 0 };
    this.counters.push(counter);
    return counter;
  }
}
