import { badRequest } from '../../errors/api-error.js';
import { firstOf } from '../../errors/nearest.js';
import { addressKey, type UnexpandedReference, type UnresolvedReason } from './references.js';

/** References that a refusal lists before it only counts. */
export const MAX_LISTED = 100;

/** Longer names are no secret's: keys, paths and slugs together are shorter. */
const MAX_SHOWN = 1_400;

/** A reference that does not resolve, and the secret in whose value it stands. */
export interface UnresolvedReference {
  readonly secret: {
    readonly environment: string;
    readonly secretPath: string;
    readonly secretKey: string;
  };
  readonly reference: string;
  readonly reason: UnresolvedReason;
}

/** Collects the references of one answer that do not resolve, each once. */
export class UnresolvedReferences {
  private readonly seen = new Set<string>();
  private readonly listed: UnresolvedReference[] = [];

  /** `forbidden`: addresses the caller may know of but not read. Any other that he gets no value of is missing. */
  constructor(private readonly forbidden: ReadonlySet<string>) {}

  readonly add = (left: UnexpandedReference): void => {
    const { holder, name, target } = left;
    const isForbidden = left.reason === 'missing' && this.forbidden.has(addressKey(target));
    const reason = isForbidden ? 'forbidden' : left.reason;
    const one = `${addressKey(holder)}\0${name}\0${reason}`;
    if (this.seen.has(one)) return;
    this.seen.add(one);
    if (this.listed.length === MAX_LISTED) return;
    const { environment, secretPath, key: secretKey } = holder;
    const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
    const secret = { environment, secretPath, secretKey };
    this.listed.push({ secret, reference: `\${${shown}}`, reason });
  };

  /** Throws 400 if there are any. */
  throwIfAny(): void {
    if (this.seen.size === 0) return;
    const names = this.listed.map(({ reference, secret }) => `${reference} in ${secret.secretKey}`);
    const reason = `References do not resolve: ${firstOf(names, this.seen.size)}.`;
    throw badRequest('unresolved-references', reason, {
      unresolved: this.seen.size,
      references: this.listed,
    });
  }
}
