import { fresh, may, type RouteTable, the } from './route-entry.js';

const LOGIN = { email: 'nobody@example.org', password: 'correct horse battery staple' };

/** How people sign in. A login of nobody is a valid request too: it is refused. */
export const SIGN_IN_ROUTES: RouteTable = {
  'POST /api/v3/auth/login': {
    demands: 'nothing',
    body: LOGIN,
    status: 401,
    invalid: { body: { email: 'a@x.org,b@x.org' }, at: ['email'] },
  },
  'POST /api/v3/auth/login1': { demands: 'nothing', status: 401 },
  'POST /api/v3/auth/login2': { demands: 'nothing', status: 401 },
  'POST /api/v3/auth/select-organization': {
    demands: 'person',
    body: { organizationId: 'any' },
    invalid: { body: { organizationId: 7 }, at: ['organizationId'] },
  },
  'GET /api/v1/organization': { demands: 'person' },
  'POST /api/v2/auth/mfa/send': { demands: 'person' },
  'GET /api/v2/auth/mfa/check/totp': { demands: 'person' },
  'POST /api/v2/auth/mfa/verify': {
    demands: 'person',
    body: { mfaToken: '123456' },
    invalid: { body: { mfaToken: 123456 }, at: ['mfaToken'] },
  },
  'POST /api/v2/auth/mfa/verify/recovery-code': {
    demands: 'person',
    body: { recoveryCode: 'abcde-fghij' },
    invalid: { body: { recoveryCode: 'short' }, at: ['recoveryCode'] },
  },
  'POST /api/v1/auth/token': { demands: 'nothing', status: 401 },
  'POST /api/v1/auth/logout': { demands: 'person' },
  'POST /api/v1/auth/lock': { demands: 'person' },
  // A request of no page is refused.
  'POST /api/v1/auth/console/login': {
    demands: 'nothing',
    body: { clientId: 'nobody', clientSecret: 'nothing' },
    status: 403,
    invalid: { body: { clientId: 7 }, at: ['clientId'] },
  },
  'POST /api/v1/auth/console/code': {
    demands: 'nothing',
    body: { code: '7K2M-XQ4D-9FTB' },
    status: 403,
    invalid: { body: { code: '' }, at: ['code'] },
  },
  'POST /api/v1/auth/checkAuth': { demands: 'person' },
  'GET /api/v2/users/me': { demands: 'person' },
  'DELETE /api/v2/users/me': { demands: 'person' },
  'PUT /api/v2/users/me/auth-methods': {
    demands: 'person',
    body: { authMethods: ['email'] },
    invalid: { body: { authMethods: [7] }, at: ['authMethods', 0] },
  },
  'PATCH /api/v2/users/me/name': {
    demands: 'person',
    body: { firstName: 'Ann' },
    invalid: { body: { firstName: 7 }, at: ['firstName'] },
  },
  'PATCH /api/v2/users/me/mfa': {
    demands: 'person',
    body: { isMfaEnabled: false },
    invalid: { body: { isMfaEnabled: 'no' }, at: ['isMfaEnabled'] },
  },
  'POST /api/v2/users/me/password': {
    demands: 'person',
    body: { currentPassword: LOGIN.password, newPassword: 'another long password' },
    invalid: { body: { newPassword: 7 }, at: ['newPassword'] },
  },
  'POST /api/v2/users/me/email-change/otp': {
    demands: 'person',
    body: { newEmail: 'nobody@example.org' },
    invalid: { body: { newEmail: 'nobody' }, at: ['newEmail'] },
  },
  'PATCH /api/v2/users/me/email': {
    demands: 'person',
    body: { newEmail: 'nobody@example.org', otp: '123456' },
    invalid: { body: { otp: '1' }, at: ['otp'] },
  },
  'GET /api/v2/users/me/organizations': { demands: 'person' },
  'GET /api/v2/users/me/sessions': { demands: 'person' },
  'DELETE /api/v2/users/me/sessions': { demands: 'person' },
  'DELETE /api/v2/users/me/sessions/:sessionId': { demands: 'person', path: { sessionId: 'any' } },
  'POST /api/v1/user/me/totp/register': { demands: 'person' },
  'POST /api/v1/user/me/totp/verify': {
    demands: 'person',
    body: { totp: '123456' },
    invalid: { body: { totp: '1' }, at: ['totp'] },
  },
  'GET /api/v1/user/me/totp': { demands: 'person' },
  'DELETE /api/v1/user/me/totp': { demands: 'person' },
  'POST /api/v1/account-recovery/send-email': {
    demands: 'nothing',
    body: { email: LOGIN.email },
    // No mail in these tests.
    status: 400,
    invalid: { body: { email: 'nobody' }, at: ['email'] },
  },
  'POST /api/v1/account-recovery/verify-email': {
    demands: 'nothing',
    body: { email: LOGIN.email, code: 'a code of nobody' },
    status: 400,
    invalid: { body: { code: 7 }, at: ['code'] },
  },
  'POST /api/v1/account-recovery/reset': {
    demands: 'nothing',
    body: { password: LOGIN.password },
    status: 401,
    invalid: { body: { password: 7 }, at: ['password'] },
  },
  'POST /api/v1/invite-org/signup': {
    demands: may('create', 'member'),
    body: {
      inviteeEmails: [() => `${fresh('person')()}@example.org`],
      organizationId: the('organization'),
      organizationRoleSlug: the('orgRoleSlug'),
    },
    invalid: { body: { inviteeEmails: ['nobody'] }, at: ['inviteeEmails', 0] },
    renews: ['orgRole'],
  },
  'POST /api/v1/invite-org/signup-resend': {
    demands: may('create', 'member'),
    body: { membershipId: the('invitedMembership') },
    invalid: { body: { membershipId: 7 }, at: ['membershipId'] },
    renews: ['invited'],
  },
  'POST /api/v1/invite-org/verify': {
    demands: 'nothing',
    body: { email: LOGIN.email, organizationId: 'any', code: 'a code of nobody' },
    status: 400,
    invalid: { body: { code: 7 }, at: ['code'] },
  },
  'POST /api/v3/signup/complete-account': {
    demands: 'nothing',
    body: { email: LOGIN.email, firstName: 'Ann', password: LOGIN.password },
    status: 401,
    invalid: { body: { password: 7 }, at: ['password'] },
  },
  'POST /api/v1/auth/reauthenticate': {
    demands: 'person',
    body: { totp: '123456' },
    invalid: { body: { totp: 123456 }, at: ['totp'] },
  },
};
