import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { NOTHING } from '../people/model';
import { ConfirmForm } from '../widgets/confirm-form';
import { Field } from '../widgets/field';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import { createGroup, lookAgain, rolesQuery } from './queries';

/** Makes a group of nobody, with a role in the organization. */
export function NewGroup({ close }: { readonly close: () => void }) {
  const roles = useQuery(rolesQuery);
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>(NOTHING);
  return (
    <ConfirmForm
      title={words.newGroup}
      act={words.create}
      isReady={name.trim() !== ''}
      close={close}
      work={async (header) => {
        await createGroup(name.trim(), role, header);
        say(words.created(name.trim()));
        await lookAgain();
      }}
    >
      <Field
        label={words.groupName}
        value={name}
        onChange={setName}
        maxLength={50}
        autoFocus
        autoComplete="off"
      />
      <LabelledChoice
        label={words.role}
        value={role}
        options={roles.data ?? [[role, role]]}
        onChange={setRole}
      />
    </ConfirmForm>
  );
}
