import { Controller, Get, HttpStatus, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcmeAddresses } from './addresses.js';
import { Enrollments } from './enrollments.js';
import { Unsigned } from './routes.js';
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
  ) {}

  @Get('directory')
  @Unsigned('Returns the ACME directory of a profile', { body: AcmeDirectoryView })
  async get(
    @Param('profileId') profileId: string,
    @Req() req: Request,
  ): Promise<AcmeDirectoryView> {
    const { setting } = await this.enrollments.find(profileId);
    const { base } = this.addresses.placeOf(req.originalUrl, profileId);
    const externalAccountRequired = setting.skipEabBinding !== true;
    return { ...resourcesOf(base), meta: { externalAccountRequired } };
  }

  @Get('new-nonce')
  @Unsigned('Returns a nonce for the next message', { status: HttpStatus.NO_CONTENT, body: null })
  async nonce(
    @Param('profileId') profileId: string,
    @Req() { method }: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<void> {
    await this.enrollments.find(profileId);
    if (method === 'HEAD') res.status(HttpStatus.OK);
  }
}
