import { describe, expect, it } from '@jest/globals';
import { workloadWords } from '../words/workloads';
import { bodyOf, PLATFORM_NAMES, platformOf, shownSettings } from './platforms';
import { snippetOf } from './snippets';

describe('a platform', () => {
  it.each(PLATFORM_NAMES)('%s has a word for each of its fields, and none twice', (name) => {
    const names = platformOf(name).fields.map((field) => field.name);
    expect(names.filter((each) => workloadWords.fields[each] === undefined)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('sends what was typed, without white space and without what is empty', () => {
    expect(bodyOf(platformOf('github'), { repository: ' octo/app ', branch: ' ' })).toEqual({
      repository: 'octo/app',
    });
    expect(bodyOf(platformOf('gce'), { allowedZones: 'z' })).toEqual({
      type: 'gce',
      allowedZones: 'z',
    });
  });

  it('does not show what opens an account elsewhere', () => {
    const shown = shownSettings(platformOf('cluster'), {
      kubernetesHost: 'h',
      tokenReviewerJwt: 'a-token',
    });
    expect(shown).toContain('"kubernetesHost": "h"');
    expect(shown).not.toContain('a-token');
  });

  it.each(PLATFORM_NAMES)('%s has lines for the workload, with the id filled in', (name) => {
    const settings = { boundAudiences: 'one,two', allowedAudience: 'three' };
    const lines = snippetOf(name, { identityId: 'ID-1', server: 'https://s.example', settings });
    expect(lines).toContain('ID-1');
    expect(lines).toContain('https://s.example');
    expect(lines).not.toContain('undefined');
  });

  it('asks for the first audience that is accepted', () => {
    const settings = { boundAudiences: 'one,two' };
    const facts = { identityId: 'ID-1', server: 'https://s.example', settings };
    expect(snippetOf('gitlab', facts)).toContain('aud: one\n');
    expect(snippetOf('kubernetes', facts)).toContain('audience: one,');
  });
});
