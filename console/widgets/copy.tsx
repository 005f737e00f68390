import { useState } from 'react';
import { onLock } from '../session/session';
import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import { ClipboardKeeper, KEPT } from './clipboard';
import { say, sayError } from './toast';

const keeper = new ClipboardKeeper({
  hasFocus: () => document.hasFocus(),
  write: (text) => navigator.clipboard.writeText(text),
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  onCleared: () => say(words.cleared),
});

for (const kind of ['focus', 'keydown', 'pointerdown']) {
  addEventListener(kind, () => void keeper.retry(), { capture: true });
}
onLock(() => void keeper.end());

/** Copies a value for 45 s. The value goes nowhere else. */
export async function copyValue(value: string): Promise<void> {
  await keeper.copy(value);
  say(words.copiedFor(KEPT / 1000));
}

/** Copies what is no secret: a name, an id, a line to paste. It stays in the clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say(words.copied);
}

interface Props {
  /** What it copies, as spoken: `Copy DB_PASSWORD of prod`. */
  readonly label: string;
  /** What the button says where nothing beside it does: `Copy` alone elsewhere. */
  readonly text?: string;
  /** Fetches the value when it is asked for, so that it is in memory no longer than it takes. */
  readonly value: () => string | Promise<string>;
  /** Whether the value is a secret, which is overwritten later. */
  readonly isSecret?: boolean;
}

export function CopyButton({ label, text: shown = words.copy, value, isSecret = false }: Props) {
  const [isBusy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      const text = await value();
      await (isSecret ? copyValue(text) : copyText(text));
    } catch (error) {
      sayError(error instanceof DOMException ? new Error(words.notCopied) : error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button isSmall aria-label={label} isPending={isBusy} onPress={() => void copy()}>
      {shown}
    </Button>
  );
}
