import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Replica } from './replica.js';

/** Measurements of the meter since it was last asked. */
export interface Measured {
  /** Milliseconds that the longest turn of its event loop computed; NaN if not measured. */
  readonly longest: number;
  /** Bytes by what they are for, when the process held most; null if not measured. */
  readonly most: Readonly<Record<string, number>> | null;
}

const NOTHING: Measured = { longest: NaN, most: null };

/** Asks the meter that is preloaded into a replica (`turn-meter.ts`). Linux only; elsewhere there is no figure. */
export class LongestTurn {
  private readonly file: string;

  constructor(directory: string) {
    this.file = join(directory, 'longest-turn');
  }

  /** The environment of a replica that measures. */
  get env(): Record<string, string> {
    if (process.platform !== 'linux') return {};
    const meter = pathToFileURL(join(import.meta.dirname, 'turn-meter.js')).href;
    return { NODE_OPTIONS: `--import ${meter}`, TURN_METER: this.file };
  }

  async of(replica: Replica): Promise<Measured> {
    if (process.platform !== 'linux' || !replica.isAlive) return NOTHING;
    rmSync(this.file, { force: true });
    process.kill(replica.pid, 'SIGUSR2');
    for (let attempts = 0; attempts < 250; attempts++) {
      await delay(20);
      try {
        const text = readFileSync(this.file, 'utf8');
        if (text !== '') return JSON.parse(text) as Measured;
      } catch {
        // It is not there yet.
      }
    }
    return NOTHING;
  }
}
