import { randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import type { SetupConfig } from '../config.js';
import { Database, statement } from '../database/database.js';

const KEEP = statement(`
  insert into setup_tokens (id, digest)
  select 1, $1 where not exists (select from organizations)
  on conflict do nothing
  returning id`);

const KEPT = statement('select digest from setup_tokens');

/** Headers that proxies add. A request that has one did not come from the address it seems to come from. */
const FORWARDED =
  /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*|fly-.*|x-envoy-.*)$/;

/** Decides who may claim a server that nobody owns yet: whoever reaches it first must not. */
@Injectable()
export class SetupTokens {
  private readonly networks: BlockList;

  constructor(
    private readonly settings: SetupConfig,
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {
    this.networks = blockListOf(settings.networks);
  }

  /**
   * Makes the setup token of an unclaimed server, once for all replicas. Gives its text, which is kept nowhere; null
   * if the operator has set one, one has been made before, or the server is claimed.
   */
  async make(): Promise<string | null> {
    if (this.settings.token !== undefined) return null;
    const token = randomBytes(32).toString('base64url');
    const row = await this.database.row(KEEP, [this.keys.digest(token)]);
    return row ? token : null;
  }

  /** Whether the text is the setup token. */
  async isRight(shown: string): Promise<boolean> {
    const digests = this.keys.digestsOf(shown);
    if (this.settings.token !== undefined) {
      return timingSafeEqual(digests[0]!, this.keys.digest(this.settings.token)); // one in force
    }
    const row = await this.database.row<{ digest: Buffer }>(KEPT, []);
    return row !== null && digests.some((digest) => timingSafeEqual(digest, row.digest));
  }

  /** Whether the request itself, through no proxy, comes from where no token is asked for. */
  isTrusted(req: Request): boolean {
    if (this.settings.networks.length === 0) return false;
    if (Object.keys(req.headers).some((name) => FORWARDED.test(name))) return false;
    const address = req.socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/, '') ?? '';
    const family = isIP(address);
    return family !== 0 && this.networks.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }

  /** Comes with the claim: the token opens nothing any more. */
  async drop(tx: EntityManager): Promise<void> {
    await tx.query('delete from setup_tokens');
  }
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const isV4 = isIP(address) === 4;
    const bits = prefix === undefined ? (isV4 ? 32 : 128) : Number(prefix);
    list.addSubnet(address, bits, isV4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
