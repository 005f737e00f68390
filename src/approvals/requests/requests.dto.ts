import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Id, OneOf, QueryFlag, QueryIntField, QueryOffset, Text } from '../../http/body/fields.js';

const MAX_PAGE = 100;
const MAX_COMMENT = 2_000;
/** A request has no more. */
const MAX_ITEMS = 1_000;

/** Why somebody does without votes: one line of 10 to 1,000 characters. */
export const BypassReason = (description: string) =>
  applyDecorators(
    Text({
      optional: true,
      min: 10,
      max: 1_000,
      description,
      example: 'The certificate expires tonight.',
    }),
    Matches(/^[^\p{Cc}]*$/u, { message: 'bypassReason must be one line' }),
    // The same set, in a form that every tool reads.
    ApiProperty({ required: false, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
  );

class ProjectOfRequestsQuery {
  @Id({ optional: true, description: 'Id of the project, as older clients call it' })
  workspaceId?: string;

  @Id({ optional: true, description: 'Id of the project' })
  projectId?: string;
}

export class CountRequestsQuery extends ProjectOfRequestsQuery {}

export class ListRequestsQuery extends ProjectOfRequestsQuery {
  @Text({ optional: true, max: 64, description: 'Slug of the environment', example: 'prod' })
  environment?: string;

  @Id({ optional: true, description: 'Id of the person or identity that proposed the change' })
  committer?: string;

  @OneOf(['open', 'close'], { optional: true, description: 'Only requests of this state' })
  status?: 'open' | 'close';

  @Text({
    optional: true,
    max: 256,
    description: 'Part of the slug, of the name of the policy or of the name of a secret',
  })
  search?: string;

  @QueryFlag({
    default: false,
    description: 'Only what is open, counts the vote of the caller, and has none of theirs yet',
  })
  toReview = false;

  @QueryOffset()
  offset = 0;

  @QueryIntField({ min: 1, max: MAX_PAGE, default: 20 })
  limit = 20;
}

export class GetRequestQuery {
  @QueryOffset()
  offset = 0;

  @QueryIntField({
    min: 1,
    max: MAX_ITEMS,
    default: MAX_ITEMS,
    description: 'How many of the proposed changes are shown',
  })
  limit = MAX_ITEMS;

  @QueryFlag({ default: true })
  viewSecretValue = true;

  @Id({ optional: true, description: 'Only this one of `commits`; the others are left out' })
  commitId?: string;
}

export class ReviewDto {
  @OneOf(['approved', 'rejected'], {
    description: 'The vote. A rejection is no veto: it is shown, and not an approval',
  })
  status: 'approved' | 'rejected';

  @Text({ optional: true, max: MAX_COMMENT, description: 'Shown with the vote', example: 'Fine.' })
  comment?: string;
}

export class RequestStatusDto {
  @OneOf(['open', 'close'], { description: 'Opening again voids the votes given before' })
  status: 'open' | 'close';
}

export class MergeDto {
  @BypassReason('Why it is merged without enough votes, where the policy is soft; one line')
  bypassReason?: string;
}
