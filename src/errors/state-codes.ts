import type { CodeTable } from './code-table.js';

/** Codes of refusals that depend on what is stored: what is there, who may do what, and what stands in the way. */
export const STATE_CODES = {
  'not-found': [
    'NotFound',
    'There is no such thing, or it belongs to another organization. The two are not told apart.',
    'Check the id or slug, and that your token belongs to the right organization.',
  ],
  'environment-not-found': [
    'NotFound',
    'The project has no such environment.',
    'Use the slug of an environment, not its name. The message names those that you may see.',
  ],
  'folder-not-found': [
    'NotFound',
    'The environment has no such folder.',
    'Check the path; it starts with `/`. Create folders with `POST /api/v2/folders`.',
  ],
  'secret-not-found': [
    'NotFound',
    'The folder has no such secret, or none that you may know of.',
    'Check key, environment and path. Secrets of imported folders are found by lists, not by their key.',
  ],
  'version-not-found': [
    'NotFound',
    'The secret has no such version, or it is no longer kept.',
    'List the versions of the secret.',
  ],
  'tag-not-found': [
    'NotFound',
    'The project has no such tag.',
    'List the tags of the project, or create the tag.',
  ],
  'role-not-found': [
    'NotFound',
    'There is no such role where the request looks for it: in the project, or in the organization.',
    'Use the slug of the role, not its name. Roles of an organization are not roles of its projects.',
  ],
  'membership-not-found': [
    'NotFound',
    'The identity is not a member of the project.',
    'Add it with `POST /api/v1/projects/{projectId}/identity-memberships/{identityId}`.',
  ],
  'identity-not-found': [
    'NotFound',
    'Your organization has no such identity.',
    'Paths take the id of an identity, which `GET /api/v1/identities` lists with its name.',
  ],
  'import-not-found': [
    'NotFound',
    'The project has no such import.',
    'List the imports of the folder: `GET /api/v1/secret-imports`.',
  ],
  'privilege-not-found': [
    'NotFound',
    'The identity has no such privilege in the project.',
    'List the privileges of the identity in the project.',
  ],
  'auth-method-not-found': [
    'NotFound',
    'The identity has no such way to log in, or no such credential for it.',
    'Attach the method first (`POST /api/v1/auth/universal-auth/identities/{identityId}`), or list what there is.',
  ],
  'permission-denied': [
    'PermissionDenied',
    'Your roles and privileges do not allow the action here. The message names action, subject, environment and path; `details` has the rule that decides.',
    'Ask `POST /api/v1/projects/{projectId}/permissions/explain` which rules were looked at and what they lack.',
  ],
  'not-a-member': [
    'PermissionDenied',
    'The project belongs to your organization, but your identity is not a member of it.',
    'Let an administrator of the project add the identity, or an administrator of the organization take access (`POST /api/v1/organization-admin/projects/{projectId}/grant-admin-access`).',
  ],
  'beyond-own-permissions': [
    'PermissionDenied',
    'The change would give or take rights that you do not hold yourself, or not for as long. `details.missingPermissions` lists them.',
    'Grant less, or let somebody do it who holds these rights.',
  ],
  'too-much-to-weigh': [
    'PermissionDenied',
    'What the change gives or takes could not be weighed against your own rights, because the rules are too many or too complex.',
    'Change less at once, or let an administrator do it.',
  ],
  'instance-admin-only': [
    'ForbiddenError',
    'Only the administrator of the instance may do this.',
    'Use the identity that the setup of the instance made.',
  ],
  'already-exists': [
    'Conflict',
    'Something with the same name, key or slug is there already. The message names it.',
    'Use another name, or change the one that is there.',
  ],
  'already-at-destination': [
    'BadRequest',
    'The folder to which secrets should go has secrets with the same keys.',
    'Send `shouldOverwrite` to replace them, or rename some.',
  ],
  'auth-method-exists': [
    'BadRequest',
    'The identity has this way to log in already.',
    'Change it with PATCH, or use it as it is.',
  ],
  'unsafe-trust': [
    'BadRequest',
    'A setting of a workload login would accept tokens that were made for others, such as any token of a shared issuer.',
    'Set what the message names. The page of the platform shows what to bind.',
  ],
  'already-set-up': [
    'BadRequest',
    'The instance has its first organization already.',
    'Log in with its administrator. The operator makes a new credential with `strongroom admin:recover`.',
  ],
  'nothing-to-change': [
    'BadRequest',
    'What should be changed is so already.',
    'Nothing need be done.',
  ],
  'deletion-protected': [
    'BadRequest',
    'It is protected against deletion.',
    'Switch `hasDeleteProtection` off first.',
  ],
  'role-in-use': [
    'BadRequest',
    'Identities, people or groups still hold the role.',
    'Give them another role first.',
  ],
  'invalid-rule': [
    'BadRequest',
    'The rules are well formed, but cannot be kept as they are.',
    'The message names the rule by its index, and what it must not say.',
  ],
  'rules-too-heavy': [
    'BadRequest',
    'An identity would hold more rules, or longer patterns, than one may.',
    'Grant fewer rules, or wider ones with fewer conditions.',
  ],
  'last-administrator': [
    'Conflict',
    'An organization, a project or the instance would be left without anybody who administers it for good.',
    'Make another identity an administrator first, or delete the project itself. The message has the details.',
  ],
  'weaker-credentials': [
    'Conflict',
    'The change would give rights to an identity for which somebody with fewer rights made credentials.',
    'Revoke those credentials, or send the header `X-Revoke-Weaker-Credentials: true`.',
  ],
  'credentials-out-of-reach': [
    'PermissionDenied',
    'The change would give rights to an identity for which somebody with fewer rights made credentials, and you may not revoke them.',
    'Ask an administrator of the organization.',
  ],
  'credential-chain-too-long': [
    'BadRequest',
    'The credential goes back to too many identities, each of which made the next.',
    'Make it with a credential that an administrator made.',
  ],
  'limit-reached': [
    'BadRequest',
    'There are as many as there may be, such as environments of a project or client secrets of an identity.',
    'Delete one that is not needed any more.',
  ],
  'storage-full': [
    'BadRequest',
    'The organization stores as much as it may.',
    'Delete projects, or ask the operator for more.',
  ],
  'too-much-at-once': [
    'BadRequest',
    'The request concerns more than one request may: the bytes of all values, the steps of all references, or the members of a project.',
    'Ask for less at once, as the message says.',
  ],
  'root-folder': [
    'BadRequest',
    'The root folder of an environment cannot be renamed or deleted.',
    'Name a folder below it, or delete the environment.',
  ],
  'folder-not-empty': [
    'BadRequest',
    'The folder holds secrets or folders.',
    'Send `forceDelete` to delete it with what is in it.',
  ],
  'path-too-long': [
    'BadRequest',
    'The path of a folder would be longer than paths may be.',
    'Use shorter names or fewer levels.',
  ],
  'import-circle': [
    'BadRequest',
    'The folders would import each other in a circle. The message describes it.',
    'Remove one of the imports of the circle first.',
  ],
  'not-in-folder': [
    'BadRequest',
    'Some of the secrets are not in the folder that the request names. `details` lists them.',
    'Check the ids and the source folder.',
  ],
  'no-personal-secrets': [
    'BadRequest',
    'Personal secrets belong to people, and the caller is a machine identity or a service token.',
    'Use `type` shared, which is the default of the API: `--type=shared` with the CLI.',
  ],
  'no-shared-secret': [
    'BadRequest',
    'A personal secret stands for a shared one of its name, and there is none that the caller may know of.',
    'Create the shared secret first, or correct the name.',
  ],
  'not-for-personal-secrets': [
    'BadRequest',
    'A personal secret takes its name, its folder and its tags from the shared one, and has no past states.',
    'Ask for it with `type` shared, or leave out what the message names.',
  ],
  'upper-case-only': [
    'BadRequest',
    'The project allows secret keys in upper case only.',
    'Write the keys in upper case, or switch `autoCapitalization` of the project off.',
  ],
  'unresolved-references': [
    'BadRequest',
    'Values refer to secrets that do not exist or that you may not read. `details.references` lists them.',
    'Correct the references, or ask for the values without expansion.',
  ],
  'invalid-point-in-time': [
    'BadRequest',
    '`asOf` is in the future, or is not the id of an event of this project.',
    'Send a time such as `2026-11-21T12:00:00Z`, or the id of an event of the project.',
  ],
  'history-not-kept': [
    'BadRequest',
    'The history does not go back that far.',
    'Ask for a later time; the message says from when on the history is complete.',
  ],
  'version-changed': [
    'Conflict',
    'Secrets are at another version than the request expects. `details` has their versions.',
    'Read them again, and decide anew.',
  ],
  'plan-changed': [
    'Conflict',
    'What the rollback would do is no longer what its plan said.',
    'Make the plan again and send its new digest.',
  ],
  'concurrent-change': [
    'Conflict',
    'Others changed the same at the same moment. Nothing of this request was done.',
    'Repeat the request.',
  ],
} as const satisfies CodeTable;
