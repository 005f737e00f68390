import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { AcmeAccountsRepository } from '../accounts/accounts.repository.js';
import { type AccountRequest, requirePresent } from '../jws/signed-requests.js';
import { malformed, unknownResource } from '../refusals.js';
import { ValidationWorker } from '../validation/validation-worker.js';
import { ValidationsRepository } from '../validation/validations.repository.js';
import type { AuthorizationRecord, ChallengeRecord } from './order.js';
import { OrdersRepository } from './orders.repository.js';

export interface FoundChallenge {
  readonly authorization: AuthorizationRecord;
  readonly challenge: ChallengeRecord;
}

/** Authorizations of ACME accounts, and their challenges (RFC 8555, 7.5). */
@Injectable()
export class Authorizations {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly accounts: AcmeAccountsRepository,
    private readonly validations: ValidationsRepository,
    private readonly worker: ValidationWorker,
    private readonly database: Database,
  ) {}

  /** Throws 404 for one of another account. */
  async get({ account }: AccountRequest, id: string): Promise<AuthorizationRecord> {
    const found = isUuid(id) ? await this.orders.findAuthorization(account.id, id) : null;
    if (!found) throw unknownResource();
    return found;
  }

  /** A message that only asks changes nothing; any other one ends the authorization. */
  async update(request: AccountRequest, id: string): Promise<AuthorizationRecord> {
    const found = await this.get(request, id);
    if (!request.payload) return found;
    if (request.payload.status !== 'deactivated')
      throw malformed('The status of an authorization can become deactivated alone.');
    await this.database.transaction(async (tx) => {
      requirePresent(await this.accounts.lock(tx, request));
      await this.validations.deactivate(tx, found.id);
    });
    return this.get(request, id);
  }

  async challenge(
    request: AccountRequest,
    id: string,
    challengeId: string,
  ): Promise<FoundChallenge> {
    const authorization = await this.get(request, id);
    const challenge = authorization.challenges.find((each) => each.id === challengeId);
    if (!challenge) throw unknownResource();
    return { authorization, challenge };
  }

  /** Begins to look at a challenge whose client says that it is met; one that is over, or begun, stays as it is. */
  async respond(request: AccountRequest, id: string, challengeId: string): Promise<FoundChallenge> {
    const found = await this.challenge(request, id, challengeId);
    const isOpen = found.authorization.status === 'pending' && found.challenge.status === 'pending';
    if (!request.payload || !isOpen) return found;
    await this.validations.begin(challengeId);
    this.worker.wake();
    return this.challenge(request, id, challengeId);
  }
}
