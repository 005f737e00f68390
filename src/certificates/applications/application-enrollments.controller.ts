import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CertificateAddresses } from '../certificate-addresses.js';
import { acmeSettingOf } from '../enrollments/acme-setting.js';
import { AcmeConfigDto } from '../profiles/profiles.dto.js';
import type { AttachmentRecord } from './application.js';
import { ApiEnrollmentDto } from './application-enrollments.dto.js';
import {
  ApplicationAcmeEnrollmentView,
  ApplicationApiEnrollmentView,
  ApplicationEnrollmentView,
  apiSettingOf,
  presentAcme,
  presentApi,
  presentEnrollment,
  presentPlace,
} from './application-enrollments.presenter.js';
import { ApplicationEnrollments } from './application-enrollments.service.js';

@ApiTags('Certificate applications')
@Controller('v1/cert-manager/applications/:applicationId/profiles/:profileId/enrollment')
export class ApplicationEnrollmentsController {
  constructor(
    private readonly enrollments: ApplicationEnrollments,
    private readonly addresses: CertificateAddresses,
  ) {}

  @Get()
  @Answers('Says how certificates are got through an application', ApplicationEnrollmentView)
  async get(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ) {
    const found = await this.enrollments.get(actor, { applicationId, profileId });
    return presentEnrollment(found, this.addresses);
  }

  @Put('api')
  @Answers('Has certificates got by API through an application', ApplicationApiEnrollmentView)
  async setApi(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
    @Body() dto: ApiEnrollmentDto,
  ) {
    const place = { applicationId, profileId };
    return withApi(await this.enrollments.setApi(actor, place, apiSettingOf(dto)));
  }

  @Delete('api')
  @Answers('Ends the enrollment of an application by API', ApplicationApiEnrollmentView)
  async removeApi(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ) {
    return withApi(await this.enrollments.removeApi(actor, { applicationId, profileId }));
  }

  @Put('acme')
  @Answers('Gives an application an ACME directory', ApplicationAcmeEnrollmentView)
  async setAcme(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
    @Body() dto: AcmeConfigDto,
  ) {
    const place = { applicationId, profileId };
    return this.withAcme(await this.enrollments.setAcme(actor, place, acmeSettingOf(dto)));
  }

  @Delete('acme')
  @Answers('Ends the ACME directory of an application', ApplicationAcmeEnrollmentView)
  async removeAcme(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ) {
    return this.withAcme(await this.enrollments.removeAcme(actor, { applicationId, profileId }));
  }

  private withAcme(attachment: AttachmentRecord) {
    return { ...presentPlace(attachment), acme: presentAcme(attachment, this.addresses) };
  }
}

const withApi = (attachment: AttachmentRecord) => ({
  ...presentPlace(attachment),
  api: presentApi(attachment),
});
