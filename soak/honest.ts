import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../bench/measure.js';
import { send } from './client.js';
import type { Cluster } from './cluster.js';

/** How a client fared that did nothing wrong. */
export class Fared {
  readonly waits: number[] = [];
  readonly failures: string[] = [];

  /** The share of its requests that were answered as they should be. */
  get share(): number {
    return 1 - this.failures.length / (this.waits.length + this.failures.length);
  }

  /** Milliseconds. */
  get p99(): number {
    return quantile(this.waits, 0.99);
  }

  get summary(): string {
    const [first] = this.failures;
    const of = this.waits.length + this.failures.length;
    const share = `${(this.share * 100).toFixed(2)} % of ${of}`;
    return first === undefined ? share : `${share} (${first})`;
  }
}

/** Reads its project again and again while the work goes on. */
export async function honest(cluster: Cluster, work: () => Promise<unknown>): Promise<Fared> {
  const { token, projectId } = cluster.scene;
  const project = `${cluster.url(0)}/api/v1/projects/${projectId}`;
  const fared = new Fared();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const { status, text, ms } = await send('GET', project, { token });
      if (status === 200) fared.waits.push(ms);
      else fared.failures.push(`${status} ${text.slice(0, 60)}`);
      await delay(5);
    }
  })();
  await work().finally(() => (isOver = true));
  await reading;
  return fared;
}
