import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ChangeEffect, MemberEffect } from './change-effect.service.js';
import type { PlaceDifference } from './effect-on-places.js';
import {
  BeyondCallerView,
  ChangeCountsView,
  presentBeyond,
} from './permission-matrix.presenter.js';
import { byKind, presentRule, RuleView } from './permission-queries.presenter.js';

class PlaceEffectView {
  @ApiProperty({ example: 'prod' })
  environment: string;
  @ApiProperty({ example: '/apps/web' })
  secretPath: string;
  @ApiProperty({ example: 'secrets' })
  subject: string;
  @ApiProperty({ type: [String], example: ['readValue'], description: 'Allowed only before' })
  loses: readonly string[];
  @ApiProperty({ type: [String], example: ['edit'], description: 'Allowed only afterwards' })
  gains: readonly string[];
  @ApiPropertyOptional({
    type: [String],
    example: ['DB_URL'],
    description: 'The first 20 of the secrets, where it is not the same for all of the folder',
  })
  secretNames?: readonly string[];
  @ApiPropertyOptional({ type: 'integer', description: 'How many secrets, with `secretNames`' })
  secretCount?: number;
}

class EffectView {
  @ApiProperty({
    type: [PlaceEffectView],
    description: 'Folders in which something is lost come first; 200 of them at most',
  })
  places: readonly PlaceEffectView[];
  @ApiProperty({ type: 'integer', description: 'Entries of `places` that are left out' })
  omittedPlaces: number;
  @ApiProperty({
    type: [RuleView],
    description: 'What is allowed only before, of subjects that have no folder',
  })
  loses: readonly RuleView[];
  @ApiProperty({
    type: [RuleView],
    description: 'What is allowed only afterwards, of subjects that have no folder',
  })
  gains: readonly RuleView[];
}

class ChangedMemberView {
  @ApiProperty({ type: 'integer', description: 'Index in `effects`' })
  effect: number;
}

class ChangedIdentityView extends ChangedMemberView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
}

class ChangedUserView extends ChangedMemberView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ example: 'ann@example.com' })
  email: string;
}

class LookedAtView {
  @ApiProperty({ type: 'integer', description: 'Folders, each environment by itself' })
  folders: number;
  @ApiProperty({ type: 'integer' })
  environments: number;
  @ApiProperty({
    type: 'integer',
    description:
      'Secrets that were asked for by name; 0 where no rule tells secrets of a folder apart',
  })
  secrets: number;
  @ApiProperty({ description: 'False where the project has more than one request looks at' })
  isComplete: boolean;
}

export class ChangeEffectView {
  @ApiProperty({ format: 'date-time', description: 'The moment from which on it is looked' })
  at: string;
  @ApiProperty({
    type: [EffectView],
    description: 'What happens to the members of the page, each once',
  })
  effects: readonly EffectView[];
  @ApiProperty({ type: [ChangedIdentityView], description: 'Machine identities of the page' })
  identities: readonly ChangedIdentityView[];
  @ApiProperty({ type: [ChangedUserView], description: 'People of the page' })
  users: readonly ChangedUserView[];
  @ApiProperty({ type: 'integer', description: 'Members of all pages together' })
  totalCount: number;
  @ApiProperty({ type: ChangeCountsView, description: 'Of all whom the change concerns' })
  counts: ChangeCountsView;
  @ApiProperty({ type: LookedAtView, description: 'What there is that the caller may see' })
  lookedAt: LookedAtView;
  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/BeyondCallerView' }, { type: 'null' }],
    description:
      'Why the caller may not make the change, where it gives or takes more than the caller holds; null where it does not',
  })
  beyondCaller: BeyondCallerView | null;
}

export function presentEffect(effect: ChangeEffect): ChangeEffectView {
  const { at, page, totalCount, counts, lookedAt, beyond } = effect;
  const distinct = [...new Set(page.map(([, each]) => each))];
  return {
    at: at.toISOString(),
    effects: distinct.map(presentOne),
    ...byKind(page, (each) => ({ effect: distinct.indexOf(each) })),
    ...{ totalCount, counts, lookedAt },
    beyondCaller: beyond && presentBeyond(beyond),
  };
}

const presentOne = ({ places: { kept, total }, rules }: MemberEffect): EffectView => ({
  places: kept.map(presentPlace),
  omittedPlaces: total - kept.length,
  loses: rules.lost.map(presentRule),
  gains: rules.gained.map(presentRule),
});

const presentPlace = ({ some, lost, gained, ...place }: PlaceDifference): PlaceEffectView => ({
  ...place,
  ...{ loses: lost, gains: gained },
  ...(some ? { secretNames: some.names, secretCount: some.count } : {}),
});
