import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { BindingView } from '../enrollments/shared-bindings.presenter.js';
import { SharedBindings } from '../enrollments/shared-bindings.service.js';
import {
  CreateProfileDto,
  ListProfilesQuery,
  ProfileProjectQuery,
  UpdateProfileDto,
} from './profiles.dto.js';
import {
  CertificateProfileView,
  presentProfile,
  profileChangesOf,
  profileDraftOf,
} from './profiles.presenter.js';
import { ProfilesService } from './profiles.service.js';

const ONE = { certificateProfile: CertificateProfileView };

@ApiTags('Certificate profiles')
@Controller('v1/cert-manager/certificate-profiles')
export class ProfilesController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly bindings: SharedBindings,
  ) {}

  @Post()
  @Answers('Creates a certificate profile', ONE)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateProfileDto) {
    const profile = await this.profiles.create(actor, profileDraftOf(dto), dto.projectId);
    return { certificateProfile: presentProfile(profile) };
  }

  @Get()
  @Answers('Lists the certificate profiles of a project', {
    certificateProfiles: [CertificateProfileView],
    totalCount: Number,
  })
  async list(@CurrentActor() actor: Actor, @Query() query: ListProfilesQuery) {
    const { offset, limit, projectId, search, caId, applicationId } = query;
    const { issuerType = 'ca', enrollmentType } = query;
    const filter = {
      ...(projectId === undefined ? {} : { projectId }),
      ...(search === undefined ? {} : { search }),
      ...(caId === undefined ? {} : { authorityId: caId }),
      ...(applicationId === undefined ? {} : { applicationId }),
    };
    const found = await this.profiles.list(actor, filter);
    // Others are not offered, so that there are none.
    const ofIssuer = issuerType === 'ca' ? found.map(presentProfile) : [];
    const all = enrollmentType
      ? ofIssuer.filter((each) => each.enrollmentType === enrollmentType)
      : ofIssuer;
    const page = all.slice(offset, offset + limit);
    return { certificateProfiles: page, totalCount: all.length };
  }

  @Get('slug/:slug')
  @Answers('Returns the certificate profile of that slug', ONE)
  async getBySlug(
    @CurrentActor() actor: Actor,
    @Param('slug') slug: string,
    @Query() { projectId }: ProfileProjectQuery,
  ) {
    const profile = await this.profiles.getBySlug(actor, slug, projectId);
    return { certificateProfile: presentProfile(profile) };
  }

  @Get(':profileId')
  @Answers('Returns a certificate profile', ONE)
  async get(@CurrentActor() actor: Actor, @Param('profileId') id: string) {
    return { certificateProfile: presentProfile(await this.profiles.get(actor, id)) };
  }

  @Get(':profileId/acme/eab-secret/reveal')
  @Answers('Shows the binding secret of a certificate profile', BindingView)
  reveal(
    @CurrentActor() actor: Actor,
    @Param('profileId') profileId: string,
  ): Promise<BindingView> {
    return this.bindings.reveal(actor, { profileId, applicationId: null });
  }

  @Post(':profileId/acme/eab-secret/rotate')
  @Answers('Makes another binding secret for a certificate profile', BindingView)
  rotate(
    @CurrentActor() actor: Actor,
    @Param('profileId') profileId: string,
  ): Promise<BindingView> {
    return this.bindings.rotate(actor, { profileId, applicationId: null });
  }

  @Patch(':profileId')
  @Answers('Changes a certificate profile', ONE)
  async update(
    @CurrentActor() actor: Actor,
    @Param('profileId') id: string,
    @Body() dto: UpdateProfileDto,
  ) {
    const profile = await this.profiles.update(actor, id, profileChangesOf(dto));
    return { certificateProfile: presentProfile(profile) };
  }

  @Delete(':profileId')
  @Answers('Deletes a certificate profile', ONE)
  async remove(@CurrentActor() actor: Actor, @Param('profileId') id: string) {
    return { certificateProfile: presentProfile(await this.profiles.remove(actor, id)) };
  }
}
