import { setTimeout as delay } from 'node:timers/promises';
import type { KeySetsRepository, TurnState } from './key-sets.repository.js';

/** Milliseconds between two looks at what another replica does. */
const LOOK_EVERY = 100;

/** How a turn ended, or that nobody has it. */
export type SettledTurn = Exclude<TurnState, 'asking'>;

/** Waits for the replica that asks an issuer for a set anew. One look at a time serves all who wait for the same set. */
export class ReloadTurns {
  private readonly waits = new Map<string, Promise<SettledTurn>>();

  constructor(private readonly repository: KeySetsRepository) {}

  /** Lasts no longer than a call of an issuer does: see `KeySetsRepository.turnOf`. */
  async settled(name: Buffer): Promise<SettledTurn> {
    const id = name.toString('hex');
    const underWay = this.waits.get(id);
    if (underWay) return underWay;
    const state = await this.repository.turnOf(name);
    if (state !== 'asking') return state;
    const wait = this.waits.get(id) ?? this.wait(name).finally(() => this.waits.delete(id));
    this.waits.set(id, wait);
    return wait;
  }

  private async wait(name: Buffer): Promise<SettledTurn> {
    for (;;) {
      await delay(LOOK_EVERY);
      const state = await this.repository.turnOf(name);
      if (state !== 'asking') return state;
    }
  }
}
