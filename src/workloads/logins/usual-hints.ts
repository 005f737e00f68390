import type { Check } from './checks.js';

const EXACT = 'Names are compared exactly: case counts, and nothing stands for several.';

/** What to do about a check that failed, where nothing nearer is known. */
export const USUAL_HINTS: Readonly<Record<Check, string>> = {
  form: 'What was sent has not the form of such a login.',
  issuer:
    'Somebody else made the token. Take one of the expected issuer, or change who is trusted here.',
  signature: 'Nobody who is trusted here vouches for it.',
  audience:
    'The token was made for another service. Ask for one with the expected audience; case and slashes count.',
  times: 'Get a fresh token. If that does not help, a clock is off.',
  subject:
    'None of the expected subjects fits. If this job is meant, add its subject; if not, it is right that it stays out.',
  claims:
    'None of the expected values fits. If this job is meant, add what came to the setting; if not, it is right that it stays out.',
  namespace: `The account is not of a namespace that is expected. ${EXACT}`,
  name: `The account is not one of those that are expected. ${EXACT}`,
  account: `The account, project or zone is not one of those that are expected. ${EXACT}`,
  principal: `Who signed in is not one of those that are expected. ${EXACT}`,
  address: 'The address is not one of those from which tokens may be used.',
  replay: 'It logged in already, or cannot be told from one that did. Get another one.',
  organization:
    'The identity is of another organization than the login names. Send its slug, or none.',
};
