import { describe, expect, it } from '@jest/globals';
import { passwordProblem } from './password-rules.js';

const ANN = { email: 'ann.example@x.org', organizations: ['Example Works'] };

describe('passwordProblem', () => {
  it.each([
    ['a phrase', 'correct horse battery staple'],
    ['spaces around it', '  secret '],
    ['eight characters beyond the first plane', '🔑'.repeat(8)],
    ['1,024 characters', 'x'.repeat(1024)],
    ['1,024 characters that were sent decomposed', 'u\u0308'.repeat(1024)],
    ['a NUL', 'secret\0secret'],
  ])('takes %s', (_, password) => {
    expect(passwordProblem(password, ANN)).toBeNull();
  });

  it.each([
    ['seven characters', 'seven77', /8 to 1024/],
    ['four pairs of letter and mark', 'u\u0308'.repeat(7), /8 to 1024/],
    ['1,025 characters', 'x'.repeat(1025), /8 to 1024/],
    ['a lone surrogate', 'secret\ud800secret', /well-formed/],
    ['a common one', 'Password123', /commonest/],
    ['the own e-mail', 'Ann.Example@x.org', /e-mail/],
    ['the own name in the e-mail', 'ann.example', /e-mail/],
    ['the organization', 'example works', /organization/],
  ])('refuses %s', (_, password, problem) => {
    expect(passwordProblem(password, ANN)).toMatch(problem);
  });
});
