import { EmailList, problemsOfTexts } from '../../http/body/email-list.field.js';
import { canonicalEmail } from '../../http/body/email.field.js';
import { ListOf, QueryIntField, QueryOffset, Text, TextList } from '../../http/body/fields.js';
import { NoProblems } from '../../http/body/validation-problems.js';
import { RoleDto } from '../../access/dto/given-role.js';
import { toDrafts } from '../memberships.dto.js';
import type { RoleDraft } from '../membership-draft.js';
import { HasForms } from '../../http/body/forms.decorator.js';

/** People that one request adds or removes. */
export const MAX_PEOPLE = 100;

const noUsername = problemsOfTexts(
  (name) => canonicalEmail(name) !== name,
  'must be an e-mail address in lower case',
);

const NAMES = { optional: true, max: MAX_PEOPLE, each: 254 } as const;

/** Schemas of a body in which one of the two lists names people. */
const PEOPLE = ['emails', 'usernames'].map((name) => ({
  required: [name],
  properties: { [name]: { minItems: 1 } },
}));

class PeopleDto {
  @EmailList({ ...NAMES, description: 'E-mail addresses' })
  emails?: string[];

  @NoProblems(noUsername, 'usernames')
  @TextList({
    ...NAMES,
    form: { format: 'email', pattern: '^[^A-Z]+$' },
    description: 'User names, which are e-mail addresses in lower case',
  })
  usernames?: string[];

  /** Each once, in the order given. */
  get names(): readonly string[] {
    return [...new Set([...(this.emails ?? []), ...(this.usernames ?? [])])];
  }
}

@HasForms(...PEOPLE)
export class AddProjectMembersDto extends PeopleDto {
  @TextList({
    optional: true,
    min: 1,
    max: 50,
    each: 64,
    description: 'Slugs of project roles, predefined or custom. `member` if absent',
  })
  roleSlugs?: string[];

  toDrafts(): RoleDraft[] {
    const slugs = this.roleSlugs ?? ['member'];
    return slugs.map((slug) => ({ slug, lifetime: { isTemporary: false } }));
  }
}

@HasForms(...PEOPLE)
export class RemoveProjectMembersDto extends PeopleDto {}

export class ProjectMemberDetailsDto {
  @Text({ min: 1, max: 1_024, description: 'User name, which is an e-mail address' })
  username: string;
}

export class ChangeMemberRolesDto {
  @ListOf(() => RoleDto, {
    min: 1,
    max: 50,
    description: 'Replaces what was held; at least one of them for good',
  })
  roles: RoleDto[];

  toDrafts(): RoleDraft[] {
    return toDrafts(this.roles);
  }
}

export class ListProjectMembersQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 20_000, default: 20_000, description: 'Memberships to return' })
  limit: number = 20_000;

  @Text({
    optional: true,
    max: 1_024,
    description: 'Part of a name or e-mail address, literally',
  })
  search?: string;
}
