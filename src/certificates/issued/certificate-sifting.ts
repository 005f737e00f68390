import { slices } from '../../access/slices.js';
import { ApiError, badRequest } from '../../errors/api-error.js';
import { currentWork } from '../../http/limits/admission.js';
import type { Ability } from '../../permissions/ability.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import type { Pause } from '../../permissions/work.js';
import type { CertificateOrder } from './certificate-filter.js';
import type { CertificateRecord } from './certificate.js';
import { isAllowedFor } from './certificate-rights.js';

/** As many certificates are looked at for whoever may read some of them alone. */
const MAX_LOOKED_AT = 5_000;
/** Certificates that are read together: each may have a hundred names. */
const AT_ONCE = 200;
/** Milliseconds that it may take to read certificates and to tell them apart, without the turns of others. */
const MOST_WORK = 5_000;

export interface CertificatePage {
  readonly certificates: readonly CertificateRecord[];
  readonly totalCount: number;
}

/**
 * The part of a list that is asked for, of the certificates that the caller may read, and how many those are. `read` gives
 * a part of all. Throws 400 where too many match, or telling them apart takes too long.
 */
export async function readableOf(
  ability: Ability<ProjectSubjects>,
  { offset, limit, ...order }: CertificateOrder,
  read: (part: CertificateOrder) => Promise<readonly CertificateRecord[]>,
  mostWork = MOST_WORK,
): Promise<CertificatePage> {
  const turn = boundedTurn(mostWork);
  // One that is made meanwhile moves all others to the next part.
  const lookedAt = new Set<string>();
  const certificates: CertificateRecord[] = [];
  let totalCount = 0;
  for (let at = 0; ; at += AT_ONCE) {
    const part = await read({ ...order, offset: at, limit: AT_ONCE });
    for (const each of part) {
      if (lookedAt.has(each.id)) continue;
      lookedAt.add(each.id);
      if (lookedAt.size > MAX_LOOKED_AT) throw tooMany();
      if (!(await isAllowedFor(ability, 'read', each, turn))) continue;
      if (totalCount >= offset && certificates.length < limit) certificates.push(each);
      totalCount += 1;
    }
    if (part.length < AT_ONCE) return { certificates, totalCount };
  }
}

/** `slices` that end where the work is too much, or nobody waits for the answer any more. */
function boundedTurn(mostWork: number): Pause {
  const turn = slices();
  let work = 0;
  let since = performance.now();
  const pause = async () => {
    work += performance.now() - since;
    if (work > mostWork) throw tooMany();
    if (currentWork()?.res.destroyed)
      throw new ApiError('request-timeout', 'The client went away.');
    await turn();
    since = performance.now();
  };
  return Object.assign(pause, { isDue: turn.isDue });
}

const tooMany = () =>
  badRequest(
    'search-too-wide',
    `Your rights tell certificates apart, and more match than can be looked at, ${MAX_LOOKED_AT} at most: narrow the search.`,
  );
