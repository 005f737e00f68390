/** The step of an outgoing call that failed. */
export type OutgoingStep =
  /** The URL is of a form that is never called. */
  | 'url'
  /** The name has no address, or the resolver is silent. */
  | 'name'
  /** Every address of the name lies where the operator opened nothing. */
  | 'address'
  /** Too many calls are under way, or another has the turn to ask the same. */
  | 'busy'
  /** No TCP connection, or none through the proxy. */
  | 'connection'
  /** The certificate does not fit, or TLS failed otherwise. */
  | 'tls'
  | 'time'
  /** A redirect leads where none is followed. */
  | 'redirect'
  /** The headers or the body are too long. */
  | 'size'
  /** The answer is no JSON of the bounds, or is compressed. */
  | 'form';

/**
 * A call that gave no answer to work with. It holds no byte of an answer and no address: who caused the call learns
 * neither from a refusal, nor from a log.
 */
export class OutgoingFailure extends Error {
  constructor(
    readonly step: OutgoingStep,
    /** Seconds after which a place should be free. */
    readonly retryAfter = 5,
  ) {
    super(`The outgoing call failed: ${step}.`);
  }
}
