import type { AcmeSetting } from '../profiles/profile.js';

/** Something that gets certificates through the profiles that are attached to it. */
export interface ApplicationRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ApplicationDraft = Pick<ApplicationRecord, 'name' | 'description'> & {
  readonly profileIds: readonly string[];
};

export type ApplicationChanges = Partial<Pick<ApplicationRecord, 'name' | 'description'>>;

/** How certificates are asked for by API, through an application. */
export interface ApiSetting {
  readonly renewBeforeDays: number | null;
}

/** A profile that is attached to an application. */
export interface AttachmentRecord {
  readonly id: string;
  readonly applicationId: string;
  readonly profileId: string;
  readonly profileSlug: string;
  readonly profileDescription: string | null;
  /** Null where certificates may not be asked for by API; id and setting are there together. */
  readonly apiId: string | null;
  readonly api: ApiSetting | null;
  /** Null where it has no ACME directory; id and setting are there together. */
  readonly acmeId: string | null;
  readonly acme: AcmeSetting | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
