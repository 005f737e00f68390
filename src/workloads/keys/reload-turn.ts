import type { CallTurn } from '../../outgoing/outgoing.js';
import type { KeySetsRepository } from './key-sets.repository.js';

/** The turn of one load to ask for a set anew: one in half a minute has it, over all replicas. */
export class ReloadTurn implements CallTurn {
  private isHeld = false;

  constructor(
    private readonly repository: KeySetsRepository,
    private readonly name: Buffer,
  ) {}

  async take(): Promise<boolean> {
    this.isHeld ||= await this.repository.takeTurn(this.name);
    return this.isHeld;
  }

  async giveBack(): Promise<void> {
    if (!this.isHeld) return;
    this.isHeld = false;
    // Where it cannot be given back, it ends with its half a minute.
    await this.repository.giveTurnBack(this.name).catch(() => undefined);
  }
}
