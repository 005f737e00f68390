import {
  Checked,
  DateTimeField,
  Flag,
  Id,
  OneOf,
  QueryFlag,
  QueryIntField,
  QueryOffset,
  Text,
} from '../../http/body/fields.js';
import { badRequest } from '../../errors/api-error.js';
import type { Rule } from '../../permissions/rule.js';
import { BypassReason } from '../requests/requests.dto.js';
import { ProjectSlugQuery } from './access-policies.dto.js';
import { packedProblem, type PackedRule, unpacked } from './packed-rules.js';
import { Period } from './period.field.js';

const MAX_NOTE = 255;
const MAX_PAGE = 100;

/** What somebody asks for. */
export interface AskedAccess {
  readonly permissions: readonly Rule[];
  readonly temporaryRange: string | null;
  readonly note: string;
}

export class AskAccessDto {
  @Checked(
    { type: 'array', items: { type: 'array', items: {} }, minItems: 1, maxItems: 20 },
    packedProblem,
    {
      description:
        'Rules on `secrets` in packed form: actions, subject, conditions. Each names one `environment`, and one `secretPath` or `$glob`',
      example: [
        ['describeSecret,readValue', 'secrets', { environment: 'prod', secretPath: '/apps' }],
      ],
    },
  )
  permissions: PackedRule[];

  @Flag({ description: 'Whether it is for a time, which begins at the approval' })
  isTemporary: boolean;

  @Period({
    optional: true,
    description: 'For how long; needed where `isTemporary`',
    example: '2h',
  })
  temporaryRange?: string;

  @Text({ optional: true, max: MAX_NOTE, description: 'Why', example: 'The build is broken.' })
  note?: string;

  /** Throws 400 for a time without length. */
  toAsked(): AskedAccess {
    const { isTemporary, temporaryRange, note = '' } = this;
    if (isTemporary && temporaryRange === undefined)
      throw badRequest('missing-field', 'Say for how long: temporaryRange.');
    const range = isTemporary ? temporaryRange! : null; // it was asked for
    return { permissions: unpacked(this.permissions), temporaryRange: range, note };
  }
}

export class ListAccessRequestsQuery extends ProjectSlugQuery {
  @Id({ optional: true, description: 'Id of the person who asked' })
  authorUserId?: string;

  @Text({ optional: true, max: 64, description: 'Slug of the environment', example: 'prod' })
  envSlug?: string;

  @OneOf(['pending', 'ended'], {
    optional: true,
    description: '`pending`: only what waits; `ended`: only what was approved or has ended',
  })
  status?: 'pending' | 'ended';

  @QueryFlag({
    default: false,
    description: 'Only what waits, counts the vote of the caller, and has none of theirs yet',
  })
  toReview = false;

  @QueryOffset()
  offset = 0;

  @QueryIntField({ min: 1, max: MAX_PAGE, default: MAX_PAGE })
  limit = MAX_PAGE;
}

export class ReviewAccessDto {
  @OneOf(['approved', 'rejected'], {
    description:
      'The vote. The last approval that is needed gives the access; a rejection ends the request',
  })
  status: 'approved' | 'rejected';

  @DateTimeField({
    optional: true,
    description:
      '`updatedAt` of the request as the voter saw it: where it was changed since, nothing is voted (409)',
    example: '2026-11-21T12:00:00.000Z',
  })
  updatedAt?: string;

  @BypassReason('Why it is approved without enough votes, where the policy is soft; one line')
  bypassReason?: string;
}

export class AmendAccessDto {
  @Period({ description: 'For how long', example: '1h' })
  temporaryRange: string;

  @Text({ min: 1, max: MAX_NOTE, description: 'Why it is changed', example: 'An hour is enough.' })
  editNote: string;
}
