import { Link } from '@tanstack/react-router';
import { accessWords as words } from '../words/access';
import { MayMark } from './mark';
import { markOf, type MemberWithRules } from './model';
import type { Question } from './queries';
import type { AccessSearch } from './route';
import styles from './screen.module.css';

/** Whether no secret was named. */
export const isOfEvery = ({ attributes }: Question): boolean => !attributes['secretName'];

interface EveryProps {
  readonly row: MemberWithRules;
  readonly environments: readonly string[];
  readonly isOfAll: boolean;
}

/** The answer in each environment: what is allowed in one may be forbidden in another. */
export const EveryEnvironment = ({ row: { member, rules }, environments, isOfAll }: EveryProps) =>
  environments.length > 0 && (
    <ul className={styles.environments} aria-label={words.everyEnvironment}>
      {environments.map((environment, index) => (
        <li key={environment}>
          <Link
            to="."
            search={((before: AccessSearch) => ({ ...before, environment })) as never}
            replace
          >
            <bdi>{environment}</bdi>
          </Link>{' '}
          {member.cells[index] && (
            <MayMark of={markOf(member.cells[index], { rules, isOfAll })} isSpelled />
          )}
        </li>
      ))}
    </ul>
  );
