import { Email } from '../http/body/email.field.js';
import { Flag, QueryOffset, QueryIntField, Slug, Text } from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';

export class BootstrapDto {
  @Email()
  email: string;

  @Text({ min: 8, max: 1024, trim: false })
  password: string;

  @Text({ min: 1, max: 255, example: 'Example' })
  organization: string;
}

export class CreateOrganizationDto {
  @Text({ min: 1, max: 255, example: 'Example' })
  name: string;

  @Slug(64, { optional: true, example: 'example', description: 'Made from the name if not given' })
  slug?: string;
}

export class ListOrganizationsQuery {
  @QueryOffset()
  offset?: number;

  @QueryIntField({ min: 1, max: 100, default: 50 })
  limit?: number;
}

@HasForms({ required: ['enforceMfa'] }, { required: ['authEnforced'] })
export class UpdateOrganizationDto {
  @Flag({ optional: true, description: 'Whether its people need a second factor' })
  enforceMfa?: boolean;

  @Flag({ optional: true, description: 'Whether its people sign in through its provider alone' })
  authEnforced?: boolean;
}
