import { Link } from '@tanstack/react-router';
import { useProject } from '../shell/project';

/** Leads to the entries of the project in the audit log, which has more than the screens show. */
export function LogLink({ children }: { readonly children: string }) {
  const { id } = useProject();
  return (
    <Link to="/audit" search={{ project: id }}>
      {children}
    </Link>
  );
}
