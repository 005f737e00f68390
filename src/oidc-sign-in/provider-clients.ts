import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { type CallPolicy, Outgoing } from '../outgoing/outgoing.js';
import { MetadataProblem, usableMetadata } from './provider-metadata.js';

/** Settings with which the server speaks to the provider of an organization. */
export interface ProviderSettings {
  readonly id: string;
  readonly orgId: string;
  readonly discoveryUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly namesIssuer: boolean;
  readonly revision: number;
}

interface KnownClient {
  readonly revision: number;
  readonly asking: Promise<Configuration>;
}

const METADATA_BYTES = 64 * 1_024;
/** Key sets are the largest answers. They stay in memory with the metadata, so this bounds some 30 MiB of all. */
const ANSWER_BYTES = 64 * 1_024;
/** Providers whose metadata and keys are in memory, and for how many milliseconds metadata are not asked for again. */
const KEPT = { max: 500, ttl: 10 * 60_000 };
/** Milliseconds for which one that failed is not asked again: its people must not take the calls of others. */
const FAILED = 5_000;

/** Providers of people's sign-in are set up by the organization, and pay as one. */
const policyOf = (organizationId: string): CallPolicy => ({
  organizationId,
  payer: ['sign-in providers'],
});

/** Speaks to providers, through `Outgoing` alone: checked addresses, bounded answers, no redirects. */
@Injectable()
export class ProviderClients {
  /** By the ids of their settings: a change takes the place of what was kept before it. */
  private readonly clients = new LRUCache<string, KnownClient>(KEPT);

  constructor(private readonly outgoing: Outgoing) {}

  /** Throws OutgoingFailure, and MetadataProblem for metadata that cannot be used. */
  async metadataOf(orgId: string, discoveryUrl: string): Promise<ServerMetadata> {
    const call = { url: new URL(discoveryUrl), maxBytes: METADATA_BYTES };
    const { status, json } = await this.outgoing.json(call, policyOf(orgId));
    if (json === undefined) throw new MetadataProblem(`the address answers with status ${status}`);
    return usableMetadata(discoveryUrl, json);
  }

  /** The client of an organization at its provider. Throws as `metadataOf`, also where the issuer is no longer the pinned one. */
  clientOf(settings: ProviderSettings): Promise<Configuration> {
    const { id, revision } = settings;
    const kept = this.clients.get(id);
    if (kept?.revision === revision) return kept.asking;
    const asking = this.ask(settings);
    const known = { revision, asking };
    this.clients.set(id, known);
    asking.catch(() => {
      if (this.clients.peek(id) === known) this.clients.set(id, known, { ttl: FAILED });
    });
    return asking;
  }

  private async ask(settings: ProviderSettings): Promise<Configuration> {
    const metadata = await this.metadataOf(settings.orgId, settings.discoveryUrl);
    if (metadata.issuer !== settings.issuer)
      throw new MetadataProblem('the metadata name another issuer than before');
    return this.newClient(settings, metadata);
  }

  private newClient(settings: ProviderSettings, metadata: ServerMetadata): Configuration {
    const { clientId, clientSecret, orgId, namesIssuer } = settings;
    const methods = metadata.token_endpoint_auth_methods_supported ?? [];
    const isBasic = methods.includes('client_secret_basic');
    const server = { ...metadata, authorization_response_iss_parameter_supported: namesIssuer };
    const proof = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
    const client = new Configuration(server, clientId, { client_secret: clientSecret }, proof);
    client[customFetch] = async (url, { method, headers, body }) => {
      const call = {
        url: new URL(url),
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        maxBytes: ANSWER_BYTES,
        ...(body === undefined || body === null ? {} : { body: String(body) }),
      } as const;
      const { status, json } = await this.outgoing.json(call, policyOf(orgId));
      return new Response(json === undefined ? null : JSON.stringify(json), {
        status,
        headers: { 'Content-Type': 'application/json' },
      });
    };
    // The ID token's signature is verified although it came over TLS (OpenID Connect Core 1.0, 3.1.3.7).
    enableNonRepudiationChecks(client);
    return client;
  }
}
