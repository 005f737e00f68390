/** What these tests use of it. The published types bring those of a whole framework along, which tools would compile too. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Configuration {
    readonly clients: readonly object[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims: boolean;
    readonly discovery: object;
    readonly cookies: { readonly keys: readonly string[] };
    readonly features: object;
    readonly interactions: { url(ctx: unknown, interaction: { readonly uid: string }): string };
    readonly ttl: Readonly<Record<string, number>>;
    findAccount(ctx: unknown, accountId: string): object;
    loadExistingGrant(ctx: { readonly oidc: Oidc }): Promise<Grant>;
  }

  interface Oidc {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    readonly Grant: new (owner: { readonly clientId: string; readonly accountId: string }) => Grant;
    constructor(issuer: string, configuration: Configuration);
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
  }
}
