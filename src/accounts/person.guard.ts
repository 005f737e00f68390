import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { applyDecorators, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { bearerOf } from '../auth/access-token.strategy.js';
import { PersonalToken } from '../auth/public.decorator.js';
import { ApiError, forbidden, unauthorized } from '../errors/api-error.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { PersonSessions } from './person-sessions.js';
import { type PersonClaims, PersonTokens } from './person-tokens.js';
import type { Person } from './person.js';

/**
 * How far a person has to have signed in. `whole`: with the second factor, where there is one. `begun`: with the
 * password. `second step`: an MFA token, which opens nothing else. `enrolling`: either, while there is no second factor.
 */
export type LoginProgress = 'whole' | 'begun' | 'second step' | 'enrolling';

const SIGNED_IN = Symbol('signedIn');
const BY_PROVIDER = Symbol('byProvider');

interface Carrier extends Request {
  person?: Person;
  personClaims?: PersonClaims;
}

/** Admits people to the routes by which they sign in and keep their account, in no organization or in any. */
@Injectable()
export class PersonGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: PersonTokens,
    private readonly sessions: PersonSessions,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Carrier>();
    const needed = this.reflector.get<LoginProgress>(SIGNED_IN, context.getHandler());
    const isOpen = this.reflector.get<true | undefined>(BY_PROVIDER, context.getHandler());
    const { person, claims } = await this.admit(req, needed, isOpen);
    Object.assign(req, { person, personClaims: claims });
    return true;
  }

  /** The person of a request's bearer token. Throws 401, counted by address, and 403 for a token of another kind. */
  async admit(
    req: Request,
    needed: LoginProgress,
    isOpenToProviders = needed === 'begun',
  ): Promise<{ readonly person: Person; readonly claims: PersonClaims }> {
    try {
      const claims = this.tokens.verify(bearerOf(req));
      requireType(claims, needed);
      const person = await this.sessions.resume(claims, requestContext(req));
      requireSteps(person, needed);
      if (!isOpenToProviders) requireOwnSignIn(person);
      return { person, claims };
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 401) {
        await this.limiter.countRequest('anonymous', requestContext(req).address);
      }
      throw error;
    }
  }
}

function requireType({ authTokenType }: PersonClaims, needed: LoginProgress): void {
  const isMfa = authTokenType === 'mfaToken';
  if (needed === 'enrolling' || isMfa === (needed === 'second step')) return;
  throw forbidden(
    'wrong-token-type',
    isMfa
      ? 'This token opens the second step of the login only: POST /api/v2/auth/mfa/verify.'
      : 'Send the token that select-organization answered with.',
  );
}

function requireSteps({ hasSecondFactor, assurance }: Person, needed: LoginProgress): void {
  if (needed === 'begun' || needed === 'second step') return;
  if (hasSecondFactor && assurance === 'password') {
    throw unauthorized(
      'second-factor-due',
      'The second factor is due: choose an organization, then send a code.',
    );
  }
}

/** Throws 403 for a session that the provider of an organization made: it says who is who there, and nowhere else. */
function requireOwnSignIn({ assurance }: Person): void {
  if (assurance !== 'sso') return;
  throw forbidden(
    'own-sign-in-needed',
    'Sign in with e-mail address and password for this: the provider of your organization opens the organization alone.',
  );
}

/** Marks a route for people that shows or changes nothing beyond the organization of the session. */
export const AlsoByProvider = () => SetMetadata(BY_PROVIDER, true);

/** Marks a route for people, in whatever organization they are. */
export const ForPeople = (needed: LoginProgress = 'whole') =>
  applyDecorators(PersonalToken(), SetMetadata(SIGNED_IN, needed), UseGuards(PersonGuard));

export const CurrentPerson = createParamDecorator(
  (_: unknown, context: ExecutionContext): Person =>
    context.switchToHttp().getRequest<Carrier>().person!,
);

export const CurrentClaims = createParamDecorator(
  (_: unknown, context: ExecutionContext): PersonClaims =>
    context.switchToHttp().getRequest<Carrier>().personClaims!,
);
