import { describeCases } from '../support/case-table.js';
import { MEMBER_CASES } from './member-cases.js';
import { SCIM_CASES } from './scim-cases.js';
import { SIGN_IN_CASES } from './sign-in-cases.js';

describeCases(
  'people, groups and provisioning',
  [151, 250],
  SIGN_IN_CASES,
  MEMBER_CASES,
  SCIM_CASES,
);
