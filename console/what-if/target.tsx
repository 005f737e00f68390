import { type Member, roleText } from '../access/model';
import { Menu, MenuItem, MenuSection } from '../widgets/menu';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import styles from './screen.module.css';

/** Whose rules or roles are tried. Another choice begins another draft. */
export function Target({ draft }: { readonly draft: Draft }) {
  const { roles, members, roleSlug, who, own } = draft;
  const attempt = useTry();
  const chosen = chosenText(draft);
  const begin = (key: string) => {
    const [kind, rest] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
    const target =
      kind === 'role' ? { role: rest, who: undefined } : { role: undefined, who: rest };
    const change = kind === 'roles' ? 'roles' : undefined;
    attempt({ ...target, change, roles: undefined, rules: undefined, range: undefined } as never);
  };
  return (
    <span className={styles.target}>
      <Menu
        trigger={<bdi>{chosen}</bdi>}
        label={`${words.target}: ${chosen}`}
        selectionMode="single"
        selectedKeys={[who ? `${own ? 'roles' : 'member'} ${who}` : `role ${roleSlug}`]}
        onAction={(key) => begin(String(key))}
      >
        <MenuSection title={roles.data?.length === 0 ? words.noRoles : words.roles}>
          {(roles.data ?? []).map(({ id, slug, name }) => (
            <MenuItem key={id} id={`role ${slug}`} textValue={roleText(slug, name)}>
              <bdi>{roleText(slug, name)}</bdi>
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection title={words.rolesOfMember}>{members.map(itemOf('roles'))}</MenuSection>
        <MenuSection title={words.members}>{members.map(itemOf('member'))}</MenuSection>
      </Menu>
    </span>
  );
}

const itemOf =
  (of: 'roles' | 'member') =>
  ({ kind, id, name }: Member) => (
    <MenuItem key={id} id={`${of} ${kind}:${id}`} textValue={name}>
      <bdi>{name}</bdi>
    </MenuItem>
  );

function chosenText({ member, own, roleSlug, role }: Draft): string {
  if (member) return own ? words.rolesOf(member.name) : words.grantTo(member.name);
  return roleSlug ? words.roleOf(roleText(roleSlug, role.data?.name)) : words.choose;
}
