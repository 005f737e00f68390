import { ApiProperty } from '@nestjs/swagger';

/** Somebody who asks that others consent. */
export class AskerView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty({ example: 'Ann' })
  firstName: string;
  @ApiProperty({ example: 'Example' })
  lastName: string;
}

/** Somebody who has voted. */
export class VoterView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ enum: ['approved', 'rejected'] })
  status: string;
}

export const presentAsker = (user: {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}): AskerView => ({
  userId: user.userId,
  email: user.email,
  username: user.email,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
});

/** What the caller may do with a request. */
export const RELATION = 'What the caller may do with it, by its policy and the people of now';

export class CallerRelationView {
  @ApiProperty({ description: 'The caller proposed the change, or asked for the access' })
  isOwn: boolean;
  @ApiProperty({ description: 'The policy names the caller, or a group of theirs, to vote' })
  isApprover: boolean;
  @ApiProperty({ description: 'The policy is soft and lets the caller do without votes' })
  isBypasser: boolean;
  @ApiProperty({ description: 'The caller is an administrator of the project' })
  isAdmin: boolean;
}

export const presentCallerRelation = (callerRelation: CallerRelationView): CallerRelationView => ({
  isOwn: callerRelation.isOwn,
  isApprover: callerRelation.isApprover,
  isBypasser: callerRelation.isBypasser,
  isAdmin: callerRelation.isAdmin,
});
