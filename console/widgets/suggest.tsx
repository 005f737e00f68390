import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { DownMark } from '../shell/marks';
import styles from './suggest.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
  /** What stands there while it is empty. */
  readonly placeholder?: string;
  readonly isWide?: boolean;
}

/** Options that a list shows before one types. */
const MOST = 200;

/** A text with suggestions: what is not among them may be asked about as well. Where none fits there is no list. */
export function Suggest({ label, value, options, onChange, placeholder, isWide }: Props) {
  const some = options.slice(0, MOST).map((text) => ({ id: text }));
  // After Enter or a choice the focus stays, and the list is closed until the field is entered again.
  const [given, setGiven] = useState<string | null>(null);
  const isStill = given === value;
  const give = (text: string) => {
    setGiven(text.trim());
    onChange(text);
  };
  const isKnown = options.includes(value);
  return (
    <ComboBox
      // What is typed is its own until it is given; another value from outside starts anew.
      key={value}
      className={`${styles.box} ${isWide ? styles.wide : ''}`}
      aria-label={label}
      defaultItems={isKnown || value === '' ? some : [{ id: value }, ...some]}
      defaultInputValue={value}
      defaultSelectedKey={value === '' ? null : value}
      allowsCustomValue
      menuTrigger={isStill ? 'input' : 'focus'}
      onSelectionChange={(chosen) => chosen !== null && give(String(chosen))}
      onBlur={(event) => {
        setGiven(null);
        const text = (event.target as HTMLInputElement).value ?? value;
        // Whoever only passes through gives nothing: the address stays as it is.
        if (text !== value) onChange(text);
      }}
    >
      <div
        className={styles.field}
        onKeyDownCapture={({ key, target }) => {
          const isText = target instanceof HTMLInputElement;
          // An option that is focused is chosen by the list itself.
          if (key !== 'Enter' || !isText || target.getAttribute('aria-activedescendant')) return;
          give(target.value);
        }}
      >
        <Input
          autoFocus={isStill}
          className={styles.input ?? ''}
          {...(placeholder && { placeholder })}
        />
        {options.length > 0 && (
          <Button className={styles.open ?? ''}>
            <DownMark />
          </Button>
        )}
      </div>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox<{ id: string }> className={styles.list ?? ''}>
          {({ id }) => (
            <ListBoxItem className={styles.item ?? ''} textValue={id}>
              <bdi>{id}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
