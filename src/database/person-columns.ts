/**
 * SQL: a person as an organization knows them, for `o` of organization_memberships and `u` of users. The names of the
 * account belong to the person: they are shown once the person has accepted, so that no invitation tells whether there
 * was an account before.
 */
export const PERSON_COLUMNS = `
  u.id "userId", u.email, o.status = 'accepted' and u.is_email_verified "isEmailVerified",
  coalesce(o.given_name, case when o.status = 'accepted' then u.first_name end, '') "firstName",
  coalesce(o.family_name, case when o.status = 'accepted' then u.last_name end, '') "lastName"`;

export interface PersonColumns {
  readonly userId: string;
  /** Canonical; the user name is the same. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** SQL: the text in which a search looks for a person. */
export const PERSON_TEXT = `
  concat_ws(' ', u.email, o.given_name, o.family_name,
    case when o.status = 'accepted' then u.first_name || ' ' || u.last_name end)`;
