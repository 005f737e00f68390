/** Milliseconds that a value stays in the clipboard. */
export const KEPT = 45_000;

type State = 'empty' | 'kept' | 'due';

interface Surroundings {
  /** Whether the page may write: browsers want it in front. */
  readonly hasFocus: () => boolean;
  readonly write: (text: string) => Promise<void>;
  readonly later: (work: () => void, milliseconds: number) => () => void;
  readonly onCleared: () => void;
}

/**
 * What is to become of a copied value: it is overwritten after 45 s, or as soon after that as the page may. Says that it
 * is cleared only when it was. Never reads: what somebody copied elsewhere meanwhile is overwritten too.
 */
export class ClipboardKeeper {
  private state: State = 'empty';
  private cancel: () => void = () => undefined;
  private readonly around: Surroundings;

  constructor(around: Surroundings) {
    this.around = around;
  }

  async copy(value: string): Promise<void> {
    await this.around.write(value);
    this.cancel();
    this.state = 'kept';
    this.cancel = this.around.later(() => {
      this.state = 'due';
      void this.clear();
    }, KEPT);
  }

  /** At the next focus, key or click, which some browsers want for it. */
  async retry(): Promise<void> {
    if (this.state === 'due') await this.clear();
  }

  /** At lock and sign-out. */
  async end(): Promise<void> {
    if (this.state === 'empty') return;
    this.cancel();
    this.state = 'due';
    await this.clear();
  }

  private async clear(): Promise<void> {
    if (!this.around.hasFocus()) return;
    try {
      // An empty text is no change to some browsers.
      await this.around.write(' ');
    } catch {
      return;
    }
    this.state = 'empty';
    this.around.onCleared();
  }
}
