import { Field, VALUE_FIELD } from '../widgets/field';
import { workloadWords } from '../words/workloads';
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
    label={workloadWords.fields[field.name] ?? field.name}
    isRequired={field.isRequired === true}
    {...(field.isSecret ? { type: 'password' } : {})}
    {...(field.rows === undefined ? {} : { rows: field.rows })}
    {...(field.example === undefined ? {} : { placeholder: workloadWords.example(field.example) })}
  />
);
