import { applyDecorators, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Work } from '../../http/limits/admission.js';
import { BodyLimit, BytesBody } from '../../http/body/body.guard.js';
import { MAX_OCSP_REQUEST } from '../../x509/ocsp.js';
import { type OcspResult, OcspResponder } from './ocsp.service.js';

const REQUEST = 'application/ocsp-request';
const RESPONSE = 'application/ocsp-response';

const Answered = (summary: string) =>
  applyDecorators(
    Public(),
    Work('light'),
    HttpCode(200),
    ApiOperation({ summary }),
    ApiProduces(RESPONSE),
    ApiOkResponse({
      description: 'The answer in DER; that there is none is an answer too',
      content: {
        [RESPONSE]: {
          schema: { type: 'string', format: 'binary' },
          example: '(an OCSP response in DER)',
        },
      },
    }),
  );

/** Tells whoever checks a certificate whether it is revoked (RFC 6960). */
@ApiTags('Certificate authorities')
@Controller('v1/cert-manager/ocsp/:caId')
export class OcspController {
  constructor(private readonly responder: OcspResponder) {}

  @Get(':ocspRequest')
  @Answered('Says whether certificates are revoked, asked in the path')
  async get(
    @Param('caId') caId: string,
    @Param('ocspRequest') text: string,
    @Res() res: Response,
  ): Promise<void> {
    send(res, await this.responder.answer(caId, bytesOf(text)), true);
  }

  @Post()
  @Answered('Says whether certificates are revoked')
  @BodyLimit(MAX_OCSP_REQUEST)
  @BytesBody(REQUEST)
  @ApiConsumes(REQUEST)
  @ApiBody({
    schema: { type: 'string', format: 'binary', example: '(an OCSP request in DER)' },
  })
  async post(
    @Param('caId') caId: string,
    @Req() req: Request<object, unknown, { readonly bytes?: Buffer }>,
    @Res() res: Response,
  ): Promise<void> {
    send(res, await this.responder.answer(caId, req.body.bytes ?? Buffer.alloc(0)), false);
  }
}

/** Base64 as it was decoded from the path; nothing where it is none, which is no request either. */
const bytesOf = (text: string): Buffer =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length <= 2 * MAX_OCSP_REQUEST
    ? Buffer.from(text, 'base64')
    : Buffer.alloc(0);

/** With the headers of RFC 5019, 6.2, for caches between. */
function send(res: Response, { der, times }: OcspResult, isCacheable: boolean): void {
  res.set('Content-Type', RESPONSE);
  if (times && isCacheable) {
    const { thisUpdate, nextUpdate } = times;
    const left = Math.max(0, Math.floor((nextUpdate.getTime() - Date.now()) / 1_000));
    res.set('Last-Modified', thisUpdate.toUTCString()).set('Expires', nextUpdate.toUTCString());
    res.set('Cache-Control', `max-age=${left}, public, no-transform, must-revalidate`);
  } else res.set('Cache-Control', 'no-store');
  res.send(der);
}
