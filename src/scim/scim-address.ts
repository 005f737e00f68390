import { Injectable } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';

/** Where SCIM is at this server: locations of resources are told in full (RFC 7643 3.1). */
@Injectable()
export class ScimAddress {
  readonly base: string;

  constructor({ origin }: PublicAddress) {
    this.base = `${origin}/api/v1/scim`;
  }
}
