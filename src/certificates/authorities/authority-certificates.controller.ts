import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Public } from '../../auth/public.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { REQUEST, writePem } from '../../x509/pem.js';
import {
  ImportCertificateDto,
  MakeCertificateDto,
  RenewAuthorityDto,
  RevokeAuthorityDto,
  SignIntermediateDto,
} from './authorities.dto.js';
import {
  AuthorityCertificateView,
  CrlView,
  MadeCertificateView,
  NumberedCertificateView,
  presentCertificate,
  presentCrl,
  presentMade,
  presentNumbered,
} from './authorities.presenter.js';
import { presentNew, SignedIntermediateView } from '../issued/certificates.presenter.js';
import { IntermediateSigning } from '../issued/intermediate-signing.service.js';
import { AuthorityCertifying } from './authority-certifying.service.js';
import { AuthorityReads } from './authority-reads.service.js';

const DER = 'application/pkix-cert';

@ApiTags('Certificate authorities')
@Controller('v1/cert-manager/ca/internal/:authorityId')
export class AuthorityCertificatesController {
  constructor(
    private readonly certifying: AuthorityCertifying,
    private readonly reads: AuthorityReads,
    private readonly intermediates: IntermediateSigning,
  ) {}

  @Post('certificate')
  @Answers('Makes the certificate of an authority', MadeCertificateView)
  async make(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() dto: MakeCertificateDto,
  ) {
    const { notBefore, notAfter, maxPathLength, parentCaId } = dto;
    const authority = await this.certifying.make(actor, id, {
      ...{ notAfter, maxPathLength },
      ...(notBefore === undefined ? {} : { notBefore }),
      ...(parentCaId === undefined ? {} : { parentId: parentCaId }),
    });
    return presentMade(await this.reads.withChainOf(authority));
  }

  @Get('certificate')
  @Answers('Returns the present certificate of an authority', MadeCertificateView)
  async present(@CurrentActor() actor: Actor, @Param('authorityId') id: string) {
    return presentMade(await this.reads.present(actor, id));
  }

  @Get('certificate/:certificateId')
  @Answers('Returns one certificate of an authority', AuthorityCertificateView)
  async one(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Param('certificateId') certificateId: string,
  ) {
    return presentCertificate(await this.reads.one(actor, id, certificateId));
  }

  @Get('ca-certificates')
  @Answers('Lists the certificates of an authority, without wrapper', [NumberedCertificateView])
  async all(@CurrentActor() actor: Actor, @Param('authorityId') id: string) {
    return (await this.reads.all(actor, id)).map(presentNumbered);
  }

  @Get('csr')
  @Answers('Returns the request with which somebody outside certifies an intermediate', {
    csr: String,
  })
  async signingRequest(@CurrentActor() actor: Actor, @Param('authorityId') id: string) {
    return { csr: writePem(await this.reads.signingRequest(actor, id), REQUEST) };
  }

  @Post('sign-intermediate')
  @Answers('Signs the request of an authority elsewhere', SignedIntermediateView)
  async signIntermediate(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() { csr, notBefore, notAfter, maxPathLength }: SignIntermediateDto,
  ) {
    const from = notBefore === undefined ? {} : { notBefore };
    const wanted = { csr, notAfter, maxPathLength, ...from };
    return presentNew(await this.intermediates.sign(actor, id, wanted));
  }

  @Post('import-certificate')
  @Answers('Installs a certificate that somebody outside signed', {
    message: String,
    caId: String,
  })
  async install(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() dto: ImportCertificateDto,
  ) {
    const { id: caId } = await this.certifying.install(actor, id, dto);
    return { message: 'The certificate was installed.', caId };
  }

  @Post('renew')
  @Answers('Renews the certificate of an authority', MadeCertificateView)
  async renew(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() { type, notAfter }: RenewAuthorityDto,
  ) {
    const order = { notAfter, isRekey: type === 'rekey' };
    return presentMade(await this.reads.withChainOf(await this.certifying.renew(actor, id, order)));
  }

  @Post('revoke')
  @Answers('Revokes the certificates of an authority at its issuer', {
    message: String,
    revokedAt: String,
  })
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() { revocationReason }: RevokeAuthorityDto,
  ) {
    const revokedAt = await this.certifying.revoke(actor, id, revocationReason);
    return { message: 'The authority was revoked.', revokedAt: revokedAt.toISOString() };
  }

  @Get('crls')
  @Answers('Lists the revocation lists of an authority, without wrapper', [CrlView])
  async lists(@CurrentActor() actor: Actor, @Param('authorityId') id: string) {
    return (await this.reads.revocationLists(actor, id)).map(presentCrl);
  }

  @Get('certificates/:certificateId/der')
  @Public()
  @ApiOperation({
    summary: 'Returns a certificate of an authority, at the address that others name',
  })
  @ApiProduces(DER)
  @ApiOkResponse({
    description: 'The certificate in DER',
    content: {
      [DER]: { schema: { type: 'string', format: 'binary' }, example: '(a certificate in DER)' },
    },
  })
  async der(
    @Param('authorityId') id: string,
    @Param('certificateId') certificateId: string,
    @Res() res: Response,
  ): Promise<void> {
    const der = await this.reads.der(id, certificateId);
    res.set('Content-Type', DER).set('Cache-Control', 'public, max-age=86400').send(der);
  }
}
