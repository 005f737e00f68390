import { Injectable } from '@nestjs/common';
import { APPLICATION_DIRECTORIES } from '../certificates/certificate-addresses.js';
import type { EnrollmentPlace } from '../certificates/enrollments/enrollment.js';
import { isUuid } from '../database/uuid.js';
import { PublicAddress } from '../http/public-address.js';

/** The paths of directories of profiles; those of applications are beside the second. The routes of the first serve all. */
const OF_PROFILES = ['/api/v1/pki/acme/profiles/', '/api/v1/cert-manager/acme/profiles/'] as const;

const [SERVED] = OF_PROFILES;
const PROFILE = new RegExp(`^(?:${OF_PROFILES.join('|')})([^/?]*)`);
const PROFILE_OF_APPLICATION = new RegExp(`^${APPLICATION_DIRECTORIES}([^/?]*)/profiles/([^/?]*)`);

/** The directory that a path names. */
interface Named extends EnrollmentPlace {
  /** The path of the directory in its family, without its last part. */
  readonly base: string;
}

/** What follows from the path of a request. */
export interface AcmePlace extends EnrollmentPlace {
  /** The URL of the directory of the same family, without its last part. */
  readonly base: string;
  /** The URL of the request itself, query included, as its sender has to have signed it. */
  readonly url: string;
}

/** URLs of ACME resources. They come from `PUBLIC_URL`, never from a header of a request. */
@Injectable()
export class AcmeAddresses {
  constructor(private readonly address: PublicAddress) {}

  /** `target`: path and query as they were received, of a route of ACME. */
  placeOf(target: string): AcmePlace {
    const { origin } = this.address;
    const { base, ...place } = namedIn(target) ?? { base: '', profileId: '', applicationId: null };
    return { ...place, base: `${origin}${base}`, url: `${origin}${target}` };
  }

  /** The id of an account from its URL in any family of the enrollment; null for any other text. */
  accountIdOf(url: string, place: EnrollmentPlace): string | null {
    const prefixes = pathsOf(place).map((path) => `${this.address.origin}${path}/accounts/`);
    const prefix = prefixes.find((each) => url.startsWith(each));
    const id = prefix === undefined ? '' : url.slice(prefix.length);
    return isUuid(id) ? id : null;
  }
}

/** The path by which a route serves a target of any family; null for one that is of none. */
export function servedPathOf(target: string): string | null {
  const named = namedIn(target);
  return named && `${SERVED}${named.profileId}${target.slice(named.base.length)}`;
}

function namedIn(target: string): Named | null {
  const alone = PROFILE.exec(target);
  if (alone) return { base: alone[0], profileId: alone[1]!, applicationId: null }; // it has that group
  const [base, applicationId, profileId] = PROFILE_OF_APPLICATION.exec(target) ?? [];
  if (base === undefined || applicationId === undefined || profileId === undefined) return null;
  return { base, profileId, applicationId };
}

const pathsOf = ({ profileId, applicationId }: EnrollmentPlace): readonly string[] =>
  applicationId === null
    ? OF_PROFILES.map((family) => `${family}${profileId}`)
    : [`${APPLICATION_DIRECTORIES}${applicationId}/profiles/${profileId}`];
