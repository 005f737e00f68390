import { Controller, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type AccountRequest, type SignedMessage, SignedRequests } from '../jws/signed-requests.js';
import { unknownResource } from '../refusals.js';
import { Signed } from '../routes.js';
import { AcmeAccountView } from '../views.js';
import type { AcmeAccountRecord } from './accounts.repository.js';
import { AcmeAccounts } from './acme-accounts.service.js';

@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId')
export class AcmeAccountsController {
  constructor(
    private readonly requests: SignedRequests,
    private readonly accounts: AcmeAccounts,
  ) {}

  @Post('new-account')
  @Signed('Registers an ACME account', { body: AcmeAccountView, status: HttpStatus.CREATED })
  async register(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const request = await this.requests.openByKey(req);
    const { account, isNew } = await this.accounts.register(request);
    res.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return presented(request, account, res);
  }

  @Post('accounts/:accountId')
  @Signed('Returns, changes or deactivates an ACME account', { body: AcmeAccountView })
  async update(
    @Param('accountId') accountId: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const request = await this.requests.openByAccount(req);
    requireOwn(request, accountId);
    return presented(request, await this.accounts.update(request), res);
  }

  @Post('key-change')
  @Signed('Gives an ACME account another key', { body: AcmeAccountView })
  async changeKey(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const request = await this.requests.openByAccount(req);
    return presented(request, await this.accounts.changeKey(request), res);
  }
}

function requireOwn({ account }: AccountRequest, accountId: string): void {
  if (account.id !== accountId) throw unknownResource();
}

function presented(
  { place }: SignedMessage,
  account: AcmeAccountRecord,
  res: Response,
): AcmeAccountView {
  const { id, status, contact, hasAgreed, binding } = account;
  const url = `${place.base}/accounts/${id}`;
  res.setHeader('Location', url);
  return {
    ...{ status, contact, orders: `${url}/orders` },
    ...(hasAgreed ? { termsOfServiceAgreed: true } : {}),
    ...(binding ? { externalAccountBinding: binding } : {}),
  };
}
