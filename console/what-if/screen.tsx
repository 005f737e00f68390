import { useState } from 'react';
import { ACTIONS, type Action } from '../access/actions';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { roleText } from '../access/model';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Menu, MenuItem, MenuSection } from '../widgets/menu';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { accessWords } from '../words/access';
import { whatIfWords as words } from '../words/what-if';
import { ApplyBar } from './apply';
import { type Draft, useDraft, useTry } from './draft';
import { EffectTable } from './effect-table';
import { type Granted, GrantedNote } from './granted';
import { Impact } from './impact';
import { Overruled } from './overruled';
import { RulesEditor } from './rules-editor';
import styles from './screen.module.css';

/** Tries rules before they count: who would gain, who would lose, and what is not the caller's to give. */
export function WhatIfScreen() {
  const project = useProject();
  const draft = useDraft();
  useTitle(words.title, project.name);
  const { role, everybody, who, roleSlug } = draft;
  const [granted, tell] = useState<Granted | null>(null);
  const failed = [role, everybody].find(({ error }) => error);
  const isChosen = who !== '' || roleSlug !== '';
  const isKnown = who ? draft.member !== null : role.data !== undefined;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Target draft={draft} />
        {draft.member && <Range draft={draft} />}
      </header>
      <p className={styles.soft}>{words.notRoles}</p>
      {granted && <GrantedNote granted={granted} />}
      {failed ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !isChosen ? (
        <EmptyState title={words.choose}>{words.chooseHelp}</EmptyState>
      ) : !isKnown ? (
        <LoadingState />
      ) : (
        <Trial key={`${who} ${roleSlug}`} {...{ draft, tell }} />
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
  return (
    <>
      <div className={styles.columns}>
        <RulesEditor {...{ draft, setBroken }} />
        <section className={styles.panel} aria-labelledby="effect-title">
          <header className={styles.panelHead}>
            <h2 id="effect-title">{words.effect}</h2>
          </header>
          <Impact draft={draft} />
          <Overruled draft={draft} />
          {draft.isChanged && <AtPlace draft={draft} />}
        </section>
      </div>
      <ApplyBar {...{ draft, isBroken, tell }} />
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
    <EffectTable draft={draft} />
  </details>
);

/** Whose rules are tried. Another choice begins another draft. */
function Target({
  draft: { roles, members, member, role, roleSlug, who },
}: {
  readonly draft: Draft;
}) {
  const attempt = useTry();
  const chosen = member
    ? words.grantTo(member.name)
    : roleSlug
      ? words.roleOf(roleText(roleSlug, role.data?.name))
      : words.choose;
  const begin = (key: string) => {
    const [kind, rest] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    const target =
      kind === 'role' ? { role: rest, who: undefined } : { role: undefined, who: rest };
    attempt({ ...target, rules: undefined, range: undefined } as never);
  };
  return (
    <span className={styles.target}>
      <Menu
        trigger={<bdi>{chosen}</bdi>}
        label={`${words.target}: ${chosen}`}
        selectionMode="single"
        selectedKeys={[who ? `member ${who}` : `role ${roleSlug}`]}
        onAction={(key) => begin(String(key))}
      >
        <MenuSection title={roles.data?.length === 0 ? words.noRoles : words.roles}>
          {(roles.data ?? []).map(({ id, slug, name }) => (
            <MenuItem key={id} id={`role ${slug}`} textValue={roleText(slug, name)}>
              <bdi>{roleText(slug, name)}</bdi>
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection title={words.members}>
          {members.map(({ kind, id, name }) => (
            <MenuItem key={id} id={`member ${kind}:${id}`} textValue={name}>
              <bdi>{name}</bdi>
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
    </span>
  );
}

function Range({ draft: { range } }: { readonly draft: Draft }) {
  const attempt = useTry();
  const options = Object.entries(words.ranges);
  return (
    <>
      <span className={styles.soft}>{words.for}</span>
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
