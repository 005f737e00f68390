import { invalid } from '../../errors/api-error.js';
import type { AcmeSetting } from '../profiles/profile.js';
import { type AcmeConfigDto, HOST } from '../profiles/profiles.dto.js';

/**
 * How an ACME directory is to work, as it was sent. Throws 422 where nothing would be checked, and for names that no CAA record
 * could have. `path`: where it is in the request.
 */
export function acmeSettingOf(config: AcmeConfigDto, path: readonly string[] = []): AcmeSetting {
  const { skipDnsOwnershipVerification, skipEabBinding, caaIdentities } = config;
  if (skipDnsOwnershipVerification && skipEabBinding)
    throw contradictory(
      [...path, 'skipEabBinding'],
      'without binding and without proof of names anybody would get any certificate',
    );
  const index = caaIdentities?.findIndex((each) => !HOST.test(each)) ?? -1;
  if (index >= 0)
    throw invalid([
      {
        code: 'invalid_format',
        path: [...path, 'caaIdentities', index],
        message: 'Expected a DNS name in lower case, such as ca.example.org',
      },
    ]);
  if (caaIdentities && skipDnsOwnershipVerification)
    throw contradictory(
      [...path, 'caaIdentities'],
      'CAA is asked for with the proof of a name: without proofs it would not be',
    );
  return JSON.parse(JSON.stringify(config)) as AcmeSetting;
}

const contradictory = (path: readonly string[], message: string) =>
  invalid([{ code: 'contradictory_values', path: [...path], message }]);
