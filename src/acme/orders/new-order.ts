import { randomBytes } from 'node:crypto';
import { newId } from '../../database/uuid.js';
import { isWildcard } from '../../permissions/certificate-names.js';
import type { AccountRequest } from '../jws/signed-requests.js';
import type { Identifier } from './identifiers.js';
import { CHALLENGE_TYPES, type ChallengeType } from './order.js';
import type { NewOrder, ReusableAuthorization } from './orders.repository.js';

const TOKEN_BYTES = 32;
/** Milliseconds. */
const ORDER_LIFE = 7 * 86_400_000;
const HOUR = 3_600_000;
/** How long a name counts as proved: as long as a stolen key could go without proof. */
export const PROOF_LIFE_HOURS = 8;

/** Whether the account has names without a proof: it was bound, and the profile asks for none. */
export const isGranted = ({
  enrollment,
  account,
}: Pick<AccountRequest, 'enrollment' | 'account'>): boolean =>
  enrollment.setting.skipDnsOwnershipVerification === true && account.binding !== null;

/** What an order is made from. */
export interface OrderDraft {
  readonly accountId: string;
  readonly identifiers: readonly Identifier[];
  readonly digest: string;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly replaces: string | null;
  readonly now: Date;
}

/**
 * An order with the authorizations that are still needed, and a challenge of each kind for each. `isGranted`: its names need no
 * proof.
 */
export function newOrderOf(
  draft: OrderDraft,
  reusable: readonly ReusableAuthorization[],
  isGranted: boolean,
): NewOrder {
  const { identifiers, now, accountId, ...rest } = draft;
  const expiresAt = new Date(now.getTime() + ORDER_LIFE);
  const needed = identifiers.map((identifier) => {
    const name = nameOf(identifier);
    const known = reusable.find(
      (each) =>
        each.type === name.type && each.value === name.value && each.isWildcard === name.isWildcard,
    );
    if (known) return { id: known.id, made: null };
    const id = newId();
    const status = isGranted ? 'valid' : 'pending';
    const until = isGranted ? new Date(now.getTime() + PROOF_LIFE_HOURS * HOUR) : expiresAt;
    return { id, made: { id, accountId, ...name, isGranted, status, expiresAt: until } };
  });
  const authorizations = needed.flatMap(({ made }) => (made ? [made] : []));
  const challenges: NewOrder['challenges'] = authorizations.flatMap((each) =>
    isGranted ? [grantedChallenge(each.id, now)] : openChallenges(each.id, each),
  );
  const isReady = isGranted || authorizations.length === 0;
  const order = { id: newId(), accountId, ...rest, identifiers, expiresAt };
  return {
    order: { ...order, status: isReady ? 'ready' : 'pending' },
    authorizations,
    challenges,
    authorizationIds: needed.map(({ id }) => id),
  };
}

function nameOf({ type, value }: Identifier) {
  const isWild = isWildcard(value);
  return { type, value: isWild ? value.slice(2) : value, isWildcard: isWild };
}

const openChallenges = (
  authorizationId: string,
  name: ReturnType<typeof nameOf>,
): NewOrder['challenges'] =>
  typesFor(name).map((type) => ({
    ...{ id: newId(), authorizationId, type, token: newToken() },
    ...{ status: 'pending', validatedAt: null },
  }));

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Kinds of challenges that can prove a name: a wildcard stands for hosts that nobody could ask, an address has no TXT records. */
const typesFor = ({
  type,
  isWildcard: isWild,
}: ReturnType<typeof nameOf>): readonly ChallengeType[] =>
  CHALLENGE_TYPES.filter((each) => (each === 'dns-01' ? type === 'dns' : !isWild));

const grantedChallenge = (authorizationId: string, now: Date): NewOrder['challenges'][number] => ({
  ...{ id: newId(), authorizationId, type: 'dns-01', token: newToken() },
  ...{ status: 'valid', validatedAt: now },
});
