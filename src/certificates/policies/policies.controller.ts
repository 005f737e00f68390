import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  CreateCertificatePolicyDto,
  ListCertificatePoliciesQuery,
  UpdateCertificatePolicyDto,
} from './policies.dto.js';
import {
  CertificatePolicyView,
  policyChangesOf,
  policyDraftOf,
  presentCertificatePolicy,
} from './policies.presenter.js';
import { CertificatePoliciesService } from './policies.service.js';

const ONE = { certificatePolicy: CertificatePolicyView };

@ApiTags('Certificate policies')
@Controller('v1/cert-manager/certificate-policies')
export class CertificatePoliciesController {
  constructor(private readonly policies: CertificatePoliciesService) {}

  @Post()
  @Answers('Creates a certificate policy', ONE)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateCertificatePolicyDto) {
    const policy = await this.policies.create(actor, policyDraftOf(dto), dto.projectId);
    return { certificatePolicy: presentCertificatePolicy(policy) };
  }

  @Get()
  @Answers('Lists the certificate policies of a project', {
    certificatePolicies: [CertificatePolicyView],
    totalCount: Number,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() { offset, limit, ...query }: ListCertificatePoliciesQuery,
  ) {
    const all = await this.policies.list(actor, query);
    const page = all.slice(offset, offset + limit);
    return { certificatePolicies: page.map(presentCertificatePolicy), totalCount: all.length };
  }

  @Get(':policyId')
  @Answers('Returns a certificate policy', ONE)
  async get(@CurrentActor() actor: Actor, @Param('policyId') id: string) {
    return { certificatePolicy: presentCertificatePolicy(await this.policies.get(actor, id)) };
  }

  @Patch(':policyId')
  @Answers('Changes a certificate policy', ONE)
  async update(
    @CurrentActor() actor: Actor,
    @Param('policyId') id: string,
    @Body() dto: UpdateCertificatePolicyDto,
  ) {
    const policy = await this.policies.update(actor, id, policyChangesOf(dto));
    return { certificatePolicy: presentCertificatePolicy(policy) };
  }

  @Delete(':policyId')
  @Answers('Deletes a certificate policy', ONE)
  async remove(@CurrentActor() actor: Actor, @Param('policyId') id: string) {
    return { certificatePolicy: presentCertificatePolicy(await this.policies.remove(actor, id)) };
  }
}
