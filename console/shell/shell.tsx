import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { shellWords as words } from '../words/shell';
import { AccountMenu } from './account-menu';
import { CurrentProject, useProjectOfFrame } from './current-project';
import { DraftLink } from './draft-link';
import { FindBox } from './find-box';
import { Mark, SearchMark } from './marks';
import { LiveDot } from './live-dot';
import { Navigation } from './navigation';
import { KeptSearch, useKeptOfFrame } from './places';
import { ProjectSwitch } from './project-switch';
import styles from './shell.module.css';
import { useFocusKept } from '../widgets/focus';
import { useShortcuts } from './shortcuts';

/** Loaded when it is first asked for. */
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog')).KeysDialog }));

/** The frame around all screens. */
export function Shell() {
  const [isFinding, setFinding] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const projectSlug = useProjectOfFrame();
  const kept = useKeptOfFrame(projectSlug);
  const showKeys = () => setShowingKeys(true);
  useShortcuts({ projectSlug, kept, openBox: () => setFinding(true), showKeys });
  useFocusKept();
  return (
    <CurrentProject value={projectSlug}>
      <KeptSearch value={kept}>
        <div className={styles.shell}>
          <a className={styles.skip} href="#content" onClick={skipToContent}>
            {words.skip}
          </a>
          <header className={styles.bar}>
            <Link className={styles.mark} to="/" aria-label={words.home}>
              <Mark />
            </Link>
            <div className={styles.project}>
              <ProjectSwitch />
            </div>
            <Navigation />
            <DraftLink />
            <LiveDot />
            <Button className={styles.find ?? ''} onPress={() => setFinding(true)}>
              <SearchMark />
              <span className={styles.findText}>{words.find}</span>
              <kbd aria-hidden>Ctrl K</kbd>
            </Button>
            <AccountMenu showKeys={showKeys} />
          </header>
          <main id="content" className={styles.content} tabIndex={-1}>
            <Outlet />
          </main>
          <FindBox isOpen={isFinding} onOpenChange={setFinding} showKeys={showKeys} />
          {isShowingKeys && (
            <Suspense>
              <KeysDialog close={() => setShowingKeys(false)} />
            </Suspense>
          )}
        </div>
      </KeptSearch>
    </CurrentProject>
  );
}

/** The fragment is the router's: the focus moves without it. */
function skipToContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
