import { lazy, Suspense, useState } from 'react';
import { ACTIONS, type Action } from '../access/actions';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { accessWords } from '../words/access';
import { whatIfWords as words } from '../words/what-if';
import type { Applied } from './applied';
import { ApplyBar } from './apply';
import { type Draft, useDraft, useTry } from './draft';
import { type Granted, GrantedNote } from './granted';
import { Impact } from './impact';
import { Overruled } from './overruled';
import { RolesEditor } from './roles-editor';
import { RulesEditor } from './rules-editor';
import { Target } from './target';
import styles from './screen.module.css';

/** Loaded when it is first asked for. */
const EffectTable = lazy(async () => ({
  default: (await import('./effect-table')).EffectTable,
}));

/** Tries rules before they count: who would gain, who would lose, and what is not the caller's to give. */
export function WhatIfScreen() {
  const project = useProject();
  const draft = useDraft();
  useTitle(words.title, project.name);
  const { role, everybody, who, roleSlug, own } = draft;
  const [granted, tell] = useState<Granted | null>(null);
  const failed = [role, everybody].find(({ error }) => error);
  const isChosen = who !== '' || roleSlug !== '';
  const isKnown = who ? draft.member !== null : role.data !== undefined;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Target draft={draft} />
        {draft.member && own?.found !== null && <Range draft={draft} />}
      </header>
      <p className={styles.soft}>{words.help}</p>
      {granted && <GrantedNote granted={granted} />}
      {failed ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !isChosen ? (
        <EmptyState title={words.choose}>{words.chooseHelp}</EmptyState>
      ) : !isKnown ? (
        <LoadingState />
      ) : (
        <Trial key={`${who} ${roleSlug} ${own ? 'roles' : ''}`} {...{ draft, tell }} />
      )}
    </div>
  );
}

interface TrialProps {
  readonly draft: Draft;
  readonly tell: (granted: Granted) => void;
}

/** The rules, what would come of them, and the way to apply them. */
function Trial({ draft, tell }: TrialProps) {
  const [isBroken, setBroken] = useState(false);
  const [applied, setApplied] = useState<Applied | null>(null);
  return (
    <>
      <div className={styles.columns}>
        {draft.own ? <RolesEditor draft={draft} /> : <RulesEditor {...{ draft, setBroken }} />}
        <section className={styles.panel} aria-labelledby="effect-title">
          <header className={styles.panelHead}>
            <h2 id="effect-title">{words.effect}</h2>
          </header>
          <Impact draft={draft} isDone={applied !== null} />
          <Overruled draft={draft} />
          {draft.isChanged && <AtPlace draft={draft} />}
        </section>
      </div>
      <ApplyBar {...{ draft, isBroken, tell, applied, setApplied }} />
    </>
  );
}

/** On request, one question before and after the draft, with the rules that decide. */
const AtPlace = ({ draft }: { readonly draft: Draft }) => (
  <details
    className={styles.atPlace}
    onToggle={({ currentTarget }) => draft.setPlaceShown(currentTarget.open)}
  >
    <summary>{words.atPlace}</summary>
    <Question draft={draft} />
    <Suspense>
      <EffectTable draft={draft} />
    </Suspense>
  </details>
);

function Range({ draft: { range, own } }: { readonly draft: Draft }) {
  const attempt = useTry();
  const options = Object.entries(words.ranges);
  return (
    <>
      <span className={styles.soft}>{own ? words.newRolesFor : words.for}</span>
      <Choice
        label={words.range}
        value={range}
        options={range in words.ranges ? options : [[range, range], ...options]}
        onChange={(chosen) => attempt({ range: chosen })}
      />
    </>
  );
}

/** What is shown before and after. */
function Question({ draft: { action, path, name, known } }: { readonly draft: Draft }) {
  const attempt = useTry();
  return (
    <span className={styles.question}>
      <Choice
        label={words.action}
        value={action}
        options={ACTIONS.map((each) => [each, accessWords.asked[each]] as const)}
        onChange={(chosen) => attempt({ action: chosen as Action })}
      />
      <Suggest
        label={accessWords.name}
        value={name}
        placeholder={accessWords.anyName}
        options={known?.namesIn(path) ?? []}
        onChange={(chosen) => attempt({ name: chosen.trim() })}
      />
      <span className={styles.soft}>{words.in}</span>
      <Suggest
        label={accessWords.path}
        value={path}
        options={known?.paths ?? ['/']}
        onChange={(chosen) => attempt({ path: chosen.trim() === '' ? '/' : chosen.trim() })}
      />
    </span>
  );
}
