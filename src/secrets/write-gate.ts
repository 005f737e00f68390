import type { EntityManager } from 'typeorm';
import type { ApprovalView } from './held-write.presenter.js';
import type { SecretLocation } from './secret.js';
import type { PlannedWrite, SecretCaller } from './secret-writer.js';

/** What is recorded in the place of a write that waits for the consent of people: the answer shows it as `approval`. */
export type HeldWrite = ApprovalView;

/** The policy by which a write would wait. */
export interface Holder {
  readonly policyId: string;
  readonly name: string | null;
}

/** What a preview tells. */
interface Previewed {
  readonly accepted: boolean;
  readonly wouldBeHeld?: Holder;
}

/** A port: `secrets` does not know who decides, and imports nothing from there. Every write asks it. */
export abstract class WriteGate {
  /**
   * Gives null where the write may be done. Else nothing of it is: what stands for it was recorded in the transaction, whose
   * last statements these were. Throws what refuses the write, and `RightsChanged` as the end of a write does.
   */
  abstract hold(
    tx: EntityManager,
    caller: SecretCaller,
    write: PlannedWrite,
  ): Promise<HeldWrite | null>;

  /** The report of a write that is accepted, with the policy by which it would be held in these folders. Throws as `hold` does. */
  async previewed<T extends Previewed>(
    tx: EntityManager,
    caller: SecretCaller,
    report: T,
    places: readonly SecretLocation[],
  ): Promise<T> {
    // A policy is nothing for who may not write there.
    const holder = report.accepted ? await this.wouldHold(tx, caller, places) : null;
    return holder ? { ...report, wouldBeHeld: holder } : report;
  }

  /** By which policy a write in these folders would be held; null: by none. */
  protected abstract wouldHold(
    tx: EntityManager,
    caller: SecretCaller,
    places: readonly SecretLocation[],
  ): Promise<Holder | null>;
}

/** A write was held. No refusal: `HeldWritesInterceptor` answers with what stands for it. */
export class WriteHeld extends Error {
  constructor(readonly approval: HeldWrite) {
    super('The change waits for the consent of people');
  }
}
