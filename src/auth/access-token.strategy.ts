import { type KeyObject, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuthModuleOptions, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { unauthorized } from '../errors/api-error.js';
import { type AccessClaims, toClaims, VERIFY_OPTIONS } from './access-token.js';
import { ServerKeys } from './server-keys.js';

const FORM = 'Send "Authorization: Bearer <access token>".';

/** The one token after `Bearer` (RFC 6750 2.1). Throws 401 for anything else. */
export function bearerOf({ headers }: Request): string {
  const { authorization = '' } = headers;
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token) return token;
  throw authorization.trim() === ''
    ? unauthorized('token-missing', `The request has no Authorization header. ${FORM}`)
    : unauthorized('token-malformed', `The Authorization header is no bearer token. ${FORM}`);
}

/** Verifies bearer tokens that were signed with one key. */
class AccessTokenStrategy extends PassportStrategy(Strategy) {
  constructor(name: string, key: KeyObject) {
    super({
      ...VERIFY_OPTIONS,
      jwtFromRequest: bearerOf,
      // The types know no KeyObject. Bytes would be tried as a public key first, which takes longer than the check itself.
      secretOrKey: key as unknown as Buffer,
      jsonWebTokenOptions: { complete: true },
    });
    passport.use(name, this);
  }

  validate(verified: unknown): AccessClaims {
    return toClaims(verified);
  }

  /** The base class would register the strategy as `jwt`, which all applications of a process share. */
  protected getPassportInstance(): object {
    return { use: () => undefined };
  }
}

/**
 * Registers one strategy for each signing key, the key in force first, under names that belong to this application:
 * passport is one object for the whole process.
 */
@Injectable()
export class AccessTokenStrategies implements OnModuleDestroy {
  constructor(
    private readonly options: AuthModuleOptions,
    keys: ServerKeys,
  ) {
    const signingKeys = [keys.tokenSigning, keys.formerTokenSigning];
    for (const [index, name] of this.names.entries()) {
      const key = signingKeys[index];
      if (key) new AccessTokenStrategy(name, key);
    }
  }

  onModuleDestroy(): void {
    for (const name of this.names) passport.unuse(name);
  }

  private get names(): readonly string[] {
    return [this.options.defaultStrategy ?? []].flat();
  }
}

/** The names of one application's strategies, for `PassportModule.register`. */
export function strategyNames(hasFormerKey: boolean): string[] {
  const name = `access-token-${randomUUID()}`;
  return hasFormerKey ? [name, `${name}-former`] : [name];
}
