import { describe, expect, it } from '@jest/globals';
import { readCommand } from './curl';

describe('a request as a command', () => {
  it('leaves out what is not asked, and encodes what a shell or an address would take for its own', () => {
    expect(readCommand('/v1/things')).toBe(
      'curl "$BASE/v1/things" \\\n  -H "Authorization: Bearer $TOKEN"',
    );
    expect(readCommand('/v1/things', { a: 'x&"$(id)`!', b: undefined, limit: 5 })).toContain(
      '/v1/things?a=x%26%22%24(id)%60%21&limit=5"',
    );
  });
});
