import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AcmeAddresses, servedPathOf } from './addresses.js';
import { Nonces } from './nonces.js';

/**
 * What every answer of ACME directories has, refusals included: a fresh nonce, and where the directory is. A request of another
 * family goes on to the routes of the first; its URLs stay those of its own.
 */
@Injectable()
export class AcmeEdge {
  constructor(
    private readonly nonces: Nonces,
    private readonly addresses: AcmeAddresses,
  ) {}

  async handle(req: Request, res: Response, next: NextFunction): Promise<void> {
    const served = servedPathOf(req.url);
    if (served === null) return next();
    try {
      await this.prepare(req, res, served);
    } catch (error) {
      return next(error);
    }
    next();
  }

  private async prepare(req: Request, res: Response, served: string): Promise<void> {
    const { base, url, profileId, applicationId } = this.addresses.placeOf(req.originalUrl);
    const [, name] = url.slice(base.length).split(/[/?]/, 2);
    req.url = served;
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', 'Link, Location, Replay-Nonce, Retry-After');
    const isVisible = [profileId, applicationId ?? profileId].every((id) => /^[\w-]+$/.test(id));
    if (name !== 'directory' && isVisible)
      res.setHeader('Link', [`<${base}/directory>;rel="index"`]);
    if (req.method !== 'POST' && name !== 'new-nonce') return;
    res.setHeader('Replay-Nonce', await this.nonces.issue());
    res.setHeader('Cache-Control', 'no-store');
  }
}
