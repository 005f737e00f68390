/** Wakes the chain worker when there are entries to link. A lost wake-up only delays. */
export class AuditWakeup {
  private listener: (() => void) | undefined;

  /** Called after the commit. */
  notify(): void {
    this.listener?.();
  }

  /** Sets the one listener, the `AuditChainWorker`; undefined removes it. */
  listen(listener: (() => void) | undefined): void {
    this.listener = listener;
  }
}
