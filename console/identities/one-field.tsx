import { Field, VALUE_FIELD } from '../widgets/field';
import { ValueField } from '../widgets/value-field';
import { workloadWords } from '../words/workloads';
import type { PlatformField } from './platforms';

interface OneProps {
  readonly field: PlatformField;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** One setting of a platform, with an example of it. */
export function OneField({ field, ...given }: OneProps) {
  const shown = {
    ...given,
    label: workloadWords.fields[field.name] ?? field.name,
    isRequired: field.isRequired === true,
    ...(field.example !== undefined && { placeholder: workloadWords.example(field.example) }),
  };
  if (field.isSecret) return <ValueField {...shown} rows={field.rows ?? 1} />;
  return (
    <Field
      {...shown}
      {...VALUE_FIELD}
      isMono
      {...(field.rows !== undefined && { rows: field.rows })}
    />
  );
}
