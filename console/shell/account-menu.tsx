import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choose, preference } from '../session/preferences';
import { askToLock } from '../session/lost-at-lock';
import { useSession } from '../session/session';
import { askToSignOut } from '../session/sign-out';
import { Menu, MenuItem, MenuSection } from '../widgets/menu';
import { shellWords as words } from '../words/shell';
import { PersonMark } from './marks';
import { usePlaces } from './places';
import styles from './account-menu.module.css';

/** Who is signed in, their settings, how the page looks, and the ways out. */
export function AccountMenu({ showKeys }: { readonly showKeys: () => void }) {
  const { account } = useSession();
  const navigate = useNavigate();
  const places = usePlaces().filter(({ isOfAccount }) => isOfAccount);
  return (
    <Menu
      trigger={
        <>
          <PersonMark />
          <bdi className={styles.name}>{account?.name}</bdi>
        </>
      }
      label={`${words.account}: ${account?.name ?? ''}`}
    >
      <MenuSection title={[account?.email || account?.name, account?.organization].join(', ')}>
        {places.map(({ to, label }) => (
          <MenuItem key={to} onAction={() => void navigate({ to })}>
            {label}
          </MenuItem>
        ))}
      </MenuSection>
      <Choices of="theme" title={words.theme} names={words.themes} />
      <Choices of="density" title={words.density} names={words.densities} />
      <Choices of="letters" title={words.letters} names={words.letterChoices} />
      <MenuSection>
        <MenuItem onAction={showKeys} aside={<kbd>?</kbd>}>
          {words.keys}
        </MenuItem>
        <MenuItem onAction={askToLock} aside={<kbd>g l</kbd>}>
          {words.lock}
        </MenuItem>
        <MenuItem onAction={askToSignOut}>{words.signOut}</MenuItem>
      </MenuSection>
    </Menu>
  );
}

type Preferred = 'theme' | 'density' | 'letters';

interface ChoicesProps<K extends Preferred> {
  readonly of: K;
  readonly title: string;
  readonly names: Readonly<Record<ReturnType<typeof preference<K>>, string>>;
}

function Choices<K extends Preferred>({ of, title, names }: ChoicesProps<K>) {
  type Choice = ReturnType<typeof preference<K>>;
  const [chosen, setChosen] = useState<Choice>(() => preference(of));
  const pick = (next: Choice) => {
    choose(of, next);
    setChosen(next);
  };
  return (
    <MenuSection
      title={title}
      selectionMode="single"
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [next] = [...keys];
        if (next !== undefined) pick(next as Choice);
      }}
      shouldCloseOnSelect={false}
    >
      {(Object.entries(names) as [Choice, string][]).map(([id, name]) => (
        <MenuItem key={id} id={id}>
          {name}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
