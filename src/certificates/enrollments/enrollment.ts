import type { AcmeSetting } from '../profiles/profile.js';

/** A way to get certificates: a profile alone, or one that is attached to an application. */
export interface EnrollmentPlace {
  readonly profileId: string;
  /** Null for a profile alone. */
  readonly applicationId: string | null;
}

/** A place that is there, and how it works. */
export interface Enrollment extends EnrollmentPlace {
  /** On which ACME accounts and binding keys hang: the id of the attachment, or of the profile that stands alone. */
  readonly id: string;
  readonly projectId: string;
  readonly orgId: string;
  /** Slug and description of the profile. */
  readonly slug: string;
  readonly description: string | null;
  /** The key id of the binding secret that all clients may have. */
  readonly bindingId: string;
  /** The number of the secret that holds. */
  readonly bindingNumber: number;
  /** Whether certificates may be asked for by API. */
  readonly hasApi: boolean;
  /** Null where it has no ACME directory. */
  readonly setting: AcmeSetting | null;
}

/** An enrollment with an ACME directory. */
export type OpenEnrollment = Enrollment & { readonly setting: AcmeSetting };

/** The columns by which rows hang on an enrollment. */
export const ownerOf = ({ id, applicationId }: Pick<Enrollment, 'id' | 'applicationId'>) =>
  applicationId === null
    ? { profileId: id, applicationProfileId: null }
    : { profileId: null, applicationProfileId: id };
