import type { WorkloadConfig } from '../../config-groups.js';
import type { TrustOptions } from '../methods/method.js';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** What the operator decided for all rows, and where clouds are asked if not where they are. */
export class TrustSettings implements TrustOptions {
  readonly allowsNoAudience: boolean;
  /** Where requests to STS connect to; null: to the host that they name. */
  readonly awsStsEndpoint: string | null;
  readonly azureAuthority: string;
  readonly isAzureAuthoritySet: boolean;
  readonly googleKeys: string;
  readonly isGoogleKeysSet: boolean;

  constructor({
    allowsNoAudience,
    awsStsEndpoint,
    azureAuthorityUrl,
    googleKeysUrl,
  }: WorkloadConfig) {
    this.allowsNoAudience = allowsNoAudience;
    this.awsStsEndpoint = awsStsEndpoint ?? null;
    this.azureAuthority = withoutSlash(azureAuthorityUrl ?? 'https://login.microsoftonline.com');
    this.isAzureAuthoritySet = azureAuthorityUrl !== undefined;
    this.googleKeys = withoutSlash(googleKeysUrl ?? 'https://www.googleapis.com');
    this.isGoogleKeysSet = googleKeysUrl !== undefined;
  }
}
