import { Controller, Get, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcmeAddresses } from './addresses.js';
import { Enrollments } from './enrollments.js';
import { requireAsking, SignedRequests } from './jws/signed-requests.js';
import { Signed, Unsigned } from './routes.js';
import { AcmeDirectoryView } from './views.js';

const resourcesOf = (base: string) => ({
  newNonce: `${base}/new-nonce`,
  newAccount: `${base}/new-account`,
  newOrder: `${base}/new-order`,
  revokeCert: `${base}/revoke-cert`,
  renewalInfo: `${base}/renewal-info`,
  keyChange: `${base}/key-change`,
});

/** Where clients begin (RFC 8555, 7.1.1 and 7.2). */
@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId')
export class DirectoryController {
  constructor(
    private readonly enrollments: Enrollments,
    private readonly addresses: AcmeAddresses,
    private readonly requests: SignedRequests,
  ) {}

  @Get('directory')
  @Unsigned('Returns the ACME directory of a profile', { body: AcmeDirectoryView })
  async get(@Req() req: Request): Promise<AcmeDirectoryView> {
    const place = this.addresses.placeOf(req.originalUrl);
    const { setting, slug, description } = await this.enrollments.find(place);
    const externalAccountRequired = setting.skipEabBinding !== true;
    const profiles = { [slug]: description ?? slug };
    const { caaIdentities } = setting;
    const meta = { externalAccountRequired, profiles, ...(caaIdentities ? { caaIdentities } : {}) };
    return { ...resourcesOf(place.base), meta };
  }

  @Post('directory')
  @Signed('Returns the ACME directory of a profile to an account', { body: AcmeDirectoryView })
  async ask(@Req() req: Request): Promise<AcmeDirectoryView> {
    requireAsking(await this.requests.openByAccount(req));
    return this.get(req);
  }

  @Get('new-nonce')
  @Unsigned('Returns a nonce for the next message', { status: HttpStatus.NO_CONTENT, body: null })
  async nonce(
    @Req() { method, originalUrl }: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    await this.enrollments.find(this.addresses.placeOf(originalUrl));
    if (method === 'HEAD') res.status(HttpStatus.OK);
  }

  @Post('new-nonce')
  @Signed('Returns a nonce to an account', { status: HttpStatus.NO_CONTENT, body: null })
  async askForNonce(@Req() req: Request): Promise<void> {
    requireAsking(await this.requests.openByAccount(req));
  }
}
