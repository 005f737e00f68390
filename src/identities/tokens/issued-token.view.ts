import { ApiProperty } from '@nestjs/swagger';

export class IssuedTokenView {
  @ApiProperty()
  accessToken: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds', example: 2_592_000 })
  expiresIn: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds', example: 2_592_000 })
  accessTokenMaxTTL: number;
  @ApiProperty({ enum: ['Bearer'] })
  tokenType: 'Bearer';
}
