import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { unauthorized } from '../errors/api-error.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { SetupTokens } from './setup-tokens.js';

const HEADER = 'x-setup-token';
const WHERE =
  'It is the SETUP_TOKEN of the server, or else what the server printed to standard error when it first started; ' +
  'if it is lost, set SETUP_TOKEN and start the server again.';

/**
 * Lets nobody claim a server that is not theirs: 401 without the setup token. Once the server is claimed, the route
 * itself refuses everybody.
 */
@Injectable()
export class SetupGuard implements CanActivate {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly tokens: SetupTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    if (this.tokens.isTrusted(req) || (await this.organizations.hasOrganization())) return true;
    const shown = req.headers[HEADER];
    if (typeof shown !== 'string' || shown === '') {
      throw unauthorized(
        'setup-token',
        `Send the setup token in the header X-Setup-Token. ${WHERE}`,
      );
    }
    if (await this.tokens.isRight(shown)) return true;
    throw unauthorized(
      'setup-token',
      `The setup token in X-Setup-Token is not the right one. ${WHERE}`,
    );
  }
}
