import { Link } from '@tanstack/react-router';
import { useProject } from '../shell/project';
import { secretsWords as words } from '../words/secrets';

interface Props {
  readonly path: string;
  readonly environment: string | undefined;
}

/** The way to bring a file into this folder. */
export const ImportLink = ({ path, environment }: Props) => {
  const { slug: projectSlug } = useProject();
  return (
    <Link
      to="/p/$projectSlug/import"
      params={{ projectSlug }}
      search={{ path, ...(environment !== undefined && { environment }) }}
    >
      {words.import}
    </Link>
  );
};
