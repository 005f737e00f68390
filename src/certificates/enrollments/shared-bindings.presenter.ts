import { ApiProperty } from '@nestjs/swagger';

export class BindingView {
  @ApiProperty({
    example: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
    description: 'The key id that the client is given',
  })
  eabKid: string;

  @ApiProperty({
    example: 'y3m4Zp9sQ0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6Q',
    description: 'The key that the client is given: HMAC, in base64url',
  })
  eabSecret: string;
}
