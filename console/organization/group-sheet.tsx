import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../api/schema';
import { useOrganizationRights } from '../api/rights';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm } from '../widgets/confirm-form';
import { Sheet } from '../widgets/dialog';
import { Facts } from '../widgets/facts';
import { Field } from '../widgets/field';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import { GroupMembers } from './group-members';
import { roleOf } from './model';
import { Act } from './person-sheet';
import { addToGroup, changeGroupRole, deleteGroup, groupProjectsQuery, lookAgain } from './queries';
import { RoleChange } from './role-change';
import type { OrganizationSearch } from './route';
import styles from '../people/screen.module.css';

type Group = components['schemas']['Group'];

/** The group that the address names: its role, who is in it, and in which projects it is. */
export function GroupSheet({ groups }: { readonly groups: readonly Group[] }) {
  const { who } = useSearch({ strict: false }) as OrganizationSearch;
  const navigate = useNavigate();
  const group = groups.find(({ id }) => id === who);
  const close = () => void navigate({ to: '.', search: { show: 'groups' } as never });
  return (
    <Sheet
      isOpen={who !== undefined}
      close={close}
      title={<bdi>{group?.name ?? words.groups}</bdi>}
    >
      {group ? (
        <Known key={group.id} {...{ group, close }} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

const RIGHTS = {
  edit: { subject: 'groups', action: 'edit' },
  remove: { subject: 'groups', action: 'delete' },
  add: { subject: 'groups', action: 'add-members' },
} as const;

function Known({ group, close }: { readonly group: Group; readonly close: () => void }) {
  const { id, name } = group;
  const rights = useOrganizationRights(RIGHTS);
  return (
    <>
      <Facts of={[[words.slug, <bdi key="slug">{group.slug}</bdi>]]} />
      <RoleChange
        {...{ name, role: roleOf(group), whyNot: rights.edit }}
        work={(role, header) => changeGroupRole(id, role, header)}
      />
      <GroupMembers groupId={id} name={name} />
      <Projects groupId={id} />
      <div className={styles.give}>
        <AddMember {...{ groupId: id, whyNot: rights.add }} />
        <Act
          {...{ whyNot: rights.remove, name, isDanger: true }}
          {...{ act: words.deleteGroup, title: words.deleteTitle, help: words.deleteHelp }}
          done={words.deleted(name)}
          work={async (header) => {
            await deleteGroup(id, header);
            close();
          }}
        />
      </div>
    </>
  );
}

function AddMember({
  groupId,
  whyNot,
}: {
  readonly groupId: string;
  readonly whyNot: string | null;
}) {
  const [isAdding, setAdding] = useState(false);
  const [email, setEmail] = useState('');
  const address = email.trim().toLowerCase();
  const close = () => {
    setAdding(false);
    setEmail('');
  };
  return (
    <>
      <ActButton whyNot={whyNot} onPress={() => setAdding(true)}>
        {words.addMember}
      </ActButton>
      {isAdding && (
        <ConfirmForm
          {...{ title: words.addMember, act: words.addMember, close, isReady: address !== '' }}
          work={async (header) => {
            await addToGroup(groupId, address, header);
            say(words.memberAdded(address));
            await lookAgain();
          }}
        >
          <Field
            {...{ label: words.email, help: words.addHelp, value: email, onChange: setEmail }}
            type="email"
            autoFocus
            autoComplete="off"
          />
        </ConfirmForm>
      )}
    </>
  );
}

function Projects({ groupId }: { readonly groupId: string }) {
  const projects = useQuery(groupProjectsQuery(groupId));
  return (
    <section className={styles.section}>
      <h3>{words.projectsOfGroup}</h3>
      {projects.isPending && <LoadingState rows={1} />}
      {projects.error && (
        <ErrorState error={projects.error} retry={() => void projects.refetch()} />
      )}
      {projects.data?.length === 0 && <p className={styles.soft}>{words.noProjectsOfGroup}</p>}
      <ul className={styles.roles}>
        {projects.data?.map((project) => (
          <li key={project}>
            <bdi>{project}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
