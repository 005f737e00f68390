import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Menu, MenuItem, MenuSection } from '../widgets/menu';
import { shellWords as words } from '../words/shell';
import { useCurrentProject } from './current-project';
import styles from './navigation.module.css';
import { isAt, isOfProject, keptBy, type Place, useKeptSearch, usePlaces } from './places';

/** Leads to every screen: to five by links, to the others by a menu. */
export function Navigation() {
  const projectSlug = useCurrentProject();
  const shown = usePlaces().filter((place) => projectSlug !== undefined || !isOfProject(place));
  const [ofProject, others] = [
    shown.filter(isOfProject),
    shown.filter((each) => !isOfProject(each)),
  ];
  const [links, leftOut] = useLeftOut();
  const { pathname } = useLocation();
  // A screen is seen from its title on.
  useEffect(() => scrollTo(0, 0), [pathname]);
  return (
    <nav className={styles.places} aria-label={words.places}>
      <div ref={links} className={styles.links}>
        <Group label={words.placesOfProject} places={ofProject.filter(isInBar)} {...{ leftOut }} />
        <Group
          label={words.placesOfOrganization}
          places={others.filter(isInBar)}
          {...{ leftOut }}
        />
      </div>
      <More {...{ ofProject, others, leftOut }} />
    </nav>
  );
}

/** The places of the bar for which there is no room: they stand below its edge, unseen, and in the menu. */
function useLeftOut() {
  const box = useRef<HTMLDivElement>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(NONE);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const edge = element.getBoundingClientRect().bottom - 1;
      const found = [...element.querySelectorAll('li')].flatMap((item) =>
        item.getBoundingClientRect().top < edge ? [] : [item.dataset['place'] ?? ''],
      );
      setLeftOut((before) =>
        found.length === before.size && found.every((each) => before.has(each))
          ? before
          : new Set(found),
      );
    };
    const observer = new ResizeObserver(look);
    for (const each of [element, ...element.querySelectorAll('li')]) observer.observe(each);
    return () => observer.disconnect();
  });
  return [box, leftOut] as const;
}

const NONE: ReadonlySet<string> = new Set();

const isInBar = (place: Place): boolean => place.isInBar === true;

interface GroupProps {
  readonly label: string;
  readonly places: readonly Place[];
  readonly leftOut: ReadonlySet<string>;
}

function Group({ label, places, leftOut }: GroupProps) {
  const projectSlug = useCurrentProject();
  const kept = useKeptSearch();
  if (places.length === 0) return null;
  return (
    <ul className={styles.group} aria-label={label}>
      {places.map((place) => (
        <li
          key={place.to}
          data-place={place.to}
          className={leftOut.has(place.to) ? styles.out : ''}
        >
          <Link
            className={styles.place}
            to={place.to}
            params={isOfProject(place) ? { projectSlug } : {}}
            search={keptBy(place, kept)}
            activeOptions={{ includeSearch: false }}
            data-label={place.label}
          >
            {place.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface MoreProps {
  readonly ofProject: readonly Place[];
  readonly others: readonly Place[];
  readonly leftOut: ReadonlySet<string>;
}

/** The places without a link in the bar, or without room there; the present one in place of its name. */
function More({ ofProject, others, leftOut }: MoreProps) {
  const projectSlug = useCurrentProject();
  const { pathname } = useLocation();
  const isHidden = (place: Place) => !isInBar(place) || leftOut.has(place.to);
  const present = [...ofProject, ...others].find(
    (place) => isHidden(place) && isAt(place, projectSlug, pathname),
  );
  return (
    <div className={`${styles.more} ${present ? styles.lit : ''}`}>
      <Menu
        trigger={present?.label ?? words.more}
        label={present ? words.moreAt(present.label) : words.more}
      >
        <Items
          title={words.placesOfProject}
          places={ofProject.filter(isHidden)}
          present={present}
        />
        <Items
          title={words.placesOfOrganization}
          places={others.filter(isHidden)}
          present={present}
        />
      </Menu>
    </div>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly places: readonly Place[];
  readonly present: Place | undefined;
}

function Items({ title, places, present }: ItemsProps) {
  const projectSlug = useCurrentProject();
  const navigate = useNavigate();
  const kept = useKeptSearch();
  if (places.length === 0) return null;
  return (
    <MenuSection title={title} selectionMode="single" selectedKeys={present ? [present.to] : []}>
      {places.map((place) => (
        <MenuItem
          key={place.to}
          id={place.to}
          onAction={() =>
            void navigate({
              to: place.to,
              params: { projectSlug },
              search: keptBy(place, kept),
            } as never)
          }
        >
          {place.label}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
