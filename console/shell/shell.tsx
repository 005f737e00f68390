import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { shellWords as words } from '../words/shell';
import { AccountMenu } from './account-menu';
import { CurrentProject, useCurrentProject, useProjectOfFrame } from './current-project';
import { FindBox } from './find-box';
import { Mark, SearchMark } from './marks';
import { LiveDot } from './live-dot';
import { isOfProject, keptBy, type Place, usePlaces } from './places';
import { ProjectSwitch } from './project-switch';
import styles from './shell.module.css';
import { useFocusKept } from '../widgets/focus';
import { useShortcuts } from './shortcuts';

/** The frame around all screens. */
export function Shell() {
  const [isFinding, setFinding] = useState(false);
  const projectSlug = useProjectOfFrame();
  useShortcuts(projectSlug, () => setFinding(true));
  useFocusKept();
  return (
    <CurrentProject value={projectSlug}>
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
          <PlaceLinks />
          <span className={styles.space} />
          <Button className={styles.find ?? ''} onPress={() => setFinding(true)}>
            <SearchMark />
            <span className={styles.findText}>{words.find}</span>
            <kbd aria-hidden>Ctrl K</kbd>
          </Button>
          <LiveDot />
          <AccountMenu />
        </header>
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
        <FindBox isOpen={isFinding} onOpenChange={setFinding} />
      </div>
    </CurrentProject>
  );
}

/** The fragment is the router's: the focus moves without it. */
function skipToContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function PlaceLinks() {
  const projectSlug = useCurrentProject();
  const inBar = usePlaces().filter(({ isInBar }) => isInBar);
  const shown = inBar.filter((place) => projectSlug !== undefined || !isOfProject(place));
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Where there is no room for all of them, the present one is seen.
  useEffect(() => {
    const present = nav.current?.querySelector('[data-status=active]');
    present?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [pathname]);
  if (shown.length === 0) return null;
  return (
    <nav ref={nav} className={styles.places} aria-label={words.places}>
      {shown.map((place) => (
        <PlaceLink key={place.to} place={place} projectSlug={projectSlug} />
      ))}
    </nav>
  );
}

function PlaceLink({ place, projectSlug }: { place: Place; projectSlug: string | undefined }) {
  const params = isOfProject(place) ? { projectSlug } : {};
  const search = useSearch({ strict: false });
  return (
    <Link
      className={styles.place}
      to={place.to}
      params={params}
      search={keptBy(place, search)}
      activeOptions={{ includeSearch: false }}
    >
      {place.label}
    </Link>
  );
}
