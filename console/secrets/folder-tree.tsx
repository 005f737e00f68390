import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { secretsWords as words } from '../words/secrets';
import { type Folder, openedTo } from './folders';
import { inFolder } from './route';
import styles from './screen.module.css';

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

function step(event: KeyboardEvent<HTMLElement>): void {
  const to = STEPS[event.key];
  if (!to || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-folder]')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  links[to(at, links.length)]?.focus();
}

/** Folders as links, so that each has its address; opened down to the one that is shown. */
export const FolderTree = ({
  folders,
  path,
}: {
  readonly folders: readonly Folder[];
  readonly path: string;
}) => {
  const shown = openedTo(path, folders);
  // A folder that is not there is in no tree.
  const known = shown.some((folder) => folder.path === path) ? path : '/';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the focus, and the keys
    <nav className={styles.tree} aria-label={words.folders} onKeyDown={step}>
      <ul>
        {shown.map((folder) => (
          <li key={folder.path}>
            <Link
              to="."
              search={inFolder(folder.path) as never}
              // The tree is one stop of Tab: the arrows lead from folder to folder.
              tabIndex={folder.path === known ? 0 : -1}
              data-folder
              className={`${styles.folder} ${folder.path === path ? styles.here : ''}`}
              {...(folder.path === path && { 'aria-current': 'page' as const })}
              style={{ paddingInlineStart: `${12 + 14 * folder.depth}px` }}
            >
              <bdi className={styles.folderName}>{folder.label}</bdi>
              <span className={styles.count}>{folder.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
