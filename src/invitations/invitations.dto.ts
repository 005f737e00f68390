import { EmailList } from '../http/body/email-list.field.js';
import { Email } from '../http/body/email.field.js';
import { Id, ListOf, OneOf, Text, TextList } from '../http/body/fields.js';
import { Password } from '../http/body/password.field.js';

const SLUG = { min: 1, max: 64 } as const;
const MAX_INVITED = 100;
const MAX_PROJECTS = 20;

export class InvitedProjectDto {
  @Id()
  id: string;

  @TextList({
    optional: true,
    min: 1,
    max: 50,
    each: 64,
    description: 'Slugs of roles of the project; `member` where they are left out',
  })
  projectRoleSlug: string[] = ['member'];
}

export class InviteDto {
  @EmailList({
    min: 1,
    max: MAX_INVITED,
    description: 'Who is in the organization already stays as they are',
  })
  inviteeEmails: string[];

  @Id({ description: 'The organization of the token' })
  organizationId: string;

  @Text({ ...SLUG, optional: true, example: 'member', description: 'Slug of an organization role' })
  organizationRoleSlug: string = 'member';

  @ListOf(() => InvitedProjectDto, {
    optional: true,
    max: MAX_PROJECTS,
    description: 'Projects that all of them join',
  })
  projects: InvitedProjectDto[] = [];
}

export class ResendInvitationDto {
  @Id()
  membershipId: string;
}

export class OpenInvitationDto {
  @Email()
  email: string;

  @Id({ description: 'The organization of the link' })
  organizationId: string;

  @Text({ min: 1, max: 128, description: 'The code of the link' })
  code: string;
}

export class CompleteAccountDto {
  @OneOf(['email'], { optional: true })
  type?: 'email';

  @Email()
  email: string;

  @Text({ max: 255, example: 'Ann' })
  firstName: string;

  @Text({ max: 255, optional: true, example: 'Example' })
  lastName?: string;

  @Password()
  password: string;
}
