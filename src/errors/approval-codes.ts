import type { CodeTable } from './code-table.js';

/** Codes of refusals about changes that wait for consent. */
export const APPROVAL_CODES = {
  'approval-needed': [
    'PermissionDenied',
    'A policy asks for the consent of people before secrets change there, and this way to change them cannot wait for it. `details` names the policy where you may see it.',
    'Change the secrets themselves: that becomes a request that people review.',
  ],
  'several-policies': [
    'BadRequest',
    'The change concerns folders of two policies, whose people decide apart from one another.',
    'Send one change for the folders of each policy.',
  ],
  'invalid-approvers': [
    'BadRequest',
    'Approvers and bypassers are people and groups who can see the project, and there must be as many people as approvals.',
    'Add them to the project first, or name others. The message names them.',
  ],
  'no-policy': [
    'BadRequest',
    'No policy lets people ask for access to the whole of the place. What is not under one is granted by who may.',
    'Ask for a folder that a policy is about, or ask an administrator of the project.',
  ],
  'beyond-policy': [
    'BadRequest',
    'A request for access is for secrets in one environment and one path, within the folders, the actions and the time that the policy gives.',
    'Ask for what the message names.',
  ],
  'request-closed': [
    'BadRequest',
    'The request is merged, closed or expired, or its policy does not govern the folder any more.',
    'Propose the change again.',
  ],
  'request-changed': [
    'Conflict',
    'Whoever asked changed the request after the moment that the vote names in `updatedAt`.',
    'Read the request again, and vote on what it asks for now.',
  ],
  'own-request': [
    'BadRequest',
    'The policy does not count the vote of whoever proposed the change.',
    'Let somebody else review it.',
  ],
  'approvals-missing': [
    'PermissionDenied',
    'Too few people have approved the request: `details` has how many and how many are needed. Votes of people who have left the policy, a group, the project or the organization do not count.',
    'Let more approvers review it. Where the policy is soft, a bypasser can merge with `bypassReason`.',
  ],
  'not-an-approver': [
    'PermissionDenied',
    'Only people whom the policy names today, themselves or by a group, may do this.',
    'Ask one of them; the request lists them.',
  ],
  'bypass-refused': [
    'PermissionDenied',
    'Merging without votes is for the bypassers of a soft policy. A soft policy without any has nobody.',
    'Let approvers review the request.',
  ],
  'committer-cannot-write': [
    'PermissionDenied',
    'Whoever proposed the change may not make it today: the rights were narrowed, or they are gone or deactivated.',
    'Let somebody else propose it again.',
  ],
  'merge-conflict': [
    'Conflict',
    'Secrets, names, tags or folders of the request have changed since it was proposed. `details.conflicts` names all of them; nothing was written.',
    'Close the request and propose the change again.',
  ],
} as const satisfies CodeTable;
