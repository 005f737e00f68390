import { Controller, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { textIn } from '../jws/jws-message.js';
import { requireAsking, SignedRequests } from '../jws/signed-requests.js';
import { unknownResource } from '../refusals.js';
import { CHAIN_TYPE, Signed } from '../routes.js';
import { AcmeOrderListView, AcmeOrderView } from '../views.js';
import { IssuedCertificateChains } from './chains.service.js';
import { Finalizing } from './finalizing.service.js';
import { presentOrder } from './order.presenter.js';
import { Orders } from './orders.service.js';

/** Orders and their certificates (RFC 8555, 7.4). */
@ApiTags('ACME')
@Controller('v1/pki/acme/profiles/:profileId')
export class OrdersController {
  constructor(
    private readonly requests: SignedRequests,
    private readonly orders: Orders,
    private readonly finalizing: Finalizing,
    private readonly chains: IssuedCertificateChains,
  ) {}

  @Post('new-order')
  @Signed('Orders a certificate by ACME', { body: AcmeOrderView, status: HttpStatus.CREATED })
  async create(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const request = await this.requests.openByAccount(req);
    const order = await this.orders.create(request);
    res.setHeader('Location', `${request.place.base}/orders/${order.id}`);
    return presentOrder(request, order);
  }

  @Post('accounts/:accountId/orders')
  @Signed('Lists the orders of an ACME account', { body: AcmeOrderListView })
  async list(
    @Param('accountId') accountId: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const request = await this.requests.openByAccount(req);
    requireAsking(request);
    if (request.account.id !== accountId) throw unknownResource();
    const { ids, next } = await this.orders.list(request, textIn(req.query.cursor) ?? undefined);
    const { base } = request.place;
    if (next !== null)
      res.append('Link', `<${base}/accounts/${accountId}/orders?cursor=${next}>;rel="next"`);
    return { orders: ids.map((id) => `${base}/orders/${id}`) };
  }

  @Post('orders/:orderId')
  @Signed('Returns an ACME order', { body: AcmeOrderView })
  async get(@Param('orderId') orderId: string, @Req() req: Request) {
    const request = await this.requests.openByAccount(req);
    requireAsking(request);
    return presentOrder(request, await this.orders.get(request, orderId));
  }

  @Post('orders/:orderId/finalize')
  @Signed('Has the certificate of an ACME order made', { body: AcmeOrderView })
  async finalize(
    @Param('orderId') orderId: string,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const request = await this.requests.openByAccount(req);
    const order = await this.orders.get(request, orderId);
    const finished = await this.finalizing.finalize(request, order);
    res.setHeader('Location', `${request.place.base}/orders/${order.id}`);
    return presentOrder(request, finished);
  }

  @Post('orders/:orderId/certificate')
  @Signed('Returns the certificate of an ACME order', { body: 'chain' })
  download(
    @Param('orderId') orderId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send({ orderId, number: 0 }, req, res);
  }

  @Post('orders/:orderId/certificate/:number')
  @Signed('Returns another chain of the certificate of an ACME order', { body: 'chain' })
  downloadAlternate(
    @Param('orderId') orderId: string,
    @Param('number') number: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send({ orderId, number: Number(number) }, req, res);
  }

  private async send({ orderId, number }: Asked, req: Request, res: Response) {
    const request = await this.requests.openByAccount(req);
    requireAsking(request);
    const order = await this.orders.get(request, orderId);
    const { leaf, chains } = await this.chains.of(request, order);
    const chain = chains[number];
    if (chain === undefined) throw unknownResource();
    const url = `${request.place.base}/orders/${order.id}/certificate`;
    for (const index of chains.keys())
      if (index !== number)
        res.append('Link', `<${index === 0 ? url : `${url}/${index}`}>;rel="alternate"`);
    const wantsLeaf = req.headers.accept === 'application/pkix-cert';
    res.setHeader('Content-Type', wantsLeaf ? 'application/pkix-cert' : CHAIN_TYPE);
    res.end(wantsLeaf ? leaf : chain);
  }
}

interface Asked {
  readonly orderId: string;
  readonly number: number;
}
