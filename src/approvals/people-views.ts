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
