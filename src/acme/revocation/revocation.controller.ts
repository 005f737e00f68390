import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { SignedRequests } from '../jws/signed-requests.js';
import { Signed } from '../routes.js';
import { Revoking } from './revoking.service.js';

@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId')
export class AcmeRevocationController {
  constructor(
    private readonly requests: SignedRequests,
    private readonly revoking: Revoking,
  ) {}

  @Post('revoke-cert')
  @Signed('Revokes a certificate by ACME', { body: null })
  async revoke(@Req() req: Request): Promise<void> {
    await this.revoking.revoke(await this.requests.open(req));
  }
}
