import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CertificateReads } from './certificate-reads.service.js';
import type { CertificatePage } from './certificate-sifting.js';
import { filterOf } from './certificate-requests.js';
import {
  CertificatePageQuery,
  ListCertificatesQuery,
  SearchCertificatesDto,
} from './certificate-lists.dto.js';
import {
  CertificateBundleView,
  CertificateView,
  presentBundle,
  presentIssued,
} from './certificates.presenter.js';

const PAGE = { certificates: [CertificateView], totalCount: Number } as const;

@ApiTags('Certificates')
@Controller()
export class CertificateListsController {
  constructor(private readonly reads: CertificateReads) {}

  @Get('v1/projects/:projectId/certificates')
  @Answers('Lists the certificates of a project', PAGE)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: ListCertificatesQuery,
  ) {
    return presentPage(await this.reads.list(actor, projectId, filterOf(query), query));
  }

  @Post('v1/projects/:projectId/certificates/search')
  @Answers('Searches the certificates of a project', PAGE)
  async search(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: SearchCertificatesDto,
  ) {
    return presentPage(await this.reads.list(actor, projectId, filterOf(dto), dto));
  }

  @Get('v1/cert-manager/certificate-profiles/:profileId/certificates')
  @Answers('Lists the certificates of a profile', PAGE)
  async ofProfile(
    @CurrentActor() actor: Actor,
    @Param('profileId') id: string,
    @Query() query: CertificatePageQuery,
  ) {
    return presentPage(await this.reads.listOfProfile(actor, id, query));
  }

  @Get('v1/cert-manager/certificate-profiles/:profileId/certificates/latest-active-bundle')
  @Answers('Returns the newest certificate of a profile that is good now', CertificateBundleView)
  async latest(@CurrentActor() actor: Actor, @Param('profileId') id: string) {
    return presentBundle(await this.reads.latestOfProfile(actor, id));
  }
}

const presentPage = ({ certificates, totalCount }: CertificatePage) => ({
  certificates: certificates.map(presentIssued),
  totalCount,
});
