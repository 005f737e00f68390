import { Injectable } from '@nestjs/common';
import { isUuid } from '../database/uuid.js';
import { PublicAddress } from '../http/public-address.js';

/** Where the directories of profiles are; all are served by the routes of the first. */
export const FAMILIES = [
  '/api/v1/pki/acme/profiles/',
  '/api/v1/cert-manager/acme/profiles/',
] as const;

/** What follows from the path of a request. */
export interface AcmePlace {
  /** The URL of the directory of the same family, without its last part. */
  readonly base: string;
  /** The URL of the request itself, query included, as its sender has to have signed it. */
  readonly url: string;
}

/** URLs of ACME resources. They come from `PUBLIC_URL`, never from a header of a request. */
@Injectable()
export class AcmeAddresses {
  constructor(private readonly address: PublicAddress) {}

  /** `target`: path and query as they were received. */
  placeOf(target: string, profileId: string): AcmePlace {
    const { origin } = this.address;
    const family = FAMILIES.find((each) => target.startsWith(each)) ?? FAMILIES[0];
    return { base: `${origin}${family}${profileId}`, url: `${origin}${target}` };
  }

  /** The id of an account from its URL in any family of the profile; null for any other text. */
  accountIdOf(url: string, profileId: string): string | null {
    const { origin } = this.address;
    const prefixes = FAMILIES.map((family) => `${origin}${family}${profileId}/accounts/`);
    const prefix = prefixes.find((each) => url.startsWith(each));
    const id = prefix === undefined ? '' : url.slice(prefix.length);
    return isUuid(id) && id === id.toLowerCase() ? id : null;
  }
}
