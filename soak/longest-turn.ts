import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Replica } from './replica.js';

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

  /** Milliseconds that the longest turn of its event loop computed since this was last asked; NaN if not measured. */
  async of(replica: Replica): Promise<number> {
    if (process.platform !== 'linux' || !replica.isAlive) return NaN;
    rmSync(this.file, { force: true });
    process.kill(replica.pid, 'SIGUSR2');
    for (let attempts = 0; attempts < 250; attempts++) {
      await delay(20);
      try {
        const text = readFileSync(this.file, 'utf8');
        if (text !== '') return Number(text);
      } catch {
        // It is not there yet.
      }
    }
    return NaN;
  }
}
