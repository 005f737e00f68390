/** Why somebody whom the provider knows is not let in. The audit log tells it; they themselves are told one text. */
export type WhyNot =
  | 'address not verified'
  | 'domain not verified'
  | 'not a member'
  | 'account not verified'
  | 'deactivated'
  | 'invitation void'
  | 'address of another subject'
  | 'linked with another account'
  | 'session ended'
  | 'link removed'
  | 'configuration changed';

/** Ends the transaction of a login. */
export class NotLetIn extends Error {
  constructor(readonly why: WhyNot) {
    super(why);
  }
}
