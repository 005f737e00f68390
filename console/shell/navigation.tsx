import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useRef } from 'react';
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
  const nav = useRef<HTMLElement>(null);
  const links = useFadedEdges();
  const { pathname } = useLocation();
  // A screen is seen from its title on; where there is no room for all places, the present one is seen.
  useEffect(() => {
    scrollTo(0, 0);
    showPresent(nav.current);
  }, [pathname]);
  return (
    <nav ref={nav} className={styles.places} aria-label={words.places}>
      <div ref={links} className={styles.links}>
        <Group label={words.placesOfProject} places={ofProject.filter(isInBar)} />
        <Group label={words.placesOfOrganization} places={others.filter(isInBar)} />
      </div>
      <More ofProject={ofProject} others={others} />
    </nav>
  );
}

function showPresent(within: HTMLElement | null): void {
  const present = within?.querySelector('[data-status=active]');
  present?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
}

/** Tells an element that scrolls sideways at which of its edges something is cut, where it fades. */
function useFadedEdges() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const tell = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(() => {
      // Less room, or more places before it, may have cut the present one.
      showPresent(element);
      tell();
    });
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener('scroll', tell, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', tell);
    };
  });
  return box;
}

const isInBar = (place: Place): boolean => place.isInBar === true;

/** Where there is no room for all places, browsers do not lead each that gets the focus into view. */
const showWhole = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' });

interface GroupProps {
  readonly label: string;
  readonly places: readonly Place[];
}

function Group({ label, places }: GroupProps) {
  const projectSlug = useCurrentProject();
  const kept = useKeptSearch();
  if (places.length === 0) return null;
  return (
    <ul className={styles.group} aria-label={label}>
      {places.map((place) => (
        <li key={place.to}>
          <Link
            className={styles.place}
            to={place.to}
            params={isOfProject(place) ? { projectSlug } : {}}
            search={keptBy(place, kept)}
            activeOptions={{ includeSearch: false }}
            data-label={place.label}
            onFocus={showWhole}
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
}

/** The places without a link in the bar; the present one in place of its name. */
function More({ ofProject, others }: MoreProps) {
  const projectSlug = useCurrentProject();
  const { pathname } = useLocation();
  const isHidden = (place: Place) => !isInBar(place);
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
