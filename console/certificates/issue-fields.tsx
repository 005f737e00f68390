import { LabelledChoice } from '../widgets/choice';
import { Field } from '../widgets/field';
import { certificatesWords as words } from '../words/certificates';
import {
  altNamesHelp,
  type Bounds,
  commonNameHelp,
  daysHelp,
  type FieldName,
  type FieldProblems,
  requestHelp,
} from './bounds';
import type { Wish } from './model';

interface FieldsProps {
  readonly wish: Wish;
  readonly change: (wish: Wish) => void;
  readonly bounds: Bounds;
  readonly problems: FieldProblems;
}

const WAYS = Object.entries(words.ways);

/** What is filled in, with what is allowed below each field. */
export function IssueFields({ wish, change, bounds, problems }: FieldsProps) {
  const bound = (name: FieldName) => ({
    value: wish[name],
    onChange: (value: string) => change({ ...wish, [name]: value }),
    autoComplete: 'off' as const,
    ...(problems[name] !== undefined && { isInvalid: true, error: problems[name] }),
  });
  return (
    <>
      <LabelledChoice
        label={words.way}
        value={wish.way}
        options={WAYS}
        onChange={(way) => change({ ...wish, way: way as Wish['way'] })}
      />
      {wish.way === 'key' ? (
        <>
          <Field
            {...bound('commonName')}
            label={words.commonName}
            help={commonNameHelp(bounds)}
            maxLength={64}
            isMono
            autoFocus
          />
          <Field
            {...bound('altNames')}
            {...{ label: words.altNames, help: altNamesHelp(bounds), rows: 2 }}
            isMono
          />
        </>
      ) : (
        <Field
          {...bound('csr')}
          {...{ label: words.csr, help: requestHelp(bounds), rows: 6 }}
          isMono
          autoFocus
        />
      )}
      <Field
        {...bound('days')}
        {...{ label: words.days, help: daysHelp(bounds), inputMode: 'numeric', maxLength: 5 }}
      />
    </>
  );
}
