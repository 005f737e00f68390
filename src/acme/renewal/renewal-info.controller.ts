import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcmeAddresses } from '../addresses.js';
import { Enrollments } from '../enrollments.js';
import { Unsigned } from '../routes.js';
import { AcmeRenewalInfoView } from '../views.js';
import { RenewalInfo } from './renewal-info.service.js';

/** Seconds after which a client asks again. */
const AGAIN = '21600';

@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId/renewal-info')
export class RenewalInfoController {
  constructor(
    private readonly enrollments: Enrollments,
    private readonly addresses: AcmeAddresses,
    private readonly renewals: RenewalInfo,
  ) {}

  @Get(':certId')
  @Unsigned('Says when a certificate should be renewed', { body: AcmeRenewalInfoView })
  async get(
    @Param('certId') certId: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<AcmeRenewalInfoView> {
    const enrollment = await this.enrollments.find(this.addresses.placeOf(req.originalUrl));
    const certificate = await this.renewals.find(enrollment, certId);
    const { start, end } = this.renewals.windowOf(certificate);
    res.setHeader('Retry-After', AGAIN);
    return { suggestedWindow: { start: start.toISOString(), end: end.toISOString() } };
  }
}
