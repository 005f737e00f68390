import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { ShowsSecret } from '../../http/shows-secret.decorator.js';
import { CertificateChanges, type Revoked } from './certificate-changes.service.js';
import { CertificateImport } from './certificate-import.service.js';
import { CertificateIssuing } from './certificate-issuing.service.js';
import { CertificateReads } from './certificate-reads.service.js';
import { leafRequestOf } from './certificate-requests.js';
import {
  ImportLeafDto,
  RenewCertificateDto,
  RequestCertificateDto,
  RevokeByThumbprintDto,
  RevokeCertificateDto,
} from './certificates.dto.js';
import {
  CertificateBodyView,
  CertificateBundleView,
  CertificateRequestView,
  CertificateView,
  ImportedCertificateView,
  NewCertificateView,
  RequestedCertificateView,
  presentBody,
  presentBundle,
  presentImported,
  presentIssued,
  presentNew,
  presentCertificateRequest,
} from './certificates.presenter.js';

const KEY_EXAMPLE = '-----BEGIN PRIVATE KEY-----\n(base64)\n-----END PRIVATE KEY-----\n';
const REVOKED = { message: String, serialNumber: String, revokedAt: String };

@ApiTags('Certificates')
@Controller('v1/cert-manager/certificates')
export class CertificatesController {
  constructor(
    private readonly issuing: CertificateIssuing,
    private readonly imports: CertificateImport,
    private readonly changes: CertificateChanges,
    private readonly reads: CertificateReads,
  ) {}

  @Post()
  @ShowsSecret('certificate.privateKey')
  @Answers('Issues a certificate through a profile', RequestedCertificateView)
  async request(@CurrentActor() actor: Actor, @Body() dto: RequestCertificateDto) {
    const { profileId, applicationId = null } = dto;
    const place = { profileId, applicationId };
    const made = await this.issuing.issue(actor, place, leafRequestOf(dto));
    const withoutRoots = dto.removeRootsFromChain ?? dto.attributes?.removeRootsFromChain;
    const certificate = presentNew(made, withoutRoots);
    // A request is known by the certificate that it led to.
    return { certificate, certificateRequestId: certificate.certificateId, status: 'issued' };
  }

  @Post('import-certificate')
  @ShowsSecret('privateKey')
  @Answers(
    'Imports a certificate that was issued elsewhere, with its key and chain',
    ImportedCertificateView,
  )
  async import(
    @CurrentActor() actor: Actor,
    @Body() { friendlyName = '', ...sent }: ImportLeafDto,
  ) {
    return presentImported(await this.imports.import(actor, { ...sent, friendlyName }));
  }

  @Get('certificate-requests/:requestId')
  @Answers('Returns what a request for a certificate led to', CertificateRequestView)
  async requested(@CurrentActor() actor: Actor, @Param('requestId') id: string) {
    return presentCertificateRequest(await this.reads.requested(actor, id));
  }

  @Post('revoke-by-thumbprint')
  @Answers('Revokes the certificate of that SHA-256', REVOKED)
  async revokeByThumbprint(@CurrentActor() actor: Actor, @Body() dto: RevokeByThumbprintDto) {
    const { revocationReason, projectId } = dto;
    const named = {
      thumbprint: dto.thumbprint.toLowerCase(),
      ...(projectId === undefined ? {} : { projectId }),
    };
    return presentRevoked(await this.changes.revokeByThumbprint(actor, named, revocationReason));
  }

  @Get(':certificateId')
  @Answers('Returns what is known of a certificate', { certificate: CertificateView })
  async get(@CurrentActor() actor: Actor, @Param('certificateId') id: string) {
    return { certificate: presentIssued(await this.reads.get(actor, id)) };
  }

  @Delete(':certificateId')
  @Answers('Deletes a certificate and its key; revokes it first', { certificate: CertificateView })
  async remove(@CurrentActor() actor: Actor, @Param('certificateId') id: string) {
    return { certificate: presentIssued(await this.changes.remove(actor, id)) };
  }

  @Get(':certificateId/bundle')
  @Answers('Returns a certificate, its chain and its private key', CertificateBundleView)
  async bundle(@CurrentActor() actor: Actor, @Param('certificateId') id: string) {
    return presentBundle(await this.reads.bundle(actor, id));
  }

  @Get(':certificateId/certificate')
  @Answers('Returns a certificate and its chain', CertificateBodyView)
  async body(@CurrentActor() actor: Actor, @Param('certificateId') id: string) {
    return presentBody(await this.reads.body(actor, id));
  }

  @Get(':certificateId/private-key')
  @ApiOperation({ summary: 'Returns the private key of a certificate, as a text' })
  @ApiOkResponse({
    description: 'PKCS #8 in PEM',
    schema: { type: 'string', example: KEY_EXAMPLE },
  })
  async privateKey(
    @CurrentActor() actor: Actor,
    @Param('certificateId') id: string,
    @Res() res: Response,
  ): Promise<void> {
    res.json(await this.reads.privateKey(actor, id));
  }

  @Post(':certificateId/renew')
  @ShowsSecret('privateKey')
  @Answers('Renews a certificate', NewCertificateView)
  async renew(
    @CurrentActor() actor: Actor,
    @Param('certificateId') id: string,
    @Body() { removeRootsFromChain }: RenewCertificateDto,
  ) {
    return presentNew(await this.issuing.renew(actor, id), removeRootsFromChain);
  }

  @Post(':certificateId/revoke')
  @Answers('Revokes a certificate', REVOKED)
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('certificateId') id: string,
    @Body() { revocationReason }: RevokeCertificateDto,
  ) {
    return presentRevoked(await this.changes.revoke(actor, id, revocationReason));
  }
}

const presentRevoked = ({ certificate: { serialNumber }, revokedAt }: Revoked) => ({
  message: 'The certificate was revoked.',
  serialNumber,
  revokedAt: revokedAt.toISOString(),
});
