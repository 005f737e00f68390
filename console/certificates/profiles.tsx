import { useQuery } from '@tanstack/react-query';
import type { components } from '../api/schema';
import { useProject } from '../shell/project';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { certificatesWords as words } from '../words/certificates';
import type { Profile } from './model';
import { authoritiesQuery, policiesQuery, profilesQuery } from './queries';
import styles from './screen.module.css';

type Policy = components['schemas']['CertificatePolicy'];

/** The profiles of the project with what their policies allow, to read. */
export function ProfilesTable() {
  const project = useProject();
  const profiles = useQuery(profilesQuery(project.id));
  const { data: authorities } = useQuery(authoritiesQuery(project.id));
  const { data: policies } = useQuery(policiesQuery(project.id));
  if (profiles.error)
    return <ErrorState error={profiles.error} retry={() => void profiles.refetch()} />;
  if (profiles.isPending) return <LoadingState />;
  if (profiles.data.length === 0)
    return <EmptyState title={words.noProfiles}>{words.noProfilesHelp}</EmptyState>;
  const policyOf = ({ certificatePolicyId }: Profile) =>
    policies?.find(({ id }) => id === certificatePolicyId);
  return (
    <DataTable
      label={words.profiles}
      rows={profiles.data}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ id: 'name', title: words.name, isRowHeader: true },
          cell: ({ slug, description }) => (
            <span className={styles.name}>
              <bdi>{slug}</bdi>
              {description && <bdi className={styles.soft}>{description}</bdi>}
            </span>
          ),
        },
        {
          ...{ id: 'authority', title: words.authority },
          cell: ({ caId }) => <bdi>{authorities?.find(({ id }) => id === caId)?.name ?? '–'}</bdi>,
        },
        {
          ...{ id: 'policy', title: words.policy },
          cell: (profile) => <bdi>{policyOf(profile)?.name ?? '–'}</bdi>,
        },
        {
          ...{ id: 'names', title: words.names },
          cell: (profile) => <Allowed policy={policyOf(profile)} />,
        },
        { id: 'life', title: words.life, cell: (profile) => lifeOf(profile, policyOf(profile)) },
        {
          ...{ id: 'enrollment', title: words.enrollment },
          cell: ({ enrollmentType }) => words.enrollments[enrollmentType],
        },
      ]}
    />
  );
}

const lifeOf = ({ defaults }: Profile, policy: Policy | undefined): string =>
  [
    defaults?.ttlDays === undefined ? '' : words.lifeDays(defaults.ttlDays),
    policy?.validity?.max === undefined ? '' : words.atMost(policy.validity.max),
  ]
    .filter(Boolean)
    .join(', ') || '–';

function Allowed({ policy }: { readonly policy: Policy | undefined }) {
  const allowed = (policy?.sans ?? []).flatMap(({ allowed = [], required = [] }) => [
    ...allowed,
    ...required,
  ]);
  const names = [...new Set(allowed)];
  if (names.length === 0) return <span>–</span>;
  return <bdi>{names.map((each) => (each === '*' ? words.anyName : each)).join(', ')}</bdi>;
}
