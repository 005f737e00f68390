/** Says that there are entries without a place in the chain. A lost ring only delays. */
export class AuditWakeup {
  private listener: (() => void) | undefined;

  /** Called after the commit. */
  notify(): void {
    this.listener?.();
  }

  /** There is one listener: the chainer. */
  listen(listener: (() => void) | undefined): void {
    this.listener = listener;
  }
}
