import { Field, VALUE_FIELD } from '../widgets/field';
import { identitiesWords as words } from '../words/identities';
import type { PlatformField } from './platforms';

interface OneProps {
  readonly field: PlatformField;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** One setting of a platform, with an example of it. */
export const OneField = ({ field, ...given }: OneProps) => (
  <Field
    {...given}
    {...VALUE_FIELD}
    isMono
    label={words.fields[field.name] ?? field.name}
    isRequired={field.isRequired === true}
    {...(field.isSecret ? { type: 'password' } : {})}
    {...(field.rows === undefined ? {} : { rows: field.rows })}
    {...(field.example === undefined ? {} : { help: words.example(field.example) })}
  />
);
