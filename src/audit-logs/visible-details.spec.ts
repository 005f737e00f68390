import { describe, expect, it } from '@jest/globals';
import { compile } from '../permissions/ability.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { unclassifiedIn, visibleDetails } from './visible-details.js';

const NOTHING = compile(PROJECT_SUBJECTS, []);
const TAGS = compile(PROJECT_SUBJECTS, [
  { subject: 'tags', action: ['read'], source: { kind: 'role', slug: 'reader' } },
]);

describe('details of an entry', () => {
  it('that nobody has classified are told by their paths, and shown to no member', () => {
    const target = { tagId: 't', slug: 's', note: 'n', more: [{ slug: 's' }], last: {} };

    expect(unclassifiedIn('tag.create', target)).toEqual(['note', 'more.slug']);
    expect(visibleDetails('tag.create', target, TAGS)).toEqual({ tagId: 't', slug: 's' });
    expect(visibleDetails('tag.create', target, NOTHING)).toEqual({ tagId: 't' });
  });

  it('of a kind that nobody has classified are none', () => {
    expect(unclassifiedIn('novelty.create', { id: 'x' })).toEqual(['id']);
    expect(visibleDetails('novelty.create', { id: 'x' }, TAGS)).toEqual({});
  });

  it('keep lists as they are, empty ones too, and drop what of an element is hidden', () => {
    const target = { secretKeys: [], count: 0, folders: [{ secretKeys: ['A'], note: 'n' }] };

    expect(visibleDetails('secret.read', target, NOTHING)).toEqual({
      ...{ secretKeys: [], count: 0, folders: [{ secretKeys: ['A'] }] },
    });
  });
});
