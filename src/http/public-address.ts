import type { Config } from '../config.js';

/**
 * Where people and providers reach this server. Links are built from it, and never from a header of a request, which
 * its sender chooses.
 */
export class PublicAddress {
  /** An origin, without a final slash. */
  readonly origin: string;

  constructor({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>) {
    this.origin = publicUrl ?? `http://localhost:${port}`;
  }

  /** Whether people come over https. */
  get isSecure(): boolean {
    return this.origin.startsWith('https:');
  }
}
