import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
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
    private readonly renewals: RenewalInfo,
  ) {}

  @Get(':certId')
  @Unsigned('Says when a certificate should be renewed', { body: AcmeRenewalInfoView })
  async get(
    @Param('profileId') profileId: string,
    @Param('certId') certId: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<AcmeRenewalInfoView> {
    const enrollment = await this.enrollments.find(profileId);
    const certificate = await this.renewals.find(enrollment, certId);
    const { start, end } = this.renewals.windowOf(certificate);
    res.setHeader('Retry-After', AGAIN);
    return { suggestedWindow: { start: start.toISOString(), end: end.toISOString() } };
  }
}
