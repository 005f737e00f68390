import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, take } from '../api/client';
import { MenuItem, MenuSection } from '../widgets/menu';
import { shellWords as words } from '../words/shell';
import { usePlaces } from './places';

/** Letters from which on the server is asked, and those that it searches for. */
const SEARCHED = /^[A-Za-z0-9 _/-]{2,64}$/;
const MOST = 5;

/** Machine identities by what was typed into the box; none where they are not the caller's to see. */
export function FoundIdentities({ search }: { readonly search: string }) {
  const place = usePlaces().find(({ identityOf }) => identityOf !== undefined);
  const navigate = useNavigate();
  const { data = [] } = useQuery({
    queryKey: ['identities', 'found', search],
    queryFn: async ({ signal }) => {
      const body = { limit: MOST, search: { name: { $contains: search } } };
      const found = await take(api.POST('/api/v2/identities/search', { body, signal }));
      return found.identities.map(({ identity: { id, name } }) => ({ id, name }));
    },
    enabled: place !== undefined && SEARCHED.test(search),
    ...{ retry: false, gcTime: 0 },
  });
  if (data.length === 0) return null;
  return (
    <MenuSection title={words.identities}>
      {data.map(({ id, name }) => (
        <MenuItem
          key={id}
          id={`identity ${id}`}
          textValue={name}
          onAction={() =>
            void navigate({ to: place?.to ?? '/', search: place?.identityOf?.(id) } as never)
          }
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
