import type { Payer } from '../../outgoing/fair-shares.js';
import type { Checks } from '../logins/checks.js';
import type { Warning } from '../settings/warnings.js';

/** The last part of a method's path. */
export type WorkloadMethodName =
  'oidc-auth' | 'jwt-auth' | 'kubernetes-auth' | 'aws-auth' | 'azure-auth' | 'gcp-auth';

/** A login that is to be proved, with the row that it is proved for. */
export interface Attempt<S extends object = object> {
  readonly identityId: string;
  readonly orgId: string;
  /** Who set the row up, for calls that the login makes. */
  readonly payer: Payer;
  /** The id of the row. */
  readonly authId: string;
  readonly settings: S;
  /** What is sealed in the row; opened by whoever needs it. */
  readonly sealedToken: Buffer | null;
  /** The proof as it was sent, by the names of its fields. */
  readonly sent: Readonly<Record<string, string | undefined>>;
  readonly checks: Checks;
  /** Takes the milliseconds for which somebody else was asked. */
  readonly onAsked: (milliseconds: number) => void;
  /** The database's clock, in seconds with their fractions. */
  readonly now: number;
  /** Where the login comes from; an IPv6 /64 as one. */
  readonly source: string;
}

/** What was proved. */
export interface Proof {
  /** Facts of the login, for the token; never secret. */
  readonly facts: object;
  /** What those who manage the identity see of the last login. */
  readonly seen: object;
  /** Who it is at its platform, where that is not the `sub` of what was seen. */
  readonly subject?: string;
  /** Whether an issuer's keys, as they were fresh just now, signed it. */
  readonly areKeysFresh?: boolean;
  /** A proof that counts once, or that only its first user may repeat for a while. */
  readonly use?: ProofUse;
}

export interface ProofUse {
  /** What makes two proofs the same. */
  readonly text: string;
  /** Who may repeat it for a minute; null: nobody. */
  readonly usedBy: string | null;
  /** Seconds since 1970 until which it could be sent again. */
  readonly until: number;
}

/** For whom calls are made. */
export type CallsFor = Pick<Attempt, 'orgId' | 'payer'> & Partial<Pick<Attempt, 'onAsked'>>;

/** Settings that were written just now. */
export interface WrittenTrust<S extends object = object> {
  readonly settings: S;
  readonly orgId: string;
  readonly payer: Payer;
  /** The database's clock, in seconds. */
  readonly now: number;
}

/** What an operator allows of all rows. */
export interface TrustOptions {
  readonly allowsNoAudience: boolean;
}

/** One way in: a table of settings, and a proof. */
export interface WorkloadMethod<S extends object = object> {
  readonly name: WorkloadMethodName;
  /** In the middle of a sentence. */
  readonly title: string;
  /** Around the settings in answers. */
  readonly wrapper: string;
  /** Every setting of the method, with what an absent one stands for. */
  readonly defaults: S;
  /** Whether refusals leave at the next full second, and not much sooner: somebody else is asked on the way to one. */
  readonly isPaced: boolean;
  /** Whether what would check this proof is known to be silent just now; told to every id alike. */
  isSilent?(sent: Attempt['sent']): boolean;
  /**
   * Who would be asked, where the login itself says so: known and unknown ids are refused as late as it answers. Null, or
   * without it: who asks counts instead.
   */
  askedHost?(sent: Attempt['sent']): string | null;
  /** Settings as answers show them, where that is not as they are stored. */
  present?(settings: S, hasToken: boolean): object;
  /** A setting that is sealed beside the others, by its field, and where it is sent. */
  readonly sealing?: { readonly field: string; targetOf(settings: object): readonly string[] };
  /** Settings as they are stored, of those that were sent and those of before. */
  normalize?(settings: S): S;
  /** Throws 400 for fields that are understood only to be refused. */
  refuseSent?(sent: Readonly<Record<string, unknown>>): void;
  /** Throws 400 for settings that would let anybody in, or contradict each other; the same at every login. */
  refuseOpen(settings: S, options: TrustOptions): void;
  /** What decides who is trusted; once it is another, older tokens are dead. */
  trustOf(settings: S): readonly unknown[];
  warningsOf(settings: S): readonly Warning[];
  /** Tries what logins will need from outside; what fails is a warning. */
  probe?(written: WrittenTrust<S>): Promise<readonly Warning[]>;
  /** Throws LoginRefused, or ProofUnavailable. Local checks come before anything goes out. */
  prove(attempt: Attempt<S>): Promise<Proof>;
}
