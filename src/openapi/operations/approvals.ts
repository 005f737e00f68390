import { type OperationTexts, texts } from './operation-text.js';

export const APPROVAL_OPERATIONS: OperationTexts = texts({
  'PoliciesController.create': [
    'createApprovalPolicy',
    'Needs `create` on `secret-approval`, and `edit` too where another policy could govern a folder of this one. A project has at most 100 policies.',
  ],
  'PoliciesController.list': [
    'listApprovalPolicies',
    'Needs `read` on `secret-approval`. In the order in which they were made.',
  ],
  'PoliciesController.board': [
    'findGoverningApprovalPolicy',
    'Needs `read` on `secret-approval`. Without `policy`: changes there need no consent.',
  ],
  'PoliciesController.get': ['getApprovalPolicy', 'Needs `read` on `secret-approval`.'],
  'PoliciesController.update': [
    'updateApprovalPolicy',
    'Needs `edit` on `secret-approval`, and `create` too where another policy could govern a folder of this one. What it does not govern any more is closed.',
  ],
  'PoliciesController.remove': [
    'deleteApprovalPolicy',
    'Needs `delete` on `secret-approval`. Its requests are closed for good, and what they proposed is destroyed.',
  ],
  'RequestsController.list': [
    'listApprovalRequests',
    'Who may `read` `secret-approval-request` sees all of the project; others see their own, and those that they may vote on or bypass.',
  ],
  'RequestsController.count': ['countApprovalRequests', 'Counts what the list would show.'],
  'RequestsController.get': [
    'getApprovalRequest',
    'For those whom the list shows it to; others get 404. While it is open, proposed values are shown to who proposed them, to approvers, and to whoever may ' +
      'read all of them in their places; afterwards to nobody. Values of today are shown by the right to read them. With `viewSecretValue=false` no value is shown, and nothing is recorded: ' +
      '`secretValueReadable` tells which would be.',
  ],
  'RequestsController.review': [
    'reviewApprovalRequest',
    'For people whom the policy names today, by themselves or by a group.',
  ],
  'RequestsController.setStatus': [
    'setApprovalRequestStatus',
    'For who proposed it, approvers, and administrators of the project. What a person closed can be opened again until it expires.',
  ],
  'RequestsController.merge': [
    'mergeApprovalRequest',
    'For who proposed it, approvers, and administrators of the project; with `bypassReason` for bypassers of a soft policy, who need the right to write it. It is ' +
      'written in the name of who proposed it, if that one may write it still. If anything that it was made from has changed: 409 with all conflicts.',
  ],
  'AccessPoliciesController.create': [
    'createAccessPolicy',
    'Needs `create` on `secret-approval`, and `edit` too where another policy could govern a folder of this one. It gives those of the actions on secrets (`givenActions`) that its maker ' +
      'holds in all of its places and for good; who holds none gets 403.',
  ],
  'AccessPoliciesController.list': ['listAccessPolicies', 'Needs `read` on `secret-approval`.'],
  'AccessPoliciesController.count': ['countAccessPolicies', 'Needs `read` on `secret-approval`.'],
  'AccessPoliciesController.get': ['getAccessPolicy', 'Needs `read` on `secret-approval`.'],
  'AccessPoliciesController.update': [
    'updateAccessPolicy',
    'Needs `edit` on `secret-approval`, and `create` too where another policy could govern a folder of this one. Whoever changes more than the name is its maker from then on.',
  ],
  'AccessPoliciesController.remove': [
    'deleteAccessPolicy',
    'Needs `delete` on `secret-approval`. What waits is not given any more; what was given stays until its time is over.',
  ],
  'AccessRequestsController.ask': [
    'requestAccess',
    'For people in the project, by a group too; no right is needed. The same request, while it waits, is the request of before.',
  ],
  'AccessRequestsController.list': [
    'listAccessRequests',
    'Who may `read` `secret-approval-request` sees all of the project; others see their own, and those that they may vote on or bypass.',
  ],
  'AccessRequestsController.count': ['countAccessRequests', 'Counts what the list would show.'],
  'AccessRequestsController.get': [
    'getAccessRequest',
    'For those whom the list shows it to; others get 404.',
  ],
  'AccessRequestsController.amend': [
    'updateAccessRequest',
    'For who asked. What is asked for stays; for other access ask anew.',
  ],
  'AccessRequestsController.review': [
    'reviewAccessRequest',
    'For people whom the policy names today. The approval that was missing makes an additional privilege in the same transaction, and its time begins there. With `bypassReason` for bypassers of a ' +
      'soft policy, who must hold what they give.',
  ],
  'AccessRequestsController.revoke': [
    'revokeAccessRequest',
    'For who asked, approvers, and administrators of the project.',
  ],
});
