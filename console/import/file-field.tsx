import { useState } from 'react';
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Text } from 'react-aria-components/Text';
import { Button } from '../widgets/button';
import { ValueField } from '../widgets/value-field';
import { importWords as words } from '../words/import';
import styles from './screen.module.css';

/** Bytes of a file, the most that a batch could hold. */
const MOST = 16 * 1024 * 1024;

type Dropped = Parameters<NonNullable<DropZoneProps['onDrop']>>[0]['items'];

interface Props {
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** A file, dropped or chosen, or its text; in memory for as long as the screen is there. */
export function FileField({ text, setText }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setProblem(file.size > MOST ? words.tooLarge : null);
    if (file.size > MOST) return;
    try {
      setText(await file.text());
    } catch {
      setProblem(words.notText);
    }
  };
  const drop = async (items: Dropped) => {
    const item = items.find(({ kind }) => kind === 'file');
    if (item?.kind === 'file') await read(await item.getFile());
    const pasted = items.find(({ kind }) => kind === 'text');
    if (!item && pasted?.kind === 'text') setText(await pasted.getText('text/plain'));
  };
  return (
    <>
      <DropZone
        className={styles.drop ?? ''}
        aria-label={words.drop}
        onDrop={({ items }) => void drop(items)}
      >
        <Text slot="label">{words.drop}</Text>
        <FileTrigger
          acceptedFileTypes={['.env', '.json', 'text/plain', 'application/json']}
          onSelect={(files) => void read(files?.[0])}
        >
          <Button>{words.choose}</Button>
        </FileTrigger>
      </DropZone>
      <ValueField
        {...{ label: words.text, placeholder: words.placeholder, value: text, onChange: setText }}
        isInvalid={problem !== null}
        {...(problem !== null && { error: problem })}
        rows={10}
      />
    </>
  );
}
