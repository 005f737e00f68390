import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Choice } from '../widgets/choice';
import { Difference } from '../batch/difference';
import { readableIn } from '../batch/model';
import { foldersOf } from '../secrets/folders';
import type { Grid, Row } from '../secrets/model';
import { gridQuery } from '../secrets/queries';
import { useUnsavedWork } from '../session/unsaved';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { batchWords } from '../words/batch';
import { importWords as words } from '../words/import';
import { AskBeforeLeaving } from './leaving';
import { FileField } from './file-field';
import { type Entry, type ParsedFile, parseFile, wantedOf } from './model';
import type { ImportSearch } from './route';
import styles from './screen.module.css';

/** Brings a .env or JSON file in: read here, seen as a difference, then written in one batch. */
export function ImportScreen() {
  const project = useProject();
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(false);
  const { data: grid } = useQuery(gridQuery(project.id));
  const place = usePlace();
  useTitle(words.title, project.name);
  const parsed = useMemo(() => parseFile(text), [text]);
  const [isDone, setDone] = useState(false);
  const unsaved = isDone ? 0 : Math.max(parsed.entries.length, text === '' ? 0 : 1);
  useUnsavedWork('import', unsaved);
  const isReady = parsed.entries.length > 0 && parsed.problems.length === 0 && grid !== undefined;
  const again = () => {
    setShown(false);
    setText('');
    setDone(false);
  };
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      <AskBeforeLeaving names={unsaved} />
      <PlaceChoices place={place} grid={grid} />
      {isShown && grid ? (
        <Shown
          key={`${place.environment} ${place.path}`}
          {...{ place, rows: grid.rows, entries: parsed.entries, again }}
          onDone={() => setDone(true)}
          back={<Button onPress={() => setShown(false)}>{words.back}</Button>}
        />
      ) : (
        <>
          <p className={styles.soft}>{words.help}</p>
          <FileField text={text} setText={setText} />
          <Found parsed={parsed} />
          <div>
            <Button look="first" isDisabled={!isReady} onPress={() => setShown(true)}>
              {words.show}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Where the file goes, which the address says. */
function usePlace() {
  const { environments } = useProject();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as ImportSearch;
  const { environment = environments[0]?.slug ?? '', path = '/' } = search;
  const change = (changed: ImportSearch) =>
    void navigate({ to: '.', replace: true, search: { environment, path, ...changed } as never });
  return { environment, path, change };
}

type Place = ReturnType<typeof usePlace>;

interface PlaceProps {
  readonly place: Place;
  readonly grid: Grid | undefined;
}

function PlaceChoices({ place: { environment, path, change }, grid }: PlaceProps) {
  const { environments } = useProject();
  const folders = useMemo(
    () => foldersOf(grid?.rows ?? [], grid?.paths ?? []).map((folder) => folder.path),
    [grid],
  );
  const paths = folders.includes(path) ? folders : [...folders, path];
  return (
    <div className={styles.place}>
      <Choice
        label={words.environment}
        value={environment}
        options={environments.map(({ slug }) => [slug, slug] as const)}
        onChange={(slug) => change({ environment: slug })}
      />
      <Choice
        label={words.path}
        value={path}
        options={paths.map((each) => [each, each] as const)}
        onChange={(chosen) => change({ path: chosen })}
      />
    </div>
  );
}

interface ShownProps {
  readonly place: Place;
  readonly rows: readonly Row[];
  readonly entries: readonly Entry[];
  readonly back: ReactNode;
  readonly again: () => void;
  readonly onDone: () => void;
}

/** The difference to what is there at this moment: what others change meanwhile is not overwritten. */
function Shown({ place: { environment, path }, rows, entries, back, again, onDone }: ShownProps) {
  const { id: projectId } = useProject();
  const [wanted] = useState(() => wantedOf(entries, rows, environment, path));
  const readable = useMemo(() => readableIn(rows, environment), [rows, environment]);
  return (
    <Difference
      place={{ projectId, environment }}
      {...{ wanted, readable, back, onDone }}
      after={(count) => <Done {...{ count, environment, path, again }} />}
    />
  );
}

/** How many names there are, and what does not fit. */
function Found({ parsed: { entries, problems } }: { readonly parsed: ParsedFile }) {
  if (problems.length === 0)
    return <p aria-live="polite">{entries.length > 0 && words.found(entries.length)}</p>;
  return (
    <section className={styles.problems} role="alert">
      <h2>{words.problem}</h2>
      <ul>
        {problems.map(({ kind, line, name }) => (
          <li key={`${kind} ${line} ${name}`}>
            {line !== null && `${words.atLine(line)}: `}
            {name !== undefined && (
              <>
                <code>
                  <bdi>{name}</bdi>
                </code>
                :{' '}
              </>
            )}
            {words.problems[kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DoneProps {
  readonly count: number;
  readonly environment: string;
  readonly path: string;
  readonly again: () => void;
}

function Done({ count, environment, path, again }: DoneProps) {
  const { slug: projectSlug } = useProject();
  const to = '/p/$projectSlug/secrets' as const;
  return (
    <section className={styles.done} role="status">
      <h2>✓ {batchWords.done(count, environment)}</h2>
      <div className={styles.place}>
        <Link {...{ to, params: { projectSlug }, search: { path } }}>{words.toFolder}</Link>
        <Button onPress={again}>{words.another}</Button>
      </div>
    </section>
  );
}
