import { texts } from './operation-text.js';

const LIST_PROJECTS =
  'The projects of which the calling identity is a member, with their environments.';
const GET_PROJECT = 'Needs a membership in the project. The environments come in their order.';
const CREATE_PROJECT =
  'Needs `create` on `project` (or `workspace`) in the organization. The environments `dev`, `staging` and `prod` come with it.';
const UPDATE_PROJECT = 'Needs `edit` on `settings` in the project. What is left out stays.';
const DELETE_PROJECT =
  'Needs `delete` on `workspace` in the project. Secrets, folders, roles and memberships go with it, for good. 409 while it is protected.';
const BY_SLUG =
  'By the slug, for those who do not know the id. The project is the answer itself, without a wrapper.';
const CREATE_TAG = 'Needs `create` on `tags`. 409 where the slug is taken.';
const LIST_TAGS = 'Needs `read` on `tags`.';
const GET_TAG = 'Needs `read` on `tags`.';
const UPDATE_TAG =
  'Needs `edit` on `tags`. A new slug changes what rules with `secretTags` match, so it is a grant: see Permissions.';
const DELETE_TAG =
  'Needs `delete` on `tags`. Secrets lose the tag; rules that name it match nothing.';

/** Projects and what structures them: environments, folders, tags. */
export const PROJECT_OPERATIONS = texts({
  'ProjectsController.create': ['createProject', CREATE_PROJECT],
  'WorkspacesV2Controller.create': ['createProject', CREATE_PROJECT],
  'ProjectsController.list': ['listProjects', LIST_PROJECTS],
  'WorkspacesController.list': ['listProjects', LIST_PROJECTS],
  'ProjectsController.getBySlug': ['getProjectBySlug', BY_SLUG],
  'WorkspacesController.getBySlug': ['getProjectBySlug', BY_SLUG],
  'WorkspacesV2Controller.get': ['getProjectBySlug', BY_SLUG],
  'ProjectsController.get': ['getProject', GET_PROJECT],
  'WorkspacesController.get': ['getProject', GET_PROJECT],
  'ProjectsController.update': ['updateProject', UPDATE_PROJECT],
  'WorkspacesV2Controller.update': ['updateProject', UPDATE_PROJECT],
  'ProjectsController.remove': ['deleteProject', DELETE_PROJECT],
  'WorkspacesV2Controller.remove': ['deleteProject', DELETE_PROJECT],
  'WorkspacesController.keepAuditLogs': [
    'setAuditLogRetention',
    'Needs `edit` on `settings`. The number is kept and shown with the project.',
  ],
  'EnvironmentsController.create': [
    'createEnvironment',
    'Needs `create` on `environments`. Comes after the others. 409 where the slug is taken.',
  ],
  'EnvironmentsController.getAnywhere': [
    'getEnvironmentById',
    'For those who know the id of the environment and not its project.',
  ],
  'EnvironmentsController.getBySlug': [
    'getEnvironmentBySlug',
    'The environment is the answer itself, without a wrapper.',
  ],
  'EnvironmentsController.get': ['getEnvironment', 'Needs `read` on `environments`.'],
  'EnvironmentsController.update': [
    'updateEnvironment',
    'Needs `edit` on `environments`. A new slug changes what rules match, and breaks references that name the old one: the answer lists them.',
  ],
  'EnvironmentsController.delete': [
    'deleteEnvironment',
    'Needs `delete` on `environments`. Its folders and secrets go with it; the answer lists references that break.',
  ],
  'FoldersController.create': [
    'createFolder',
    'Needs `create` on `secret-folders` at the path. Folders above it are made where they are missing. One that exists is answered as it is.',
  ],
  'FoldersController.list': [
    'listFolders',
    'One level, or with `recursive` everything below. Shows what the caller may read.',
  ],
  'FoldersController.get': ['getFolder', 'By the id of the folder, wherever it is.'],
  'FoldersController.getAt': [
    'getFolderByPath',
    'The path follows the environment, its segments split by slashes.',
  ],
  'FoldersController.updateMany': [
    'updateFolders',
    '1 to 1,000 folders in one transaction. The answer lists references that break by new names.',
  ],
  'FoldersController.update': [
    'updateFolder',
    'By its id, or by its name in `path`. A new name is a new path for all that is below, so it is checked like a move.',
  ],
  'FolderDeletionsController.delete': [
    'deleteFolder',
    'Everything below goes with it. The answer lists references that break.',
  ],
  'FolderDeletionsController.deleteV2': [
    'deleteFolder',
    'A folder that holds secrets or folders is 400 unless `forceDelete` is true. The answer lists references that break.',
  ],
  'TagsController.create': ['createTag', CREATE_TAG],
  'WorkspaceTagsController.create': ['createTag', CREATE_TAG],
  'TagsController.list': ['listTags', LIST_TAGS],
  'WorkspaceTagsController.list': ['listTags', LIST_TAGS],
  'TagsController.getBySlug': ['getTagBySlug', GET_TAG],
  'WorkspaceTagsController.getBySlug': ['getTagBySlug', GET_TAG],
  'TagsController.get': ['getTag', GET_TAG],
  'WorkspaceTagsController.get': ['getTag', GET_TAG],
  'TagsController.update': ['updateTag', UPDATE_TAG],
  'WorkspaceTagsController.update': ['updateTag', UPDATE_TAG],
  'TagsController.delete': ['deleteTag', DELETE_TAG],
  'WorkspaceTagsController.delete': ['deleteTag', DELETE_TAG],
});
