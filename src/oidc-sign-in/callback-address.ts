import { Injectable } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';
import type { OidcConfigurationRow } from './oidc-configurations.repository.js';

/** Below the prefix of the API. */
export const CALLBACK = '/api/v1/sso/oidc/callback';

/**
 * Where providers send people back. A provider that names its issuer in its answers (RFC 9207) shares one address with
 * others of that kind; any other one has an address of its own, or an answer of one organization's provider could be
 * passed off as that of another's (RFC 9700, 4.4.2).
 */
@Injectable()
export class CallbackAddress {
  constructor(private readonly address: PublicAddress) {}

  of({ orgId, namesIssuer }: Pick<OidcConfigurationRow, 'orgId' | 'namesIssuer'>): string {
    return `${this.address.origin}${CALLBACK}${namesIssuer ? '' : `/${orgId}`}`;
  }

  /** The address that a request asked for, with its query, as the provider was told it. */
  asked(pathAndQuery: string): URL {
    return new URL(`${this.address.origin}${pathAndQuery}`);
  }
}
