import { Link } from '@tanstack/react-router';
import { secretsWords as words } from '../words/secrets';
import { type Folder, openedTo } from './folders';
import { inFolder } from './route';
import styles from './screen.module.css';

/** Folders as links, so that each has its address; opened down to the one that is shown. */
export const FolderTree = ({
  folders,
  path,
}: {
  readonly folders: readonly Folder[];
  readonly path: string;
}) => (
  <nav className={styles.tree} aria-label={words.folders}>
    <ul>
      {openedTo(path, folders).map((folder) => (
        <li key={folder.path}>
          <Link
            to="."
            search={inFolder(folder.path) as never}
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
