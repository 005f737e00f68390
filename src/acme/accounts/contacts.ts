import { badRequest } from '../../errors/api-error.js';
import { malformed } from '../refusals.js';

const MAX_CONTACTS = 5;
const MAX_LENGTH = 254;
/** One address, and no fields of a header after it. */
const MAIL = /^mailto:[^\s@,?;:<>"'\\%&]+@[A-Za-z0-9.-]+$/i;

/** The contacts of an account; undefined where none are named. They are shown and never written to. */
export function readContacts(sent: unknown): readonly string[] | undefined {
  if (sent === undefined) return undefined;
  if (!Array.isArray(sent) || sent.length > MAX_CONTACTS)
    throw malformed(`contact has to be a list of at most ${MAX_CONTACTS} URLs.`);
  return sent.map((each: unknown) => {
    if (typeof each !== 'string') throw malformed('contact has to be a list of texts.');
    if (!/^mailto:/i.test(each))
      throw badRequest('acme-unsupported-contact', 'Contacts are mailto: addresses.');
    if (each.length > MAX_LENGTH || !MAIL.test(each))
      throw badRequest('acme-invalid-contact', 'A contact has to be one mail address.');
    return each;
  });
}
