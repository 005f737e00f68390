import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { SessionsOfIdentities } from './identity-sessions.service.js';
import type { ListedSession } from './identity-sessions.sql.js';

export class IdentitySessionView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({
    enum: ['universal-auth', 'console-code'],
    description: 'What opened it: a client secret, or a code',
  })
  authMethod: string;
  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  clientSecretId: string | null;
  @ApiProperty({ description: 'Whether it opens nothing until somebody signs in anew' })
  isLocked: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.7',
    description: 'From where it was begun',
  })
  ip: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Mozilla/5.0',
    description: 'What began it',
  })
  userAgent: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'A minute late at most' })
  lastUsedAt: string;
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  @ApiProperty({ description: 'Whether it was opened within the last ten minutes' })
  isFresh: boolean;
}

const present = (session: ListedSession): IdentitySessionView => ({
  id: session.id,
  authMethod: session.loginMethod,
  clientSecretId: session.clientSecretId,
  isLocked: session.isLocked,
  ip: session.address,
  userAgent: session.client,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  isFresh: session.isFresh,
});

@ApiTags('Machine identities')
@Controller('v1/identities/:identityId/sessions')
export class IdentitySessionsController {
  constructor(private readonly sessions: SessionsOfIdentities) {}

  @Get()
  @Answers('Lists the sessions in the console that an identity has', {
    sessions: [IdentitySessionView],
  })
  async list(@CurrentActor() actor: Actor, @Param('identityId') identityId: string) {
    return { sessions: (await this.sessions.list(actor, identityId)).map(present) };
  }

  @Delete()
  @Answers('Ends all sessions in the console of an identity', { count: Number })
  async endAll(@CurrentActor() actor: Actor, @Param('identityId') identityId: string) {
    return { count: (await this.sessions.end(actor, identityId, null)).length };
  }

  @Delete(':sessionId')
  @Answers('Ends a session in the console of an identity', { message: String })
  async end(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Param('sessionId') sessionId: string,
  ) {
    await this.sessions.end(actor, identityId, sessionId);
    return { message: 'The session has ended' };
  }
}
