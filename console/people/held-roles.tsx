import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Choice } from '../widgets/choice';
import { inProject, queryClient } from '../api/queries';
import { useProjectRights } from '../api/rights';
import type { Right } from '../api/rights-answers';
import { useProject } from '../shell/project';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm } from '../widgets/confirm-form';
import { useNow } from '../widgets/time';
import { say } from '../widgets/toast';
import { RolesEffect } from '../what-if/roles-effect';
import { peopleWords as words } from '../words/people';
import { whatIfWords } from '../words/what-if';
import { RoleName, Roles } from './members-table';
import {
  liveRoles,
  type Member,
  type RoleAssignment,
  slugOf,
  withoutRole,
  withRole,
} from './model';
import { roleNamesQuery } from '../what-if/queries';
import { replaceRoles } from './queries';
import styles from './screen.module.css';

const FOR_GOOD = 'for good';
const RANGES = [[FOR_GOOD, words.forGood], ...Object.entries(words.ranges)] as const;

const rightsOf = (
  { kind, detail, name }: Member,
  role: string,
): Readonly<Record<'edit' | 'give', Right>> =>
  kind === 'user'
    ? {
        edit: { subject: 'member', action: 'edit', attributes: { userEmail: detail } },
        give: {
          ...{ subject: 'member', action: 'assign-role' },
          attributes: { userEmail: detail, assignableRole: role },
        },
      }
    : {
        edit: { subject: 'groups', action: 'edit', attributes: { groupName: name } },
        give: {
          ...{ subject: 'groups', action: 'assign-role' },
          attributes: { groupName: name, assignableRole: role },
        },
      };

/** The roles of a member: each can be taken away, and another given, for good or for a time. */
export function HeldRoles({ member }: { readonly member: Member }) {
  const { id: projectId } = useProject();
  const roles = useQuery(roleNamesQuery(projectId));
  const [role, setRole] = useState('member');
  const [range, setRange] = useState<string>('2h');
  const [wanted, setWanted] = useState<RoleAssignment[] | null>(null);
  const { edit, give } = useProjectRights(projectId, rightsOf(member, role));
  const held = liveRoles(member.roles, useNow());
  return (
    <section className={styles.section} aria-labelledby="member-roles">
      <header className={styles.sectionHead}>
        <h3 id="member-roles">{words.roles}</h3>
        <TryRoles member={member} />
      </header>
      <ul className={styles.held}>
        {held.map((each) => (
          <li key={each.id}>
            <span className={styles.grow}>
              <RoleName role={each} />
            </span>
            <ActButton
              isSmall
              whyNot={edit}
              aria-label={words.takeOf(slugOf(each), member.name)}
              onPress={() => setWanted(withoutRole(member.roles, each, Date.now()))}
            >
              {words.take}
            </ActButton>
          </li>
        ))}
      </ul>
      <div className={styles.give}>
        <span>{words.give}</span>
        <Choice
          label={words.role}
          value={role}
          options={roles.data ?? [[role, role]]}
          onChange={setRole}
        />
        <Choice label={words.howLong} value={range} options={RANGES} onChange={setRange} />
        <ActButton
          whyNot={edit ?? give}
          onPress={() => {
            const time = range === FOR_GOOD ? null : range;
            setWanted(withRole(member.roles, role, time, Date.now()));
          }}
        >
          {words.giveAct}
        </ActButton>
      </div>
      {wanted && <Change {...{ member, wanted }} close={() => setWanted(null)} />}
    </section>
  );
}

/** Leads to where several roles at once are tried, before one is given or taken. */
function TryRoles({ member: { kind, holderId, name } }: { readonly member: Member }) {
  const { slug: projectSlug } = useProject();
  if (kind === 'group') return null;
  const search = { who: `user:${holderId}`, change: 'roles' as const };
  return (
    <Link
      to="/p/$projectSlug/what-if"
      {...{ params: { projectSlug }, search }}
      aria-label={whatIfWords.tryRolesOf(name)}
    >
      {whatIfWords.tryRoles}
    </Link>
  );
}

interface ChangeProps {
  readonly member: Member;
  readonly wanted: RoleAssignment[];
  readonly close: () => void;
}

/** The roles before and after, as they are sent. */
function Change({ member, wanted, close }: ChangeProps) {
  const { id: projectId } = useProject();
  return (
    <ConfirmForm
      title={<bdi className={styles.grow}>{words.change(member.name)}</bdi>}
      act={words.changeAct}
      close={close}
      work={async (header) => {
        await replaceRoles(projectId, member, wanted, header);
        say(words.changed);
        await queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') });
      }}
    >
      <div className={styles.compare}>
        <div>
          <h3>{words.before}</h3>
          <Roles roles={member.roles} />
        </div>
        <div>
          <h3>{words.after}</h3>
          <ul>
            {wanted.map(({ role, temporaryRange = '' }) => (
              <li key={role}>
                <bdi>{role}</bdi> <span className={styles.ends}>{rangeText(temporaryRange)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <RolesEffect change={changeOf(member, wanted)} />
    </ConfirmForm>
  );
}

const changeOf = ({ kind, holderId }: Member, roles: readonly RoleAssignment[]) =>
  kind === 'user' ? { userId: holderId, roles } : { groupId: holderId, roles };

const rangeText = (range: string): string =>
  (words.ranges as Readonly<Record<string, string>>)[range] ?? range;
