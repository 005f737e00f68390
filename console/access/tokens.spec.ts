import { expect, it } from '@jest/globals';
import { scopeTexts, tokensWithRules } from './model';

it('has service tokens as rows, with the rules that their cells name and their scopes in words', () => {
  const token = {
    ...{ serviceTokenId: 't', name: 'nightly', permissions: ['read' as const], lastUsed: null },
    scopes: [{ environment: 'prod', secretPath: '/apps/**' }],
    maker: { kind: 'user' as const, id: 'u', name: 'ann@example.org' },
    ...{ expiresAt: '2026-12-01T00:00:00.000Z', cells: [{ allowed: true, rule: 0 }] },
  };
  const page = { at: '', identities: [], users: [], rules: [], totalCount: 0 };

  expect(tokensWithRules({ ...page, serviceTokens: [token] })[0]).toMatchObject({
    member: { id: 't', name: 'nightly', cells: token.cells },
  });
  expect(tokensWithRules(page)).toEqual([]);
  expect(scopeTexts(token)).toEqual(['read: prod /apps/**']);
});
