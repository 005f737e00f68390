import { ApiProperty } from '@nestjs/swagger';
import type { Invitation } from '../accounts/invited-people.js';

export class InviteLinkView {
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({
    example: 'https://strongroom.example.org/accept#code=q83vEjRWeJCrze8S&email=ann%40example.org',
    description: 'In this answer and nowhere else: hand it on to the person',
  })
  link: string;
}

export class InvitedUserView {
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
}

export const presentLink = ({ email, link }: Invitation): InviteLinkView => ({ email, link });
