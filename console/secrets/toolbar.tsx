import { Link, useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Choice } from '../widgets/choice';
import type { WhyNot } from '../api/rights-answers';
import { ActButton } from '../widgets/act-button';
import { Tabs } from '../widgets/tabs';
import { reviewWords } from '../words/review';
import { secretsWords as words } from '../words/secrets';
import { ancestorsOf, type Folder } from './folders';
import { inFolder, type SecretsSearch } from './route';
import styles from './screen.module.css';
import { ImportLink } from './import-link';
import { type Show, SHOWS } from './shows';

interface Props {
  readonly path: string;
  readonly show: Show;
  readonly counts: Readonly<Record<Show, number>>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Leads from the filter to what it has found. */
  readonly toRows: () => void;
  readonly onAdd: () => void;
  readonly whyNotAdd: WhyNot;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Of a narrow page: its folders, and which environment it shows. */
  readonly narrow: NarrowProps | null;
}

interface NarrowProps {
  readonly folders: readonly Folder[];
  readonly environments: readonly string[];
  readonly environment: string;
}

/** Where one is, the filter, and which rows of the folder are shown. */
export const Toolbar = ({
  path,
  show,
  counts,
  text,
  onText,
  toRows,
  onAdd,
  whyNotAdd,
  field,
  narrow,
}: Props) => (
  <header className={styles.toolbar}>
    <h1 className="hidden-visually">{words.title}</h1>
    {narrow ? <NarrowChoices path={path} narrow={narrow} /> : <Crumbs path={path} />}
    <div className={styles.filter}>
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={words.filter}
        placeholder={words.filter}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          const isOn = event.key === 'Enter' || event.key === 'ArrowDown';
          if (!isOn || event.nativeEvent.isComposing) return;
          event.preventDefault();
          toRows();
        }}
      />
      {text === '' && <kbd aria-hidden>{words.filterKey}</kbd>}
    </div>
    <Tabs
      label={words.show}
      chosen={show}
      tabs={SHOWS.map((each) => ({
        id: each,
        title: words.shows[each],
        count: counts[each],
        search: (before: SecretsSearch) => ({ ...before, show: each }),
      }))}
    />
    <div className={styles.acts}>
      <ActButton whyNot={whyNotAdd} onPress={onAdd}>
        {reviewWords.add}
      </ActButton>
      <ImportLink path={path} environment={narrow?.environment} />
    </div>
  </header>
);

const Crumbs = ({ path }: { readonly path: string }) => {
  const way = ancestorsOf(path);
  return (
    <nav className={styles.crumbs} aria-label={words.folder}>
      <ol>
        {way.map((each) => (
          <li key={each}>
            <Link
              to="."
              search={inFolder(each) as never}
              {...(each === path && { 'aria-current': 'page' as const })}
            >
              <bdi>{each === '/' ? '/' : each.slice(each.lastIndexOf('/') + 1)}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};

function NarrowChoices({ path, narrow }: { readonly path: string; readonly narrow: NarrowProps }) {
  const navigate = useNavigate();
  const { folders, environments, environment } = narrow;
  return (
    <div className={styles.choices}>
      <Choice
        label={words.folder}
        value={path}
        options={folders.map((folder) => [folder.path, folder.path] as const)}
        onChange={(chosen) => void navigate({ to: '.', search: inFolder(chosen) as never })}
      />
      {/* All of them are seen: the list below is of one. */}
      <Tabs
        label={words.environment}
        chosen={environment}
        tabs={environments.map((slug) => ({
          id: slug,
          title: slug,
          search: (before: SecretsSearch) => ({ ...before, environment: slug }),
        }))}
      />
    </div>
  );
}
