import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useOrganizationRights } from '../api/rights';
import { type InviteLink, InviteLinks } from '../people/invite-links';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm, type OneActHeader } from '../widgets/confirm-form';
import { Sheet } from '../widgets/dialog';
import { Facts } from '../widgets/facts';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import type { Person } from './model';
import { changePerson, inviteAgain, lookAgain, projectsOfQuery, removePerson } from './queries';
import { RoleChange } from './role-change';
import type { OrganizationSearch } from './route';
import styles from '../people/screen.module.css';

interface Props {
  readonly people: readonly Person[];
  readonly orgId: string;
}

/** The person that the address names. */
export function PersonSheet({ people, orgId }: Props) {
  const { who } = useSearch({ strict: false }) as OrganizationSearch;
  const navigate = useNavigate();
  const person = people.find(({ id }) => id === who);
  const close = () => void navigate({ to: '.', search: {} as never });
  return (
    <Sheet
      isOpen={who !== undefined}
      close={close}
      title={<bdi>{person?.name ?? words.people}</bdi>}
    >
      {person ? (
        <Known key={person.id} {...{ person, orgId, close }} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

interface OneProps {
  readonly person: Person;
  readonly orgId: string;
  readonly close: () => void;
}

function Known({ person, orgId, close }: OneProps) {
  const { edit, ...rights } = useOrganizationRights({
    edit: { subject: 'member', action: 'edit' },
    create: { subject: 'member', action: 'create' },
    remove: { subject: 'member', action: 'delete' },
  });
  return (
    <>
      <Facts
        of={[
          [words.email, <bdi key="email">{person.email}</bdi>],
          [words.state, words[person.state]],
          [words.lastLogin, <Time key="login" at={person.lastLogin} />],
        ]}
      />
      <RoleChange
        {...{ name: person.name, role: person.role, whyNot: edit }}
        work={(role, header) => changePerson(orgId, person.id, { role }, header)}
      />
      <Projects orgId={orgId} membershipId={person.id} />
      <div className={styles.give}>
        {person.state === 'invited' && <Again person={person} whyNot={rights.create} />}
        <Act
          // Another act once it is done, not this one with other words.
          key={person.state}
          whyNot={edit}
          {...(person.state === 'deactivated' ? ACTIVATE : DEACTIVATE)}
          name={person.name}
          done={words.stateChanged}
          work={(header) => {
            const isActive = person.state === 'deactivated';
            return changePerson(orgId, person.id, { isActive }, header);
          }}
        />
        <Act
          whyNot={rights.remove}
          {...{ isDanger: true, act: words.remove, title: words.removeTitle }}
          help={words.removeHelp}
          name={person.name}
          done={words.removed(person.name)}
          work={async (header) => {
            await removePerson(orgId, person.id, header);
            close();
          }}
        />
      </div>
    </>
  );
}

const ACTIVATE = {
  ...{ act: words.activate, title: words.activateTitle, help: words.activateHelp },
} as const;
const DEACTIVATE = {
  ...{ act: words.deactivate, title: words.deactivateTitle, help: words.deactivateHelp },
  isDanger: true,
} as const;

interface ActProps {
  readonly act: string;
  readonly title: (name: string) => string;
  readonly help: string;
  readonly name: string;
  readonly isDanger?: boolean;
  readonly whyNot: string | null;
  readonly done: string;
  readonly work: (header: OneActHeader) => Promise<unknown>;
}

/** A button that asks once more before it does something. */
export function Act({ act, title, help, name, isDanger, whyNot, done, work }: ActProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActButton
        whyNot={whyNot}
        {...(isDanger && { look: 'danger' as const })}
        onPress={() => setAsking(true)}
      >
        {act}
      </ActButton>
      {isAsking && (
        <ConfirmForm
          {...{ act, isDanger: isDanger === true, close: () => setAsking(false) }}
          title={<bdi className={styles.grow}>{title(name)}</bdi>}
          work={async (header) => {
            await work(header);
            say(done);
            await lookAgain();
          }}
        >
          <p>{help}</p>
        </ConfirmForm>
      )}
    </>
  );
}

function Again({ person, whyNot }: { readonly person: Person; readonly whyNot: string | null }) {
  const links = useRef<readonly InviteLink[]>([]);
  const [invited, setInvited] = useState<readonly string[]>([]);
  return (
    <>
      <Act
        {...{ act: words.again, title: words.againTitle, help: words.againHelp, whyNot }}
        name={person.name}
        done={words.inviteSent(1)}
        work={async (header) => {
          const { completeInviteLink } = await inviteAgain(person.id, header);
          if (!completeInviteLink) return;
          links.current = [completeInviteLink];
          setInvited([completeInviteLink.email]);
        }}
      />
      {invited.length > 0 && (
        <InviteLinks links={links} emails={invited} close={() => setInvited([])} />
      )}
    </>
  );
}

function Projects({
  orgId,
  membershipId,
}: {
  readonly orgId: string;
  readonly membershipId: string;
}) {
  const projects = useQuery(projectsOfQuery(orgId, membershipId));
  return (
    <section className={styles.section}>
      <h3>{words.projects}</h3>
      {projects.isPending && <LoadingState rows={1} />}
      {projects.error && (
        <ErrorState error={projects.error} retry={() => void projects.refetch()} />
      )}
      {projects.data?.length === 0 && <p className={styles.soft}>{words.noProjects}</p>}
      <ul className={styles.roles}>
        {projects.data?.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
