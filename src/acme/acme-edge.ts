import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AcmeAddresses, FAMILIES } from './addresses.js';
import { Nonces } from './nonces.js';

const [SERVED] = FAMILIES;

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
    const family = FAMILIES.find((each) => req.url.startsWith(each));
    if (family === undefined) return next();
    try {
      await this.prepare(req, res, req.url.slice(family.length));
    } catch (error) {
      return next(error);
    }
    next();
  }

  private async prepare(req: Request, res: Response, rest: string): Promise<void> {
    const [path = ''] = rest.split('?', 1);
    const [profileId = '', name = ''] = path.split('/', 2);
    const { base } = this.addresses.placeOf(req.originalUrl, profileId);
    req.url = SERVED + rest;
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', 'Link, Location, Replay-Nonce, Retry-After');
    const isVisible = /^[\w-]+$/.test(profileId);
    if (name !== 'directory' && isVisible)
      res.setHeader('Link', [`<${base}/directory>;rel="index"`]);
    if (req.method !== 'POST' && name !== 'new-nonce') return;
    res.setHeader('Replay-Nonce', await this.nonces.issue());
    res.setHeader('Cache-Control', 'no-store');
  }
}
