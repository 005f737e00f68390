import { useState } from 'react';
import { type Row } from '../secrets/model';
import { isProduction } from '../secrets/production';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field, VALUE_FIELD } from '../widgets/field';
import { widgetWords } from '../words/widgets';
import { reviewWords as words } from '../words/review';
import { type Act, actsOf, type Wish } from './model';
import { Review } from './review';
import styles from './review.module.css';

interface Props {
  readonly path: string;
  /** The secret that is changed; null for a new one. */
  readonly name: string | null;
  readonly rows: readonly Row[];
  readonly environments: readonly string[];
  readonly close: () => void;
}

/** Sets one name in any number of environments: values first, then what would come of them, then the act. */
export function SecretEditor({ path, name: known, rows, environments, close }: Props) {
  const { id: projectId } = useProject();
  const [name, setName] = useState(known ?? '');
  const wanted = useWishes(environments);
  const [acts, setActs] = useState<readonly Act[] | null>(null);
  const row = rows.find((each) => each.path === path && each.name === name.trim());
  const found = actsOf(wanted.wishes, row);
  const review = () => {
    if (found.length > 0 && name.trim() !== '') setActs(found);
  };
  if (acts)
    return (
      <Review
        target={{ projectId, secretPath: path, secretKey: name.trim() }}
        acts={acts}
        back={(done) => {
          wanted.forget(done);
          setActs(null);
        }}
        close={close}
      />
    );
  return (
    <Dialog
      isOpen
      close={close}
      title={known === null ? words.titleNew(path) : words.titleChange(known, path)}
      acts={
        <>
          <Button onPress={close}>{widgetWords.cancel}</Button>
          <Button type="submit" form="secret-editor" look="first" isDisabled={found.length === 0}>
            {words.review}
          </Button>
        </>
      }
    >
      <form
        id="secret-editor"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        {known === null && (
          <Field
            label={words.name}
            value={name}
            onChange={setName}
            isMono
            isRequired
            autoFocus
            autoComplete="off"
          />
        )}
        <Environments {...{ environments, row }} wishes={wanted} submit={review} />
      </form>
    </Dialog>
  );
}

/** What is wanted in each environment, in memory for as long as the editor is open. */
function useWishes(environments: readonly string[]) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const wishes = environments.flatMap((environment): Wish[] => {
    if (removed.includes(environment)) return [{ environment, value: null }];
    const value = values[environment] ?? '';
    return value === '' ? [] : [{ environment, value }];
  });
  // Environments that are done already are not asked for again.
  const forget = (done: readonly string[]) => {
    setValues(Object.fromEntries(Object.entries(values).filter(([slug]) => !done.includes(slug))));
    setRemoved(removed.filter((slug) => !done.includes(slug)));
  };
  return { values, removed, setValues, setRemoved, wishes, forget };
}

interface EnvironmentsProps {
  readonly environments: readonly string[];
  readonly row: Row | undefined;
  readonly wishes: ReturnType<typeof useWishes>;
  readonly submit: () => void;
}

const Environments = ({ environments, row, wishes, submit }: EnvironmentsProps) =>
  environments.map((slug) => (
    <EnvironmentFields
      key={slug}
      slug={slug}
      isThere={row?.cells.get(slug)?.source === null}
      value={wishes.values[slug] ?? ''}
      onValue={(value) => wishes.setValues({ ...wishes.values, [slug]: value })}
      isRemoved={wishes.removed.includes(slug)}
      onRemoved={(isRemoved) => {
        const others = wishes.removed.filter((each) => each !== slug);
        wishes.setRemoved(isRemoved ? [...others, slug] : others);
      }}
      submit={submit}
    />
  ));

interface FieldsProps {
  readonly slug: string;
  /** Whether the environment has the secret already. */
  readonly isThere: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isRemoved: boolean;
  readonly onRemoved: (isRemoved: boolean) => void;
  /** At Ctrl Enter; Enter alone is a newline of the value. */
  readonly submit: () => void;
}

const EnvironmentFields = (props: FieldsProps) => (
  <div className={isProduction(props.slug) ? styles.apart : ''}>
    <Field
      {...VALUE_FIELD}
      label={words.valueIn(props.slug)}
      help={props.isThere ? words.help : undefined}
      value={props.value}
      onChange={props.onValue}
      onKeyDown={({ key, ctrlKey, metaKey }) =>
        key === 'Enter' && (ctrlKey || metaKey) && props.submit()
      }
      isDisabled={props.isRemoved}
      isMono
      rows={1}
    />
    {props.isThere && (
      <label className={styles.remove}>
        <input
          type="checkbox"
          checked={props.isRemoved}
          onChange={({ target }) => props.onRemoved(target.checked)}
        />
        {words.remove(props.slug)}
      </label>
    )}
  </div>
);
