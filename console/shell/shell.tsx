import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { shellWords as words } from '../words/shell';
import { AccountMenu } from './account-menu';
import { FindBox } from './find-box';
import { Mark, SearchMark } from './marks';
import { LiveDot } from './live-dot';
import { isOfProject, type Place, usePlaces } from './places';
import { ProjectSwitch } from './project-switch';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts';

/** The frame around all screens. */
export function Shell() {
  const [isFinding, setFinding] = useState(false);
  useShortcuts(() => setFinding(true));
  return (
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
  );
}

/** The fragment is the router's: the focus moves without it. */
function skipToContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function PlaceLinks() {
  const { projectSlug } = useParams({ strict: false });
  const inBar = usePlaces().filter(({ isInBar }) => isInBar);
  const shown = inBar.filter((place) => projectSlug !== undefined || !isOfProject(place));
  if (shown.length === 0) return null;
  return (
    <nav className={styles.places} aria-label={words.places}>
      {shown.map((place) => (
        <PlaceLink key={place.to} place={place} projectSlug={projectSlug} />
      ))}
    </nav>
  );
}

function PlaceLink({ place, projectSlug }: { place: Place; projectSlug: string | undefined }) {
  const params = isOfProject(place) ? { projectSlug } : {};
  return (
    <Link
      className={styles.place}
      to={place.to}
      params={params}
      activeOptions={{ includeSearch: false }}
    >
      {place.label}
    </Link>
  );
}
