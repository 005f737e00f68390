import { expect } from '@jest/globals';

/** The one sentence for what may belong to others. */
export const BLIND = 'The resource does not exist or is outside your scope.';

/** The blind 404, all of it but its `reqId`. */
export const BLIND_NOT_FOUND = { statusCode: 404, error: 'NotFound', message: BLIND };

/** The messages that name what was asked for, in the caller's own project; what there is instead may follow. */
const NAMED =
  /^(?:(?:Environment|Folder|Secret|Tag|Role|Privilege|Import|Identity) '[^']*' not found in |Identity '[^']*' is not a member of this project\.|The secret has no version |Secrets with these keys are not in the folder: )/;

/** A 404 without its `reqId`: blind, or naming what was asked for. */
export const NOT_FOUND = {
  statusCode: 404,
  error: 'NotFound',
  message: expect.stringMatching(new RegExp(`^${BLIND.replace('.', '\\.')}$|${NAMED.source}`)),
};

/** The message of a 403 with the action and the subject, and what may follow. */
export const denied = (action: string, subject: string, where = '') => {
  const isVerb = ['read', 'create', 'edit', 'delete'].includes(action);
  const what = isVerb ? `${action} ${subject}` : `use the action ${action} on ${subject}`;
  return expect.stringMatching(new RegExp(`^You may not ${what}${where}`));
};

/** A refusal without what differs from request to request: its `reqId`, the names that were asked for, and what is there instead. */
export function withoutNames(body: unknown): object {
  const { reqId: _, message, ...rest } = body as Readonly<Record<string, unknown>>;
  const sentence = String(message).replace(/'[^']*'/g, '*');
  return { ...rest, message: sentence.replace(/\. (?:There (?:is|are)|\* has) .*$/, '.') };
}
