import { texts } from './operation-text.js';

const LIST =
  'All secrets of one folder, unpaginated, in the order of their keys; with `recursive` those of all folders below as well. ' +
  'Shows what the caller may describe; a value it may not read is masked. Supports `If-None-Match`.';
const GET =
  'The secret of that name in a folder, at its present version, at an earlier `version`, or as of a moment. 403 where it may be ' +
  'described but its value may not be read; ask with `viewSecretValue=false` then.';
const GET_BY_ID = 'The secret wherever it is now. An id that the caller may not see is 404.';
const CREATE =
  'Needs `create` on `secrets` for that environment, path, name and tags. 409 where the name is taken.';
const UPDATE =
  'Changes what is named and leaves the rest. Needs `edit` on `secrets`; a rename needs it for both names. ' +
  'With `expectedVersion` a change that was overtaken is 409.';
const REMOVE =
  'Needs `delete` on `secrets`. The answer shows the deleted secret and names the secrets whose references break.';
const BATCH_CREATE =
  '1 to 1,000 secrets of one folder in one transaction. 409 names every key that is taken.';
const BATCH_UPDATE =
  '1 to 1,000 changes in one transaction; `mode` says what becomes of a key that does not exist.';
const BATCH_REMOVE =
  '1 to 1,000 deletions in one transaction. 404 names every key that does not exist.';
const TREE =
  'What the value refers to, and what that refers to, as far as the caller may describe it. Values are not shown.';
const MOVE =
  'Needs `delete` at the source and `create` at the destination. The secrets keep their ids and history.';

const NAMES =
  'Versions, times and flags as compact numbers, in pages of up to 10,000 names. Needs `describeSecret` on `secrets`, and shows ' +
  'what the caller may describe. Supports `If-None-Match`.';

/** Secrets, their versions, references, moves and imports. */
export const SECRET_OPERATIONS = texts({
  'FolderChangesController.list': [
    'listFolderChanges',
    'Counts in equal parts of the time, then the moments themselves, with the event after which everything was as each left it. From the states that are kept: secrets that the caller may describe now and could then, in the folders that there are today, without imports.',
  ],
  'SecretNamesController.list': ['listSecretNames', NAMES],
  'SecretComparisonController.compare': [
    'compareSecrets',
    'Letters in place of values, for the secrets of a folder that the caller may read. Recorded as `secret.compare`.',
  ],
  'SecretsV3Controller.list': ['listSecrets', LIST],
  'SecretsV4Controller.list': ['listSecrets', LIST],
  'SecretsV3Controller.get': ['getSecret', GET],
  'SecretsV4Controller.get': ['getSecret', GET],
  'SecretsV3Controller.getById': ['getSecretById', GET_BY_ID],
  'SecretsV4Controller.getById': ['getSecretById', GET_BY_ID],
  'SecretsV3Controller.create': ['createSecret', CREATE],
  'SecretsV4Controller.create': ['createSecret', CREATE],
  'SecretsV3Controller.update': ['updateSecret', UPDATE],
  'SecretsV4Controller.update': ['updateSecret', UPDATE],
  'SecretsV3Controller.remove': ['deleteSecret', REMOVE],
  'SecretsV4Controller.remove': ['deleteSecret', REMOVE],
  'SecretBatchesV3Controller.create': ['createSecrets', BATCH_CREATE],
  'SecretBatchesV4Controller.create': ['createSecrets', BATCH_CREATE],
  'SecretBatchesV3Controller.update': ['updateSecrets', BATCH_UPDATE],
  'SecretBatchesV4Controller.update': ['updateSecrets', BATCH_UPDATE],
  'SecretBatchesV3Controller.remove': ['deleteSecrets', BATCH_REMOVE],
  'SecretBatchesV4Controller.remove': ['deleteSecrets', BATCH_REMOVE],
  'FolderRollbackController.rollBack': [
    'rollBackFolder',
    'Makes the secrets of a folder what they were at a moment, in one transaction. Send `dryRun: true` first to see what would change.',
  ],
  'SecretVersionsController.list': [
    'listSecretVersions',
    'The present state and those before it, the newest first. Each is subject to the rights on where and what the secret was then.',
  ],
  'SecretVersionsController.rollBack': [
    'rollBackSecret',
    'Writes a past state as a new version under the present name and place. Nothing of the history is lost.',
  ],
  'SecretReferencesController.list': [
    'listSecretReferrers',
    'Which secrets of the project name this one in their values: what a rename or deletion would break.',
  ],
  'SecretReferencesController.treeV4': ['getSecretReferenceTree', TREE],
  'SecretReferencesController.treeV3': ['getSecretReferenceTree', TREE],
  'SecretMovesController.moveV4': ['moveSecrets', MOVE],
  'SecretMovesController.moveV3': ['moveSecrets', MOVE],
  'SecretImportsController.create': [
    'createSecretImport',
    'Needs `create` on `secret-imports`, and the right to read what is imported. A cycle of imports is 400.',
  ],
  'SecretImportsController.list': [
    'listSecretImports',
    'In the order in which they prevail: the last one wins over those before it. Needs `read` on `secret-imports`.',
  ],
  'SecretImportsController.listSecrets': [
    'listImportedSecrets',
    'What each import of the folder brings in, as far as the caller may describe it at its source.',
  ],
  'SecretImportsController.get': [
    'getSecretImport',
    'An import by its id, with the folder that it belongs to.',
  ],
  'SecretImportsController.update': [
    'updateSecretImport',
    'Needs `edit` on `secret-imports`. The other imports of the folder move to make room for a new position.',
  ],
  'SecretImportsController.remove': [
    'deleteSecretImport',
    'Needs `delete` on `secret-imports`. The secrets stay where they are; they are only no longer imported.',
  ],
});
