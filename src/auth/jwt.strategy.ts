import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { requestContext } from '../http/request-context.js';
import { toClaims, VERIFY_OPTIONS } from './access-token.js';
import type { Actor } from './actor.js';
import { ServerKeys } from './server-keys.js';
import { Sessions } from './sessions.js';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  /** passport keeps one registry a process; two applications in it must not use each other's strategy. */
  readonly registeredAs = `jwt ${randomUUID()}`;

  constructor(
    keys: ServerKeys,
    private readonly sessions: Sessions,
  ) {
    super({
      ...VERIFY_OPTIONS,
      jsonWebTokenOptions: { complete: true },
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // A KeyObject: text would be tried as a public key first, fifty times slower. The types say string.
      secretOrKey: keys.tokenSigning as unknown as string,
      passReqToCallback: true,
    } satisfies StrategyOptionsWithRequest);
    passport.use(this.registeredAs, this);
  }

  async validate(req: Request, verified: unknown): Promise<Actor> {
    const claims = toClaims(verified);
    const actor = await this.sessions.resume(claims, requestContext(req));
    await this.sessions.spend(claims);
    return actor;
  }
}
