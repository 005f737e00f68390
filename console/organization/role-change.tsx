import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../widgets/choice';
import type { WhyNot } from '../api/rights-answers';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm, type OneActHeader } from '../widgets/confirm-form';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import { lookAgain, rolesQuery } from './queries';
import styles from '../people/screen.module.css';

interface Props {
  readonly name: string;
  readonly role: string;
  readonly whyNot: WhyNot;
  readonly work: (role: string, header: OneActHeader) => Promise<unknown>;
}

/** The role in the organization, and the way to another one. */
export function RoleChange({ name, role, whyNot, work }: Props) {
  const roles = useQuery(rolesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const wanted = chosen ?? role;
  return (
    <section className={styles.section}>
      <h3>{words.role}</h3>
      <div className={styles.give}>
        <Choice
          label={words.role}
          value={wanted}
          options={roles.data ?? [[role, role]]}
          onChange={setChosen}
        />
        <ActButton
          whyNot={whyNot ?? (wanted === role ? words.sameRole : null)}
          onPress={() => setAsking(true)}
        >
          {words.changeRole}
        </ActButton>
      </div>
      {isAsking && (
        <ConfirmForm
          title={<bdi className={styles.grow}>{words.changeTitle(name)}</bdi>}
          act={words.changeRole}
          close={() => setAsking(false)}
          work={async (header) => {
            await work(wanted, header);
            say(words.changed);
            await lookAgain();
          }}
        >
          <p>{words.changeHelp(role, wanted)}</p>
        </ConfirmForm>
      )}
    </section>
  );
}
