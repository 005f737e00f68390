import { describe, expect, it } from '@jest/globals';
import { type ChangeEffect, changedMembers, isVain, linesOf, summaryOf } from './effect-model';

const place = (environment: string, secretPath: string, more: object) => ({
  ...{ environment, secretPath, subject: 'secrets', loses: [], gains: [] },
  ...more,
});

describe('what is lost and gained', () => {
  const reading = { loses: ['describeSecret', 'readValue'] };

  it('is a line for each environment and act, with its folders', () => {
    const places = [
      place('prod', '/', reading),
      place('prod', '/apps', reading),
      place('dev', '/', reading),
      place('dev', '/apps', { loses: ['edit'], gains: ['create'] }),
    ];
    expect(linesOf(places, 'loses')).toEqual([
      { environment: 'prod', acts: 'read', folders: ['/', '/apps'] },
      { environment: 'dev', acts: 'read', folders: ['/'] },
      { environment: 'dev', acts: 'change', folders: ['/apps'] },
    ]);
    expect(linesOf(places, 'gains')).toEqual([
      { environment: 'dev', acts: 'create', folders: ['/apps'] },
    ]);
  });

  it('names the secrets where not all of a folder are meant', () => {
    const some = { loses: ['readValue'], secretNames: ['A', 'B', 'C', 'D'], secretCount: 30 };
    const [line] = linesOf([place('prod', '/apps', some)], 'loses');
    expect(line!.folders).toEqual(['/apps (only A, B, C and 27 more)']);
  });
});

it('of members is told with who loses first, people among machines', () => {
  const none = { places: [], omittedPlaces: 0, loses: [], gains: [] };
  const lost = { ...none, places: [place('prod', '/', { loses: ['readValue'] })] };
  const gained = { ...none, gains: [{ subject: 'role', action: ['read'] }] };
  const members = changedMembers({
    effects: [none, lost, gained],
    identities: [
      { identityId: '1', name: 'same', effect: 0 },
      { identityId: '2', name: 'gaining', effect: 2 },
    ],
    users: [{ userId: '3', email: 'losing@example.org', effect: 1 }],
  } as unknown as ChangeEffect);

  expect(members.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'losing@example.org loses',
    'gaining gains',
    'same same',
  ]);
  expect(members[1]!.gains).toEqual([
    { environment: null, acts: 'read role: everywhere', folders: [], subjects: ['role'] },
  ]);
});

describe('a summary of what is lost', () => {
  const line = (environment: string, acts: string, ...folders: string[]) => ({
    ...{ environment, acts, folders },
  });
  const rule = (...subjects: string[]) => ({
    ...{ environment: null, acts: `read ${subjects.join()}: everywhere`, folders: [], subjects },
  });

  it('takes environments together in which the same is lost, and rules by what they are about', () => {
    const lines = [
      line('dev', 'read', '/', '/apps'),
      line('prod', 'read', '/'),
      line('prod', 'create', '/'),
      ...['member', 'role', 'secret-rollback', 'groups', 'tags'].map((each) => rule(each)),
    ];
    expect(summaryOf(lines)).toEqual([
      { acts: 'read', environments: ['dev', 'prod'], folders: 2 },
      { acts: 'create', environments: ['prod'], folders: 1 },
      {
        acts: 'rights to member, role, secret rollback and 2 more kinds of things',
        environments: [],
        folders: 0,
      },
    ]);
  });

  it('is not made of a few lines', () => {
    expect(summaryOf([line('dev', 'read', '/'), rule('role')])).toBeNull();
  });
});

it('is known to be of no use only where all was looked at', () => {
  const effect = (gainers: number, losers: number, isComplete = true) =>
    ({ counts: { gainers, losers }, lookedAt: { isComplete } }) as ChangeEffect;
  expect(isVain(effect(0, 0))).toBe(true);
  expect(isVain(effect(0, 0, false))).toBe(false);
  expect(isVain(effect(1, 0))).toBe(false);
  expect(isVain(effect(0, 1))).toBe(false);
});
