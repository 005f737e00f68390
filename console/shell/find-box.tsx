import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setInteractionModality } from 'react-aria-components';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useEffect, useState } from 'react';
import { projectsQuery } from '../api/queries';
import { askToLock } from '../session/lost-at-lock';
import { askToSignOut } from '../session/sign-out';
import { MenuItem, MenuSection } from '../widgets/menu';
import { veil } from '../widgets/dialog';
import { shellWords as words } from '../words/shell';
import styles from './find-box.module.css';
import { useCurrentProject } from './current-project';
import { FoundNames } from './found-names';
import { useSettled } from './settled';
import { SearchMark } from './marks';
import { isOfProject, keptBy, useKeptSearch, usePlaces } from './places';
import { useOpenProject } from './project-switch';

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly showKeys: () => void;
}

/** The box of Ctrl K: every act, place, project and secret by name. */
export const FindBox = ({ isOpen, onOpenChange, showKeys }: Props) => (
  <ModalOverlay className={veil} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
    <Modal className={styles.box ?? ''}>
      <Dialog className={styles.dialog ?? ''} aria-label={words.find}>
        <Finder close={() => onOpenChange(false)} showKeys={showKeys} />
      </Dialog>
    </Modal>
  </ModalOverlay>
);

interface FinderProps {
  readonly close: () => void;
  readonly showKeys: () => void;
}

function Finder({ close, showKeys }: FinderProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const [text, setText] = useState('');
  const [list, setList] = useState(0);
  // The entry that the box opens below the pointer is not chosen by that: the pointer has to move.
  useEffect(() => setInteractionModality('keyboard'), []);
  const search = useSettled(text.trim());
  const change = (next: string) => {
    setText(next);
    // React Aria chooses the first entry when a letter is typed, and none when text is pasted or taken away.
    if (next.length !== text.length + 1) setList(list + 1);
  };
  return (
    <Autocomplete filter={contains} inputValue={text} onInputChange={change}>
      <SearchField className={styles.field ?? ''} aria-label={words.find} autoFocus>
        <SearchMark />
        <Input className={styles.input ?? ''} placeholder={words.find} spellCheck={false} />
      </SearchField>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys, beside the field too */}
      <section className={styles.list} tabIndex={0} aria-label={words.found}>
        {/* A new list chooses its first entry, so that Enter always does something. */}
        <Menu
          key={list}
          autoFocus="first"
          aria-label={words.find}
          renderEmptyState={() => <p className={styles.empty}>{words.findNothing}</p>}
          onClose={close}
        >
          <PlaceItems />
          <ActItems showKeys={showKeys} />
          <ProjectItems />
          <FoundNames search={search} />
        </Menu>
      </section>
    </Autocomplete>
  );
}

function PlaceItems() {
  const navigate = useNavigate();
  const kept = useKeptSearch();
  const projectSlug = useCurrentProject();
  const places = usePlaces().filter((place) => projectSlug !== undefined || !isOfProject(place));
  return (
    <MenuSection title={words.places}>
      {places.map((place) => (
        <MenuItem
          key={place.to}
          id={`place ${place.to}`}
          textValue={[place.label, place.hint, place.synonyms].join(' ')}
          onAction={() =>
            void navigate({
              to: place.to,
              params: { projectSlug },
              search: keptBy(place, kept),
            } as never)
          }
          {...(place.key && { aside: <kbd>g {place.key}</kbd> })}
        >
          <>
            {place.label}
            {place.hint && <span className={styles.hint}>{place.hint}</span>}
          </>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** What can be done from everywhere. What is done with one thing stands beside it. */
function ActItems({ showKeys }: { readonly showKeys: () => void }) {
  const navigate = useNavigate();
  const kept = useKeptSearch();
  const projectSlug = useCurrentProject();
  const add = () =>
    void navigate({
      to: '/p/$projectSlug/secrets',
      params: { projectSlug },
      search: { ...kept, add: true },
    } as never);
  return (
    <MenuSection title={words.acts}>
      {projectSlug !== undefined && (
        <MenuItem id="act add" textValue={words.addSynonyms} onAction={add} aside={<kbd>n</kbd>}>
          <>{words.add}</>
        </MenuItem>
      )}
      <MenuItem id="act keys" onAction={showKeys} aside={<kbd>?</kbd>}>
        {words.keys}
      </MenuItem>
      <MenuItem id="act lock" onAction={askToLock} aside={<kbd>g l</kbd>}>
        {words.lock}
      </MenuItem>
      <MenuItem id="act sign out" onAction={askToSignOut}>
        {words.signOut}
      </MenuItem>
    </MenuSection>
  );
}

function ProjectItems() {
  const { data: projects = [] } = useQuery(projectsQuery);
  const open = useOpenProject();
  if (projects.length === 0) return null;
  return (
    <MenuSection title={words.projects}>
      {projects.map(({ id, slug, name }) => (
        <MenuItem
          key={id}
          id={`project ${slug}`}
          textValue={`${name} ${slug}`}
          onAction={() => open(slug)}
          aside={slug}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
