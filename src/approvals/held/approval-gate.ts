import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { badRequest, permissionDenied } from '../../errors/api-error.js';
import type { PlannedWrite, SecretCaller } from '../../secrets/secret-writer.js';
import type { SecretLocation } from '../../secrets/secret.js';
import { type Holder, WriteGate } from '../../secrets/write-gate.js';
import type { GovernedLocation, GoverningPolicy } from '../policies/policy-table.js';
import { PolicyTables } from '../policies/policy-tables.js';
import type { ApprovalView } from '../../secrets/held-write.presenter.js';
import { presentRequest } from '../requests/requests.presenter.js';
import { governorsOf, placesOf } from './proposed-items.js';
import { Proposals } from './proposals.service.js';

/** Holds back what a policy governs. One governed item holds the whole write. */
@Injectable()
export class ApprovalGate extends WriteGate {
  constructor(
    private readonly tables: PolicyTables,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  /** Without a policy in the project this costs a look into memory. */
  async hold(
    tx: EntityManager,
    caller: SecretCaller,
    write: PlannedWrite,
  ): Promise<ApprovalView | null> {
    if (write.mutations.length === 0) return null;
    const table = await this.tables.of(tx, caller.project);
    if (table.isEmpty) return null;
    const isMachine = caller.actor.kind === 'identity';
    const places = placesOf(write.mutations);
    const governing = await table.governors(places);
    const policy = onlyOne(caller, governorsOf(governing, isMachine, places));
    if (!policy) return null;
    const isGoverned = (place: GovernedLocation) => governing(place)?.id === policy.id;
    return presentRequest(await this.proposals.open(tx, caller, { write, policy, isGoverned }));
  }

  protected async wouldHold(
    tx: EntityManager,
    caller: SecretCaller,
    places: readonly SecretLocation[],
  ): Promise<Holder | null> {
    const table = await this.tables.ofNow(tx, caller.project);
    if (table.isEmpty) return null;
    const isExempt = ({ exemptsMachines }: GoverningPolicy) =>
      exemptsMachines && caller.actor.kind === 'identity';
    const known = places.flatMap((place) => table.placeAt(place) ?? []);
    const governing = await table.governors(known);
    const found = new Set(known.flatMap((place) => governing(place) ?? []));
    const policy = onlyOne(
      caller,
      [...found].filter((each) => !isExempt(each)),
    );
    return policy && { policyId: policy.id, name: policy.name };
  }
}

/** Throws 400 for several policies, and 403 where who writes cannot propose. */
function onlyOne(
  caller: SecretCaller,
  governors: readonly GoverningPolicy[],
): GoverningPolicy | null {
  const [policy, ...more] = governors;
  if (!policy) return null;
  if (more.length > 0) throw severalPolicies(governors);
  if (caller.actor.kind === 'service-token') throw tokenRefused(caller, policy);
  return policy;
}

const severalPolicies = (policies: readonly GoverningPolicy[]) =>
  badRequest(
    'several-policies',
    'The change concerns folders of several policies. Send one change for each.',
    { policies: policies.map(({ id, name }) => ({ policyId: id, name })) },
  );

/** What a service token asks for lives as long as the token, and nobody could tell who asked. */
const tokenRefused = (
  { project: { ability } }: SecretCaller,
  { id: policyId, name }: GoverningPolicy,
) =>
  permissionDenied(
    'approval-needed',
    'A policy asks for consent before secrets change here, and a service token cannot propose a change. Use a machine identity.',
    ability.allows('read', 'secret-approval') ? { policyId, name } : undefined,
  );
