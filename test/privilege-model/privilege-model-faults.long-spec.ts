import { jest } from '@jest/globals';
import { WeighedChanges } from '../../src/credentials/weighed-changes.js';
import { GroupRenames } from '../../src/groups/group-renames.js';
import { OrgMemberAuthorizer } from '../../src/org-members/org-member-authorizer.js';
import { useApp } from '../support/harness.js';
import { newSeed, survey } from './survey.js';

const server = useApp({ LOG_LEVEL: 'silent' });
const SEED = Number(process.env['PRIVILEGE_SEED'] ?? newSeed());
/** Sequences in which each fault is found many times over. */
const COUNT = 2_000;

afterEach(() => jest.restoreAllMocks());

const FAULTS: Readonly<Record<string, readonly [fault: () => void, door: RegExp]>> = {
  'nobody is weighed who joins or leaves a group, or whose role changes': [
    () => {
      const weighed = server.app.get(WeighedChanges);
      jest.spyOn(weighed, 'requireHeld').mockResolvedValue();
      jest.spyOn(weighed, 'during').mockImplementation((_, __, ___, change) => change());
    },
    /group|person/,
  ],
  'groups are renamed whatever rules say of their names': [
    () => {
      jest.spyOn(server.app.get(GroupRenames), 'require').mockResolvedValue();
    },
    /rename a group/,
  ],
  'people are changed by somebody weaker': [
    () => {
      jest.spyOn(server.app.get(OrgMemberAuthorizer), 'requireNotStronger').mockResolvedValue();
    },
    /person/,
  ],
};

describe('The property test of privileges', () => {
  it.each(Object.entries(FAULTS))(
    `finds the fault that %s, from seed ${SEED}`,
    async (_, [fault, door]) => {
      fault();
      const { findings } = await survey(server, { seed: SEED, count: COUNT, enough: 1 });
      // Sequences run beside each other: two may find it at once.
      expect(findings.length).toBeGreaterThan(0);
      for (const { violation } of findings) expect(violation.door).toMatch(door);
    },
    600_000,
  );
});
