import { ACME_ERROR } from '../../errors/protocol-bodies.js';
import { OutgoingFailure, type OutgoingStep } from '../../outgoing/failure.js';
import type { ClaimedChallenge } from './validations.repository.js';

type Type = 'caa' | 'connection' | 'dns' | 'tls' | 'incorrectResponse';

/** `busy`: nobody was asked. `slow`: it may be met later. `wrong`: it hardly will. `final`: it is not asked again. */
type Persistence = 'busy' | 'slow' | 'wrong' | 'final';

/**
 * Why a challenge is not met. It holds no byte of what the host answered: whoever orders a certificate could read by it what
 * others may not see.
 */
export class ValidationFailure extends Error {
  constructor(
    readonly type: Type,
    /** What failed, for people. */
    readonly reason: string,
    readonly persistence: Persistence,
  ) {
    super(reason);
  }
}

const STEPS: Readonly<Record<OutgoingStep, readonly [Type, string, Persistence]>> = {
  url: ['connection', 'its address is of a form that is never called', 'final'],
  name: ['dns', 'the name servers gave no answer to use', 'slow'],
  address: ['connection', 'it has no address that may be called', 'final'],
  busy: ['connection', 'its host is being asked too often at this moment', 'busy'],
  connection: ['connection', 'there was no connection, or it broke', 'slow'],
  tls: ['tls', 'the TLS handshake failed', 'wrong'],
  time: ['connection', 'there was no answer in time', 'slow'],
  size: ['connection', 'the answer is too long', 'slow'],
  form: ['connection', 'the answer cannot be read', 'slow'],
  redirect: ['connection', 'a redirect leads where none is followed', 'final'],
};

export function failureOf(error: unknown): ValidationFailure {
  if (error instanceof ValidationFailure) return error;
  const step = error instanceof OutgoingFailure ? error.step : 'connection';
  return new ValidationFailure(...STEPS[step]);
}

/** The problem document of a challenge. */
export const problemOf = (
  { type, reason }: ValidationFailure,
  { value, type: challenge }: Pick<ClaimedChallenge, 'value' | 'type'>,
) => ({
  type: `${ACME_ERROR}${type}`,
  detail: `${challenge} for ${value}: ${reason}.`,
  status: 400,
});
