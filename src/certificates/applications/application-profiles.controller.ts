import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { ApplicationProfileView, presentPlace } from './application-enrollments.presenter.js';
import { ApplicationProfiles } from './application-profiles.service.js';
import { AttachProfilesDto } from './applications.dto.js';
import { AttachedProfileView, presentAttached } from './applications.presenter.js';

const SOME = { profiles: [AttachedProfileView] } as const;

@ApiTags('Certificate applications')
@Controller('v1/cert-manager/applications/:applicationId/profiles')
export class ApplicationProfilesController {
  constructor(private readonly profiles: ApplicationProfiles) {}

  @Post()
  @Answers('Attaches certificate profiles to an application', SOME)
  async attach(
    @CurrentActor() actor: Actor,
    @Param('applicationId') id: string,
    @Body() { profileIds }: AttachProfilesDto,
  ) {
    const attached = await this.profiles.attach(actor, id, profileIds);
    return { profiles: attached.map(presentAttached) };
  }

  @Get()
  @Answers('Lists the certificate profiles of an application', SOME)
  async list(@CurrentActor() actor: Actor, @Param('applicationId') id: string) {
    return { profiles: (await this.profiles.list(actor, id)).map(presentAttached) };
  }

  @Delete(':profileId')
  @Answers('Detaches a certificate profile from an application', ApplicationProfileView)
  async detach(
    @CurrentActor() actor: Actor,
    @Param('applicationId') id: string,
    @Param('profileId') profileId: string,
  ): Promise<ApplicationProfileView> {
    return presentPlace(await this.profiles.detach(actor, id, profileId));
  }
}
