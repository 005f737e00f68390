import { Flag, Slug } from '../../http/body/fields.js';
import { LifetimeDto } from './lifetime.js';

/** A role of a project that somebody is to hold, as a request gives it. */
export class RoleDto extends LifetimeDto {
  @Slug(64, { description: 'Slug of a project role, predefined or custom', example: 'member' })
  role: string;

  @Flag({ optional: true, description: 'Whether it is held for a time only; false if absent' })
  override isTemporary: boolean = false;
}
