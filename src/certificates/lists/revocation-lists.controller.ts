import { createHash } from 'node:crypto';
import { applyDecorators, Controller, Get, HttpCode, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { type PublishedList, RevocationLists } from './revocation-lists.service.js';

const TYPE = 'application/pkix-crl';

const GivesList = (summary: string) =>
  applyDecorators(
    Public(),
    HttpCode(200),
    ApiOperation({ summary }),
    ApiProduces(TYPE),
    ApiOkResponse({
      description: 'The list in DER',
      content: {
        [TYPE]: { schema: { type: 'string', format: 'binary' }, example: '(a CRL in DER)' },
      },
    }),
  );

/** Lists of revoked certificates, for whoever checks one. */
@ApiTags('Certificate authorities')
@Controller()
export class RevocationListsController {
  constructor(private readonly lists: RevocationLists) {}

  @Get('v1/cert-manager/crl/:crlId')
  @GivesList('Returns a list of revoked certificates')
  async get(@Param('crlId') crlId: string, @Res() res: Response): Promise<void> {
    send(res, await this.lists.get(crlId));
  }

  @Get('v1/pki/crl/:crlId')
  @GivesList('Returns a list of revoked certificates, at an older address')
  async getByOlderPath(@Param('crlId') crlId: string, @Res() res: Response): Promise<void> {
    send(res, await this.lists.get(crlId));
  }

  @Get('v1/cert-manager/crl/:crlId/der')
  @GivesList('Returns a list of revoked certificates, at the address that certificates name')
  async getDer(@Param('crlId') crlId: string, @Res() res: Response): Promise<void> {
    send(res, await this.lists.get(crlId));
  }
}

/** Caches may keep it for a quarter of what is left of it. */
function send(res: Response, { der, thisUpdate, nextUpdate, now }: PublishedList): void {
  const left = Math.max(0, nextUpdate.getTime() - now.getTime());
  res.set('Content-Type', TYPE);
  res.set('ETag', `"${createHash('sha256').update(der).digest('base64url')}"`);
  res.set('Last-Modified', thisUpdate.toUTCString());
  res.set('Cache-Control', `public, max-age=${Math.floor(left / 4_000)}`);
  res.send(der);
}
