import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../widgets/choice';
import { api, idempotencyKey, take } from '../api/client';
import { projectsQuery } from '../api/queries';
import type { Project } from '../shell/project';
import { rolesQuery } from '../what-if/queries';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Problem } from '../widgets/problem';
import { say } from '../widgets/toast';
import { identitiesWords as words } from '../words/identities';
import styles from './form.module.css';
import { changed, mayAddQuery } from './queries';

interface Props {
  readonly id: string;
  /** Ids of the projects that it is in. */
  readonly taken: readonly string[];
}

/** Makes the identity a member of one more project, with a role. */
export function AddToProject({ id, taken }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter((each) => !taken.includes(each.id));
  const [first] = projects;
  if (!first) return null;
  return (
    <>
      <Button isSmall onPress={() => setOpen(true)}>
        {words.addTo}
      </Button>
      {isOpen && <AddDialog {...{ id, projects, first }} close={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly id: string;
  readonly projects: readonly Project[];
  readonly first: Project;
  readonly close: () => void;
}

/** What most give is the least that reads. */
const PREDEFINED = ['viewer', 'member', 'admin', 'no-access'] as const;

function AddDialog({ id, projects, first, close }: DialogProps) {
  const [projectId, setProject] = useState(first.id);
  const [role, setRole] = useState<string>('viewer');
  const { problem, isBusy, add } = useAdding(id, close);
  const { data: custom = [] } = useQuery({ ...rolesQuery(projectId), retry: false });
  const { data: may } = useQuery({ ...mayAddQuery(projectId), retry: false });
  const project = projects.find((each) => each.id === projectId) ?? first;
  const mayNot = may === false ? words.mayNot('create', project.name) : null;
  return (
    <Dialog
      isOpen
      close={close}
      title={words.addToTitle}
      acts={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            look="first"
            isDisabled={mayNot !== null}
            isPending={isBusy}
            onPress={() => add(projectId, role)}
          >
            {words.addNow}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <div className={styles.labelled}>
          <span className={styles.label}>{words.project}</span>
          <Choice
            label={words.project}
            value={projectId}
            options={projects.map((each) => [each.id, each.name] as const)}
            onChange={(chosen) => {
              setProject(chosen);
              setRole('viewer');
            }}
          />
        </div>
        <div className={styles.labelled}>
          <span className={styles.label}>{words.roleShort}</span>
          <Choice
            label={words.roleShort}
            value={role}
            options={[
              ...PREDEFINED.map((slug) => [slug, words.projectRoles[slug]] as const),
              ...custom.map(({ slug, name }) => [slug, name] as const),
            ]}
            onChange={setRole}
          />
        </div>
        {mayNot !== null && <p className={styles.soft}>{mayNot}</p>}
      </div>
      <Problem of={problem} />
    </Dialog>
  );
}

function useAdding(id: string, close: () => void) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async (projectId: string, role: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const params = { path: { projectId, identityId: id }, header: idempotencyKey() };
      const route = '/api/v1/projects/{projectId}/memberships/identities/{identityId}';
      await take(api.POST(route, { params, body: { roles: [{ role }] } }));
      await changed();
      close();
      say(words.added);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, add: (projectId: string, role: string) => void add(projectId, role) };
}
