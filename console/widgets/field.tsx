import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import styles from './field.module.css';

interface Props extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly help?: ReactNode;
  /** What is wrong, where the screen finds it: with `isInvalid`. */
  readonly error?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Names, paths and values. */
  readonly isMono?: boolean;
  /** Rows of a text of several lines. */
  readonly rows?: number;
  readonly placeholder?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly labelId?: string;
  /** What stands at the end of the line of the label. */
  readonly aside?: ReactNode;
  /** Whether it holds a value that is not in the page now (`ValueField`). */
  readonly isMasked?: boolean;
}

/** A field with its label, and below it what is wrong with it or what helps. */
export function Field({
  label,
  help,
  error,
  isMono,
  rows,
  placeholder,
  inputRef,
  labelId,
  aside,
  isMasked = false,
  translate,
  ...props
}: Props) {
  const classes = [styles.input, isMono && styles.mono, rows && styles.area]
    .filter(Boolean)
    .join(' ');
  // React Aria hands the field's other attributes on to its control, and these not.
  const control = {
    ...(placeholder && { placeholder }),
    ...(translate && { translate }),
    ...(isMasked && { 'data-masked': '' }),
  };
  return (
    <TextField {...props} className={styles.field ?? ''}>
      {aside ? (
        <div className={styles.head}>
          <Label className={styles.label}>
            <span id={labelId}>{label}</span>
          </Label>
          {aside}
        </div>
      ) : (
        <Label className={styles.label}>{label}</Label>
      )}
      {rows ? (
        <TextArea className={classes} rows={rows} {...control} />
      ) : (
        <Input className={classes} {...control} {...(inputRef && { ref: inputRef })} />
      )}
      {help !== undefined && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <div className={props.isRequired ? styles.line : undefined}>
        <FieldError className={styles.error ?? ''}>{error}</FieldError>
      </div>
    </TextField>
  );
}

/** What keeps browsers from learning, correcting or translating what is typed. */
export const VALUE_FIELD = {
  autoComplete: 'off',
  spellCheck: 'false',
  translate: 'no',
  autoCorrect: 'off',
} as const;
