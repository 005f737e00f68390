import { useState } from 'react';
import { type Row } from '../secrets/model';
import { isProduction } from '../secrets/production';
import { useUnsavedWork } from '../session/unsaved';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { ValueField } from '../widgets/value-field';
import { say } from '../widgets/toast';
import { widgetWords } from '../words/widgets';
import { reviewWords as words } from '../words/review';
import { actsOn, isWaiting } from './draft';
import { useSecretsDraft } from './drafts';
import { actsOf, aimed, type Target, type TargetedAct, type Wish } from './model';
import { ReviewDialog } from './review-dialog';
import styles from './review.module.css';

interface Props {
  readonly path: string;
  /** The secret that is changed; null for a new one. */
  readonly name: string | null;
  readonly rows: readonly Row[];
  readonly environments: readonly string[];
  /** The environment whose field has the focus at the beginning. */
  readonly first: string | undefined;
  /** Is told whether the change waits in the draft now. */
  readonly close: (isKept?: boolean) => void;
}

/** Sets one name in any number of environments: values first, then what would come of them, then the act; or they wait in the draft. */
export function SecretEditor({ path, name: known, rows, environments, first, close }: Props) {
  const [name, setName] = useState(known ?? '');
  const { id: projectId } = useProject();
  const target = { projectId, secretPath: path, secretKey: name.trim() };
  const row = rows.find((each) => each.path === path && each.name === target.secretKey);
  const editing = useEditing(target, environments, { row, isNew: known === null, close });
  const { acts, found, wanted, review, keep, isKeepable, isUnsaved } = editing;
  if (acts) return <ReviewDialog acts={acts} back={editing.back} close={editing.end} />;
  return (
    <Dialog
      {...{ isOpen: true, isUnsaved }}
      keepWork={isKeepable ? { label: words.keep, keep } : undefined}
      close={() => close()}
      title={known === null ? words.titleNew(path) : words.titleChange(known, path)}
      acts={
        <>
          <Button onPress={() => close()}>{widgetWords.cancel}</Button>
          <Button onPress={keep} isDisabled={!isKeepable}>
            {words.keep}
          </Button>
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
            {...{ label: words.name, value: name, onChange: setName }}
            {...{ isMono: true, isRequired: true, autoFocus: true, autoComplete: 'off' }}
          />
        )}
        <Environments
          {...{ environments, row, first }}
          wishes={wanted}
          submit={review}
          keep={keep}
        />
      </form>
    </Dialog>
  );
}

interface Edited {
  readonly row: Row | undefined;
  readonly isNew: boolean;
  readonly close: (isKept?: boolean) => void;
}

/** What the editor does with what is wanted. */
function useEditing(
  target: Target,
  environments: readonly string[],
  { row, isNew, close }: Edited,
) {
  const { draft, keep, forget } = useSecretsDraft(target.projectId);
  const waiting = actsOn(draft, target);
  const wanted = useWishes(environments, waiting);
  const [acts, setActs] = useState<readonly TargetedAct[] | null>(null);
  const found = aimed(target, actsOf(wanted.wishes, row));
  const unsaved = found.filter((each) => !isWaiting(waiting, each)).length;
  useUnsavedWork('editor', unsaved);
  const isNamed = target.secretKey !== '';
  // The editor of a secret that is there began with what waits of it: what is gone from it is wanted no more.
  const isBeside = ({ act }: TargetedAct) =>
    isNew && found.every((each) => each.act.environment !== act.environment);
  const isKeepable = isNamed && (found.length > 0 || (waiting.length > 0 && !isNew));
  return {
    ...{ acts, found, wanted, isKeepable, isUnsaved: unsaved > 0 },
    review: () => {
      if (found.length > 0 && isNamed) setActs(found);
    },
    keep: () => {
      if (!isKeepable) return;
      keep(target, [...waiting.filter(isBeside), ...found]);
      say(words.kept);
      close(true);
    },
    back: (done: readonly TargetedAct[]) => {
      forget(done);
      wanted.forget(done.map(({ act }) => act.environment));
      setActs(null);
    },
    end: (done: readonly TargetedAct[]) => {
      forget(done);
      close();
    },
  };
}

/** What is wanted in each environment, in memory for as long as the editor is open; at first what waits in the draft. */
function useWishes(environments: readonly string[], waiting: readonly TargetedAct[]) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(waiting.map(({ act }) => [act.environment, act.value ?? ''])),
  );
  const [removed, setRemoved] = useState<readonly string[]>(() =>
    waiting.filter(({ act }) => act.kind === 'delete').map(({ act }) => act.environment),
  );
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
  readonly first: string | undefined;
  readonly wishes: ReturnType<typeof useWishes>;
  readonly submit: () => void;
  readonly keep: () => void;
}

const Environments = ({ environments, row, first, wishes, submit, keep }: EnvironmentsProps) =>
  environments.map((slug) => (
    <EnvironmentFields
      key={slug}
      slug={slug}
      isFirst={slug === first}
      isThere={row?.cells.get(slug)?.source === null}
      value={wishes.values[slug] ?? ''}
      onValue={(value) => wishes.setValues({ ...wishes.values, [slug]: value })}
      isRemoved={wishes.removed.includes(slug)}
      onRemoved={(isRemoved) => {
        const others = wishes.removed.filter((each) => each !== slug);
        wishes.setRemoved(isRemoved ? [...others, slug] : others);
      }}
      {...{ submit, keep }}
    />
  ));

interface FieldsProps {
  readonly slug: string;
  readonly isFirst: boolean;
  /** Whether the environment has the secret already. */
  readonly isThere: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isRemoved: boolean;
  readonly onRemoved: (isRemoved: boolean) => void;
  /** At Ctrl Enter; Enter alone is a newline of the value. */
  readonly submit: () => void;
  /** At Ctrl Shift Enter. */
  readonly keep: () => void;
}

const EnvironmentFields = (props: FieldsProps) => (
  <div className={isProduction(props.slug) ? styles.apart : ''}>
    <ValueField
      label={words.valueIn(props.slug)}
      autoFocus={props.isFirst}
      help={props.isThere ? words.help : undefined}
      value={props.value}
      onChange={props.onValue}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, shiftKey } = event;
        // React Aria keeps a key that is heard here from the dialog, which Escape closes.
        if (key !== 'Enter' || !(ctrlKey || metaKey)) return event.continuePropagation();
        return shiftKey ? props.keep() : props.submit();
      }}
      isDisabled={props.isRemoved}
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
