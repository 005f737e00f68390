import { useState } from 'react';
import { Button } from '../widgets/button';
import { say, sayError } from '../widgets/toast';
import { certificatesWords as words } from '../words/certificates';

interface Props {
  readonly label?: string;
  readonly text?: string;
  readonly fileName: string;
  readonly isSmall?: boolean;
  /** What is saved: certificates, which are for everybody, and never a key. */
  readonly read: () => Promise<string>;
}

/** Saves a text as a file. */
export function Download({ label, text = words.download, fileName, isSmall, read }: Props) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const file = new Blob([await read()], { type: 'application/x-pem-file' });
      const address = URL.createObjectURL(file);
      const link = document.createElement('a');
      Object.assign(link, { href: address, download: fileName }).click();
      setTimeout(() => URL.revokeObjectURL(address), KEPT);
      say(words.downloaded(fileName));
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      isSmall={isSmall === true}
      isPending={isBusy}
      {...(label !== undefined && { 'aria-label': label })}
      onPress={() => void save()}
    >
      {text}
    </Button>
  );
}

/** Milliseconds after which the browser has taken the file. */
const KEPT = 10_000;
