import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SignedRequests } from '../jws/signed-requests.js';
import { Signed } from '../routes.js';
import { AcmeAuthorizationView, AcmeChallengeView } from '../views.js';
import { Authorizations } from './authorizations.service.js';
import { presentAuthorization, presentChallenge } from './order.presenter.js';

/** Seconds. */
const SOON = '1';

@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId/authorizations/:authorizationId')
export class AuthorizationsController {
  constructor(
    private readonly requests: SignedRequests,
    private readonly authorizations: Authorizations,
  ) {}

  @Post()
  @Signed('Returns or deactivates an ACME authorization', { body: AcmeAuthorizationView })
  async update(
    @Param('authorizationId') id: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const request = await this.requests.openByAccount(req);
    const found = await this.authorizations.update(request, id);
    if (found.challenges.some(({ status }) => status === 'processing'))
      res.setHeader('Retry-After', SOON);
    return presentAuthorization(request.place, found);
  }

  @Post('challenges/:challengeId')
  @Signed('Returns an ACME challenge, or says that it is met', { body: AcmeChallengeView })
  async respond(
    @Param('authorizationId') id: string,
    @Param('challengeId') challengeId: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const request = await this.requests.openByAccount(req);
    const { place } = request;
    const found = await this.authorizations.respond(request, id, challengeId);
    res.append('Link', `<${place.base}/authorizations/${found.authorization.id}>;rel="up"`);
    if (found.challenge.status === 'processing') res.setHeader('Retry-After', SOON);
    return presentChallenge(place, found.authorization, found.challenge);
  }
}
