// Made from the API document by `npm run console:types`; never edited. Shape: AUpIGNRxAZvtXFJUR9HDm2
export interface paths {
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/login1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInOlder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/login2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInOlderProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/select-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["selectOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOwnOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/mfa/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendMfaCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/mfa/check/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["checkAuthenticatorApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyMfaCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/mfa/verify/recovery-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lockSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/checkAuth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkAuthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["proveFreshly"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/console/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInToConsole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/console/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInToConsoleByCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConsoleSessions"];
        put?: never;
        post?: never;
        delete: operations["endConsoleSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endConsoleSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["renameOwnAccount"];
        trace?: never;
    };
    "/api/v2/users/me/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["switchOwnMfa"];
        trace?: never;
    };
    "/api/v2/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/email-change/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendEmailChangeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeOwnEmail"];
        trace?: never;
    };
    "/api/v2/users/me/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationsOfOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete: operations["endOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/auth-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["keepOwnSignInMethods"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/me/totp/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["registerAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/me/totp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthenticatorApp"];
        put?: never;
        post?: never;
        delete: operations["removeAuthenticatorApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account-recovery/send-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendRecoveryLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account-recovery/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["openRecoveryLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account-recovery/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["invitePeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/signup-resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["inviteAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["openInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/signup/complete-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["completeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectMembers"];
        put?: never;
        post: operations["addProjectMembers"];
        delete: operations["removeProjectMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectMembersViaWorkspaceV1"];
        put?: never;
        post: operations["addProjectMembersViaWorkspaceV1"];
        delete: operations["removeProjectMembersViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectMembersViaWorkspaceV2"];
        put?: never;
        post: operations["addProjectMembersViaWorkspaceV2"];
        delete: operations["removeProjectMembersViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/audit-logs/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuditChainStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIdentityExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationRoles"];
        put?: never;
        post: operations["createOrganizationRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/roles/slug/{roleSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizationRoleBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizationRole"];
        put?: never;
        post?: never;
        delete: operations["deleteOrganizationRole"];
        options?: never;
        head?: never;
        patch: operations["updateOrganizationRole"];
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjects"];
        put?: never;
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectsViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectBySlugViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{slug}/audit-logs-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setAuditLogRetentionViaWorkspaceV1"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createProjectViaWorkspaceV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectBySlugViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateProjectViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createEnvironmentViaWorkspaceV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createEnvironmentViaWorkspaceV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentByIdViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentByIdViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/environments/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentBySlugViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/environments/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentBySlugViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironment"];
        put?: never;
        post?: never;
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        patch: operations["updateEnvironment"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete: operations["deleteEnvironmentViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateEnvironmentViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/environments/{environmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnvironmentViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete: operations["deleteEnvironmentViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateEnvironmentViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFoldersV1"];
        put?: never;
        post: operations["createFolderV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFolders"];
        put?: never;
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders/{folderIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFolderV1"];
        put?: never;
        post?: never;
        delete: operations["deleteFolderV1"];
        options?: never;
        head?: never;
        patch: operations["updateFolderV1"];
        trace?: never;
    };
    "/api/v2/folders/{folderIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFolder"];
        put?: never;
        post?: never;
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/api/v1/folders/{projectId}/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRootFolderV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders/{projectId}/{environment}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFolderByPathV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/folders/{projectId}/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRootFolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/folders/{projectId}/{environment}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFolderByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateFoldersV1"];
        trace?: never;
    };
    "/api/v2/folders/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateFolders"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put?: never;
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTag"];
        put?: never;
        post?: never;
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch: operations["updateTag"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTagsViaWorkspaceV1"];
        put?: never;
        post: operations["createTagViaWorkspaceV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagBySlugViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete: operations["deleteTagViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateTagViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/service-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOwnServiceToken"];
        put?: never;
        post: operations["createServiceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/service-token-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listServiceTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/service-token/{serviceTokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteServiceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAllCertificateAuthorities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificateAuthorities"];
        put?: never;
        post: operations["createCertificateAuthority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateAuthority"];
        put?: never;
        post?: never;
        delete: operations["deleteCertificateAuthority"];
        options?: never;
        head?: never;
        patch: operations["updateCertificateAuthority"];
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthorityCertificate"];
        put?: never;
        post: operations["makeAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/certificate/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOneAuthorityCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/ca-certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuthorityCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/csr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthoritySigningRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/sign-intermediate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signIntermediateAuthority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/import-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["installAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeAuthority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/crls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRevocationLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{authorityId}/certificates/{certificateId}/der": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthorityCertificateDer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/crl/{crlId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/crl/{crlId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOlderRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/crl/{crlId}/der": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevocationListDer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificatePolicies"];
        put?: never;
        post: operations["createCertificatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificatePolicy"];
        put?: never;
        post?: never;
        delete: operations["deleteCertificatePolicy"];
        options?: never;
        head?: never;
        patch: operations["updateCertificatePolicy"];
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificateProfiles"];
        put?: never;
        post: operations["createCertificateProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateProfileBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateProfile"];
        put?: never;
        post?: never;
        delete: operations["deleteCertificateProfile"];
        options?: never;
        head?: never;
        patch: operations["updateCertificateProfile"];
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/acme/eab-secret/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["revealAcmeBinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/acme/eab-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateAcmeBinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/acme/eab-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAcmeBindingKeys"];
        put?: never;
        post: operations["createAcmeBindingKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/acme/eab-keys/{bindingKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAcmeBindingKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/import-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/certificate-requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/revoke-by-thumbprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeCertificateByThumbprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete: operations["deleteCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}/private-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificatePrivateKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{certificateId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/certificates/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchCertificates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProfileCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificate-profiles/{profileId}/certificates/latest-active-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLatestProfileBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ocsp/{caId}/{ocspRequest}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["askOcspByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ocsp/{caId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askOcsp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificateApplications"];
        put?: never;
        post: operations["createCertificateApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateApplicationByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificateApplication"];
        put?: never;
        post?: never;
        delete: operations["deleteCertificateApplication"];
        options?: never;
        head?: never;
        patch: operations["updateCertificateApplication"];
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAttachedCertificateProfiles"];
        put?: never;
        post: operations["attachCertificateProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["detachCertificateProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApplicationEnrollment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setApplicationApiEnrollment"];
        post?: never;
        delete: operations["deleteApplicationApiEnrollment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setApplicationAcmeEnrollment"];
        post?: never;
        delete: operations["deleteApplicationAcmeEnrollment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revealApplicationAcmeBinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApplicationAcmeBinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApplicationAcmeBindingKeys"];
        put?: never;
        post: operations["createApplicationAcmeBindingKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab-keys/{bindingKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteApplicationAcmeBindingKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/directory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAcmeDirectory"];
        put?: never;
        post: operations["askAcmeDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/new-nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAcmeNonce"];
        put?: never;
        post: operations["askAcmeNonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/new-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["registerAcmeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["updateAcmeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/key-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeAcmeAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/new-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["orderAcmeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/accounts/{accountId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listAcmeOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getAcmeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/orders/{orderId}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finalizeAcmeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/orders/{orderId}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getAcmeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/orders/{orderId}/certificate/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getAlternateAcmeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/authorizations/{authorizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getAcmeAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/authorizations/{authorizationId}/challenges/{challengeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["respondToAcmeChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/revoke-cert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeAcmeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/acme/profiles/{profileId}/renewal-info/{certId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAcmeRenewalInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bootstrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["bootstrapInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizations"];
        put?: never;
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/v1/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIdentities"];
        put?: never;
        post: operations["createIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOwnIdentityDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        delete: operations["deleteIdentity"];
        options?: never;
        head?: never;
        patch: operations["updateIdentity"];
        trace?: never;
    };
    "/api/v1/identities/{identityId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectsOfIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUniversalAuth"];
        put?: never;
        post: operations["attachUniversalAuth"];
        delete: operations["detachUniversalAuth"];
        options?: never;
        head?: never;
        patch: operations["updateUniversalAuth"];
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["clearUniversalAuthLockouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listClientSecrets"];
        put?: never;
        post: operations["createClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getClientSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithUniversalAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTokenAuth"];
        put?: never;
        post: operations["attachTokenAuth"];
        delete: operations["detachTokenAuth"];
        options?: never;
        head?: never;
        patch: operations["updateTokenAuth"];
        trace?: never;
    };
    "/api/v1/auth/token-auth/identities/{identityId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTokens"];
        put?: never;
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token-auth/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateToken"];
        trace?: never;
    };
    "/api/v1/auth/token-auth/tokens/{tokenId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithOidcAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainOidcAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOidcAuth"];
        put?: never;
        post: operations["attachOidcAuth"];
        delete: operations["detachOidcAuth"];
        options?: never;
        head?: never;
        patch: operations["updateOidcAuth"];
        trace?: never;
    };
    "/api/v1/auth/jwt-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithJwtAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/jwt-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainJwtAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/jwt-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJwtAuth"];
        put?: never;
        post: operations["attachJwtAuth"];
        delete: operations["detachJwtAuth"];
        options?: never;
        head?: never;
        patch: operations["updateJwtAuth"];
        trace?: never;
    };
    "/api/v1/auth/kubernetes-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithKubernetesAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/kubernetes-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainKubernetesAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/kubernetes-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKubernetesAuth"];
        put?: never;
        post: operations["attachKubernetesAuth"];
        delete: operations["detachKubernetesAuth"];
        options?: never;
        head?: never;
        patch: operations["updateKubernetesAuth"];
        trace?: never;
    };
    "/api/v1/auth/aws-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithAwsAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/aws-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainAwsAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/aws-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAwsAuth"];
        put?: never;
        post: operations["attachAwsAuth"];
        delete: operations["detachAwsAuth"];
        options?: never;
        head?: never;
        patch: operations["updateAwsAuth"];
        trace?: never;
    };
    "/api/v1/auth/azure-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithAzureAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/azure-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainAzureAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/azure-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAzureAuth"];
        put?: never;
        post: operations["attachAzureAuth"];
        delete: operations["detachAzureAuth"];
        options?: never;
        head?: never;
        patch: operations["updateAzureAuth"];
        trace?: never;
    };
    "/api/v1/auth/gcp-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginWithGcpAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/gcp-auth/login/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainGcpAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/gcp-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getGcpAuth"];
        put?: never;
        post: operations["attachGcpAuth"];
        delete: operations["detachGcpAuth"];
        options?: never;
        head?: never;
        patch: operations["updateGcpAuth"];
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/templates/github": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getGitHubTrustTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/templates/gitlab": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getGitLabTrustTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/templates/terraform-cloud": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getTerraformTrustTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/templates/kubernetes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getKubernetesTrustTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/workload-auths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkloadAuths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization-admin/projects/{projectId}/grant-admin-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["grantProjectAdminAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/identity-memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/identity-memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipByIdViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/identity-memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipByIdViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identity-memberships/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembership"];
        put?: never;
        post: operations["addIdentityMembership"];
        delete: operations["removeIdentityMembership"];
        options?: never;
        head?: never;
        patch: operations["updateIdentityMembership"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipByIdentity"];
        put?: never;
        post: operations["addIdentityMembershipByIdentity"];
        delete: operations["removeIdentityMembershipByIdentity"];
        options?: never;
        head?: never;
        patch: operations["updateIdentityMembershipByIdentity"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/identity-memberships/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipViaWorkspaceV1"];
        put?: never;
        post: operations["addIdentityMembershipViaWorkspaceV1"];
        delete: operations["removeIdentityMembershipViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateIdentityMembershipViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/identity-memberships/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIdentityMembershipViaWorkspaceV2"];
        put?: never;
        post: operations["addIdentityMembershipViaWorkspaceV2"];
        delete: operations["removeIdentityMembershipViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateIdentityMembershipViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIdentityMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIdentityMembershipsViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIdentityMembershipsViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMemberIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupsByMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupsViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupsViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectGroup"];
        put?: never;
        post: operations["addProjectGroup"];
        delete: operations["removeProjectGroup"];
        options?: never;
        head?: never;
        patch: operations["updateProjectGroupRoles"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectGroupByMembership"];
        put?: never;
        post: operations["addProjectGroupByMembership"];
        delete: operations["removeProjectGroupByMembership"];
        options?: never;
        head?: never;
        patch: operations["updateProjectGroupRolesByMembership"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectGroupViaWorkspaceV1"];
        put?: never;
        post: operations["addProjectGroupViaWorkspaceV1"];
        delete: operations["removeProjectGroupViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateProjectGroupRolesViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectGroupViaWorkspaceV2"];
        put?: never;
        post: operations["addProjectGroupViaWorkspaceV2"];
        delete: operations["removeProjectGroupViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateProjectGroupRolesViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/groups/{group}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/groups/{group}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupUsersByMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/groups/{group}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupUsersViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups/{group}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectGroupUsersViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/user/{userId}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMemberByUserId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/user/{userId}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMemberByUserIdViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/user/{userId}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMemberByUserIdViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getProjectMemberByUsername"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getProjectMemberByUsernameViaWorkspaceV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/memberships/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getProjectMemberByUsernameViaWorkspaceV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMember"];
        put?: never;
        post?: never;
        delete: operations["removeProjectMember"];
        options?: never;
        head?: never;
        patch: operations["updateProjectMemberRoles"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMemberViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete: operations["removeProjectMemberViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateProjectMemberRolesViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectMemberViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete: operations["removeProjectMemberViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateProjectMemberRolesViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v2/organizations/{orgId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete: operations["removeOrganizationMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/organizations/{orgId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizationMember"];
        put?: never;
        post?: never;
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        patch: operations["updateOrganizationMember"];
        trace?: never;
    };
    "/api/v2/organizations/{orgId}/memberships/{membershipId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeSecondFactorOfMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/organizations/{orgId}/memberships/{membershipId}/project-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectsOfOrganizationMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGroups"];
        put?: never;
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getGroup"];
        put?: never;
        post?: never;
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/api/v1/groups/{groupId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGroupProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGroupUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/machine-identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGroupMachineIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/users/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addUserToGroup"];
        delete: operations["removeUserFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{groupId}/machine-identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addMachineIdentityToGroup"];
        delete: operations["removeMachineIdentityFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/oidc/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOidcConfiguration"];
        put?: never;
        post: operations["createOidcConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateOidcConfiguration"];
        trace?: never;
    };
    "/api/v1/sso/oidc/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["beginOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/oidc/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["beginOidcSignOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["completeOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/oidc/callback/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["completeOidcSignInOfOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/oidc/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["linkOwnAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectRoles"];
        put?: never;
        post: operations["createProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectRolesViaWorkspaceV1"];
        put?: never;
        post: operations["createProjectRoleViaWorkspaceV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProjectRolesViaWorkspaceV2"];
        put?: never;
        post: operations["createProjectRoleViaWorkspaceV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles/slug/{roleSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/roles/slug/{roleSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleBySlugViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles/slug/{roleSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleBySlugViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRole"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectRole"];
        options?: never;
        head?: never;
        patch: operations["updateProjectRole"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleViaWorkspaceV1"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectRoleViaWorkspaceV1"];
        options?: never;
        head?: never;
        patch: operations["updateProjectRoleViaWorkspaceV1"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectRoleViaWorkspaceV2"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectRoleViaWorkspaceV2"];
        options?: never;
        head?: never;
        patch: operations["updateProjectRoleViaWorkspaceV2"];
        trace?: never;
    };
    "/api/v1/identities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchIdentitiesV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchIdentities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/permanent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPermanentPrivilegeV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/temporary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createTemporaryPrivilegeV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPrivilegesV1"];
        put?: never;
        post?: never;
        delete: operations["deletePrivilegeV1"];
        options?: never;
        head?: never;
        patch: operations["updatePrivilegeV1"];
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/{privilegeSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPrivilegeV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPrivileges"];
        put?: never;
        post: operations["createPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege/slug/{privilegeSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPrivilegeBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPrivilege"];
        put?: never;
        post?: never;
        delete: operations["deletePrivilege"];
        options?: never;
        head?: never;
        patch: operations["updatePrivilege"];
        trace?: never;
    };
    "/api/v1/user-project-additional-privilege": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUserPrivileges"];
        put?: never;
        post: operations["createUserPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user-project-additional-privilege/{privilegeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUserPrivilege"];
        put?: never;
        post?: never;
        delete: operations["deleteUserPrivilege"];
        options?: never;
        head?: never;
        patch: operations["updateUserPrivilege"];
        trace?: never;
    };
    "/api/v1/organization/permissions/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listOwnOrganizationPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/permissions/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPermissionCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listOwnPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getPermissionMatrix"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/who-can": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listPermittedIdentities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewPermissionChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions/effect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getPermissionChangeEffect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/subscribe/project-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["openProjectEventStream"];
        put?: never;
        post: operations["subscribeToProjectEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/subscribe/project-events/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createEventStreamTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimTokens"];
        put?: never;
        post: operations["createScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/scim-tokens/{scimTokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteScimToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/scim-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScimServiceConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/ResourceTypes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Schemas/{urn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchScim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimUsers"];
        put?: never;
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchScimUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScimUser"];
        put: operations["replaceScimUser"];
        post?: never;
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        patch: operations["updateScimUser"];
        trace?: never;
    };
    "/api/v1/scim/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScimGroups"];
        put?: never;
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchScimGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scim/Groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScimGroup"];
        put: operations["replaceScimGroup"];
        post?: never;
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        patch: operations["updateScimGroup"];
        trace?: never;
    };
    "/api/v1/secret-approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovalPoliciesV1"];
        put?: never;
        post: operations["createApprovalPolicyV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovalPolicies"];
        put?: never;
        post: operations["createApprovalPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approvals/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findGoverningApprovalPolicyV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-approvals/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findGoverningApprovalPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approvals/{approvalPolicyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApprovalPolicyV1"];
        put?: never;
        post?: never;
        delete: operations["deleteApprovalPolicyV1"];
        options?: never;
        head?: never;
        patch: operations["updateApprovalPolicyV1"];
        trace?: never;
    };
    "/api/v2/secret-approvals/{approvalPolicyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApprovalPolicy"];
        put?: never;
        post?: never;
        delete: operations["deleteApprovalPolicy"];
        options?: never;
        head?: never;
        patch: operations["updateApprovalPolicy"];
        trace?: never;
    };
    "/api/v1/secret-approval-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovalRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approval-requests/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countApprovalRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approval-requests/{approvalRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApprovalRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approval-requests/{approvalRequestId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reviewApprovalRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approval-requests/{approvalRequestId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["setApprovalRequestStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-approval-requests/{approvalRequestId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeApprovalRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccessPolicies"];
        put?: never;
        post: operations["createAccessPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/policies/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countAccessPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/policies/{accessPolicyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccessPolicy"];
        put?: never;
        post?: never;
        delete: operations["deleteAccessPolicy"];
        options?: never;
        head?: never;
        patch: operations["updateAccessPolicy"];
        trace?: never;
    };
    "/api/v1/access-approvals/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccessRequests"];
        put?: never;
        post: operations["requestAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/requests/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countAccessRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/requests/{accessRequestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccessRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateAccessRequest"];
        trace?: never;
    };
    "/api/v1/access-approvals/requests/{accessRequestId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reviewAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/access-approvals/requests/{accessRequestId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeAccessRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/batch/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSecretsV3"];
        delete: operations["deleteSecretsV3"];
        options?: never;
        head?: never;
        patch: operations["updateSecretsV3"];
        trace?: never;
    };
    "/api/v4/secrets/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSecrets"];
        delete: operations["deleteSecrets"];
        options?: never;
        head?: never;
        patch: operations["updateSecrets"];
        trace?: never;
    };
    "/api/v4/secrets/{secretName}/secret-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/{secretName}/secret-reference-tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretReferenceTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw/{secretName}/secret-reference-tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretReferenceTreeV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFolderChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/batch/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rollBackFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["moveSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["moveSecretsV3"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/secrets/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["compareSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/secret-names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretImportsV1"];
        put?: never;
        post: operations["createSecretImportV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretImports"];
        put?: never;
        post: operations["createSecretImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-imports/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportedSecretsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-imports/secrets/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportedSecretsV1Raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-imports/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportedSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-imports/secrets/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportedSecretsRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-imports/{secretImportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretImportV1"];
        put?: never;
        post?: never;
        delete: operations["deleteSecretImportV1"];
        options?: never;
        head?: never;
        patch: operations["updateSecretImportV1"];
        trace?: never;
    };
    "/api/v2/secret-imports/{secretImportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretImport"];
        put?: never;
        post?: never;
        delete: operations["deleteSecretImport"];
        options?: never;
        head?: never;
        patch: operations["updateSecretImport"];
        trace?: never;
    };
    "/api/v1/secret/{secretId}/secret-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/id/{secretId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rollBackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretsV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw/id/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretByIdV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretV3"];
        put?: never;
        post: operations["createSecretV3"];
        delete: operations["deleteSecretV3"];
        options?: never;
        head?: never;
        patch: operations["updateSecretV3"];
        trace?: never;
    };
    "/api/v4/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecret"];
        put?: never;
        post: operations["createSecret"];
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch: operations["updateSecret"];
        trace?: never;
    };
    "/api/v4/secrets/id/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecretById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/email-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEmailDomains"];
        put?: never;
        post: operations["claimEmailDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/email-domains/{domainId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyEmailDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/email-domains/{domainId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["giveUpEmailDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Status: {
            /** Format: date-time */
            date: string;
            message: string;
            emailConfigured: boolean;
            inviteOnlySignup: boolean;
            redisConfigured: boolean;
            secretScanningConfigured: boolean;
            version: string;
        };
        Health: {
            status: string;
        };
        SignInBody: {
            /** Format: email */
            email: string;
            password: string;
        };
        SelectedOrganization: {
            token: string;
            isMfaEnabled: boolean;
            /** @enum {string} */
            mfaMethod?: "totp";
        };
        SelectOrganizationBody: {
            organizationId: string;
            /** @enum {string} */
            userAgent?: "cli";
        };
        PersonsOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            role: string;
            enforceMfa: boolean;
            authEnforced: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Verified: {
            isVerified: boolean;
        };
        VerifyMfaCodeBody: {
            /** Format: email */
            email?: string;
            mfaToken: string;
            /** @enum {string} */
            mfaMethod?: "totp";
        };
        VerifyRecoveryCodeBody: {
            recoveryCode: string;
        };
        ProveFreshlyBody: {
            password?: string;
            totp?: string;
        } | Record<string, unknown> | Record<string, unknown>;
        ConsoleSession: {
            token: string;
            /** Format: uuid */
            sessionId: string;
            /** Format: uuid */
            identityId: string;
            identityName: string;
            /** Format: uuid */
            organizationId: string;
            /** Format: date-time */
            expiresAt: string;
        };
        UniversalAuthLoginBody: {
            clientId: string;
            clientSecret: string;
            organizationSlug?: string;
        };
        SignInToConsoleByCodeBody: {
            code: string;
        };
        IdentitySession: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            authMethod: "universal-auth" | "console-code";
            /** Format: uuid */
            clientSecretId: string | null;
            isLocked: boolean;
            ip: string | null;
            userAgent: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            isFresh: boolean;
        };
        OwnAccount: {
            /** Format: uuid */
            id: string;
            username: string;
            email: string;
            firstName: string;
            lastName: string;
            isEmailVerified: boolean;
            superAdmin: boolean;
            mfaMethods: "totp"[];
            authMethods: ("email" | "oidc")[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RenameOwnAccountBody: {
            firstName: string;
            lastName?: string;
        };
        SwitchOwnMfaBody: {
            isMfaEnabled: boolean;
        };
        ChangeOwnPasswordBody: {
            currentPassword: string;
            newPassword: string;
        };
        SendEmailChangeCodeBody: {
            /** Format: email */
            newEmail: string;
        };
        ChangeOwnEmailBody: {
            /** Format: email */
            newEmail: string;
            otp: string;
        };
        OwnSession: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organizationId: string | null;
            /** @enum {string} */
            kind: "console" | "cli";
            ip: string | null;
            userAgent: string | null;
            isCurrent: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            isFresh: boolean;
        };
        KeepOwnSignInMethodsBody: {
            authMethods: ("email" | "oidc")[];
        };
        ConfirmAuthenticatorAppBody: {
            totp: string;
        };
        TotpState: {
            isVerified: boolean;
            recoveryCodes: number;
        };
        SendRecoveryLinkBody: {
            /** Format: email */
            email: string;
        };
        RecoveredUser: {
            email: string;
        };
        OpenRecoveryLinkBody: {
            /** Format: email */
            email: string;
            code: string;
        };
        ResetPasswordBody: {
            password: string;
        };
        InviteLink: {
            email: string;
            link: string;
        };
        InvitedProject: {
            id: string;
            projectRoleSlug?: string[];
        };
        InvitePeopleBody: {
            inviteeEmails: string[];
            organizationId: string;
            organizationRoleSlug?: string;
            projects?: components["schemas"]["InvitedProject"][];
        };
        InviteAgainBody: {
            membershipId: string;
        };
        InvitedUser: {
            email: string;
        };
        OpenInvitationBody: {
            /** Format: email */
            email: string;
            organizationId: string;
            code: string;
        };
        CompleteAccountBody: {
            /** @enum {string} */
            type?: "email";
            /** Format: email */
            email: string;
            firstName: string;
            lastName?: string;
            password: string;
        };
        AddedProjectMember: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
        };
        AddProjectMembersBody: {
            emails?: string[];
            usernames?: string[];
            roleSlugs?: string[];
        } | {
            emails: unknown;
        } | {
            usernames: unknown;
        };
        AuditActor: {
            /** @enum {string} */
            type: "identity" | "user" | "scim" | "service-token" | "system";
            /** Format: uuid */
            id?: string;
            name: string;
        };
        AuditLogEntry: {
            /** Format: uuid */
            id: string;
            number: number | null;
            action: string;
            actor: components["schemas"]["AuditActor"];
            /** Format: uuid */
            projectId?: string;
            target: {
                [key: string]: unknown;
            };
            reqId: string;
            ipAddress?: string;
            userAgent?: string;
            /** Format: date-time */
            createdAt: string;
        };
        ChainMark: {
            number: number;
            mac: string;
            /** Format: date-time */
            createdAt?: string;
        };
        ComparedCheckpoint: {
            number: number;
            /** @enum {string} */
            verdict: "fits" | "contradicts" | "not-there";
        };
        ChainStatus: {
            linkedUpTo?: components["schemas"]["ChainMark"];
            lastCheckpoint?: components["schemas"]["ChainMark"];
            waiting: number;
            withoutSeal: number;
            checkpoint?: components["schemas"]["ComparedCheckpoint"];
        };
        ExposedSecret: {
            /** Format: uuid */
            projectId: string;
            environment: string;
            secretPath: string;
            secretKey: string;
            version: number;
            presentVersion: number | null;
            /** @enum {string} */
            status: "current" | "replaced" | "gone";
            /** Format: date-time */
            lastShownAt: string;
            /** Format: uuid */
            auditLogId: string;
            timesShown: number;
        };
        Exposure: {
            secrets: components["schemas"]["ExposedSecret"][];
            unnamed: number;
            nextCursor?: string;
        };
        StoredRule: {
            subject: string | string[];
            action: string | string[];
            conditions?: Record<string, unknown>;
            inverted?: boolean;
        };
        OrganizationRole: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            orgId: string;
            permissions: components["schemas"]["StoredRule"][];
        };
        CreateOrganizationRoleBody: {
            slug: string;
            name: string;
            description?: string | null;
            permissions: components["schemas"]["OrganizationRule"][];
        };
        OrganizationRoleItem: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            orgId: string;
        };
        UpdateOrganizationRoleBody: {
            slug?: string;
            name?: string;
            description?: string | null;
            permissions?: components["schemas"]["OrganizationRule"][];
            /** @deprecated */
            RoleId?: string | null;
            /** @deprecated */
            roleId?: string | null;
        };
        ProjectEnvironment: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            _id: string;
            name: string;
            slug: string;
            description: string | null;
            type: string;
            /** Format: uuid */
            orgId: string;
            autoCapitalization: boolean;
            hasDeleteProtection: boolean;
            auditLogsRetentionDays: number | null;
            approvalRequestExpiryDays: number;
            kmsSecretManagerKeyId: string | null;
            version: number;
            environments: components["schemas"]["ProjectEnvironment"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateProjectBody: {
            projectName: string;
            projectDescription?: string | null;
            slug?: string;
            /**
             * @default secret-manager
             * @enum {string}
             */
            type?: "secret-manager" | "cert-manager";
            /** @default true */
            shouldCreateDefaultEnvs?: boolean;
            /** @default false */
            hasDeleteProtection?: boolean;
            template?: string | null;
            kmsKeyId?: string | null;
            kmsSecretManagerKeyId?: string | null;
        };
        UpdateProjectBody: {
            name?: string;
            description?: string | null;
            slug?: string;
            autoCapitalization?: boolean;
            hasDeleteProtection?: boolean;
            approvalRequestExpiryDays?: number;
        };
        SetAuditLogRetentionViaWorkspaceV1Body: {
            auditLogsRetentionDays: number;
        };
        Environment: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            position: number;
            /** Format: uuid */
            projectId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateEnvironmentBody: {
            name: string;
            slug: string;
            position?: number;
        };
        SecretName: {
            environment: string;
            secretPath: string;
            secretKey: string;
        };
        NotedReferrer: {
            environment: string;
            secretPath: string;
            secretKey: string;
            /** Format: uuid */
            secretId: string;
            refersTo: components["schemas"]["SecretName"];
        };
        ReferencedBy: {
            count: number;
            secrets: components["schemas"]["NotedReferrer"][];
            complete: boolean;
        };
        UpdateEnvironmentBody: {
            name?: string;
            slug?: string;
            position?: number;
        };
        FolderEnvironment: {
            /** Format: uuid */
            envId: string;
            envName: string;
            envSlug: string;
        };
        Folder: {
            /** Format: uuid */
            id: string;
            name: string;
            path: string;
            description: string | null;
            version: number;
            /** Format: uuid */
            envId: string;
            /** Format: uuid */
            parentId: string | null;
            isReserved: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            relativePath?: string;
            /** Format: date-time */
            lastSecretModified?: string;
            /** Format: uuid */
            projectId: string;
            environment: components["schemas"]["FolderEnvironment"];
        };
        CreateFolderBody: {
            projectId?: string;
            /** @deprecated */
            workspaceId?: string;
            /** @default / */
            path?: string;
            /** @deprecated */
            directory?: string;
            /** @deprecated */
            secretPath?: string;
            environment: string;
            name: string;
            description?: string | null;
        } | Record<string, unknown> | Record<string, unknown>;
        FolderItem: {
            /** Format: uuid */
            id: string;
            name: string;
            path: string;
            description: string | null;
            version: number;
            /** Format: uuid */
            envId: string;
            /** Format: uuid */
            parentId: string | null;
            isReserved: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            relativePath?: string;
            /** Format: date-time */
            lastSecretModified?: string;
        };
        FolderChange: {
            id: string;
            environment?: string;
            name?: string;
            description?: string | null;
        };
        UpdateFoldersBody: {
            projectId?: string;
            projectSlug?: string;
            folders: components["schemas"]["FolderChange"][];
        } | Record<string, unknown> | Record<string, unknown>;
        UpdateFolderBody: {
            projectId?: string;
            /** @deprecated */
            workspaceId?: string;
            path?: string;
            /** @deprecated */
            directory?: string;
            /** @deprecated */
            secretPath?: string;
            environment?: string;
            name?: string;
            description?: string | null;
        };
        DeleteFolderV1Body: {
            projectId?: string;
            /** @deprecated */
            workspaceId?: string;
            /** @default / */
            path?: string;
            /** @deprecated */
            directory?: string;
            /** @deprecated */
            secretPath?: string;
            environment?: string;
        };
        DeleteFolderBody: {
            projectId?: string;
            /** @deprecated */
            workspaceId?: string;
            /** @default / */
            path?: string;
            /** @deprecated */
            directory?: string;
            /** @deprecated */
            secretPath?: string;
            environment?: string;
            /** @default false */
            forceDelete?: boolean;
        };
        Tag: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            color: string | null;
            /** Format: uuid */
            projectId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateTagBody: {
            slug: string;
            name?: string;
            color?: string | null;
        };
        UpdateTagBody: {
            slug?: string;
            name?: string;
            color?: string | null;
        };
        ServiceTokenReach: {
            environment: string;
            secretPath: string;
        };
        ServiceTokenMaker: {
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "identity" | "user";
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ServiceToken: {
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            workspace: string;
            /** Format: uuid */
            projectId: string;
            scopes: components["schemas"]["ServiceTokenReach"][];
            permissions: ("read" | "write")[];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsed: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            createdBy: string;
            user: components["schemas"]["ServiceTokenMaker"];
            /** Format: uuid */
            credentialId: string | null;
            endsWithCredential: boolean;
            __v: number;
            secretHash: string;
            encryptedKey: string | null;
            iv: string | null;
            tag: string | null;
        };
        ServiceTokenScope: {
            environment: string;
            secretPath: string;
        };
        CreateServiceTokenBody: {
            name: string;
            workspaceId: string;
            scopes: components["schemas"]["ServiceTokenScope"][];
            permissions: ("read" | "write")[];
            /** @default 0 */
            expiresIn?: number;
        };
        ConstrainedNames: {
            dns?: string[];
            ip?: string[];
            email?: string[];
            uri?: string[];
        };
        NameConstraints: {
            permitted?: components["schemas"]["ConstrainedNames"];
            excluded?: components["schemas"]["ConstrainedNames"];
        };
        AuthorityConfiguration: {
            /** @enum {string} */
            type: "root" | "intermediate";
            friendlyName: string;
            commonName: string;
            organization: string;
            ou: string;
            country: string;
            province: string;
            locality: string;
            /** @enum {string} */
            keyAlgorithm: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
            dn: string;
            maxPathLength: number | null;
            notBefore: string | null;
            notAfter: string | null;
            /** Format: uuid */
            parentCaId: string | null;
            serialNumber: string | null;
            /** Format: uuid */
            activeCaCertId: string | null;
            crlDistributionPointUrls: string[];
            isOcspEnabled: boolean;
            nameConstraints: components["schemas"]["NameConstraints"] | null;
        };
        Authority: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            type: "internal";
            /** @enum {string} */
            status: "active" | "disabled" | "pending-certificate";
            configuration: components["schemas"]["AuthorityConfiguration"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateAuthorityConfiguration: {
            friendlyName?: string;
            commonName?: string;
            organization?: string;
            ou?: string;
            country?: string;
            province?: string;
            locality?: string;
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter?: string;
            maxPathLength?: number;
            parentCaId?: string;
            crlDistributionPointUrls?: string[];
            isOcspEnabled?: boolean;
            nameConstraints?: components["schemas"]["NameConstraints"];
            /** @enum {string} */
            type: "root" | "intermediate";
            /**
             * @default RSA_2048
             * @enum {string}
             */
            keyAlgorithm?: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
        };
        CreateCertificateAuthorityBody: {
            name: string;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled" | "pending-certificate";
            projectId?: string;
            configuration: components["schemas"]["CreateAuthorityConfiguration"];
        };
        UpdateAuthorityConfiguration: {
            friendlyName?: string;
            commonName?: string;
            organization?: string;
            ou?: string;
            country?: string;
            province?: string;
            locality?: string;
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter?: string;
            maxPathLength?: number;
            parentCaId?: string;
            crlDistributionPointUrls?: string[];
            isOcspEnabled?: boolean;
            nameConstraints?: components["schemas"]["NameConstraints"];
            /** @enum {string} */
            type?: "root" | "intermediate";
            /** @enum {string} */
            keyAlgorithm?: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
        };
        UpdateCertificateAuthorityBody: {
            name?: string;
            /** @enum {string} */
            status?: "active" | "disabled" | "pending-certificate";
            configuration?: components["schemas"]["UpdateAuthorityConfiguration"];
        };
        MadeCertificate: {
            /** Format: uuid */
            certId: string;
            certificate: string;
            certificateChain: string;
            serialNumber: string;
        };
        MakeAuthorityCertificateBody: {
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter: string;
            maxPathLength: number;
            parentCaId?: string;
        };
        AuthorityCertificate: {
            /** Format: uuid */
            certId: string;
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            notBefore: string;
            notAfter: string;
            maxPathLength: number;
            /** Format: uuid */
            parentCaId: string | null;
        };
        NumberedCertificate: {
            /** Format: uuid */
            certId: string;
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            version: number;
        };
        SignedIntermediate: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            issuingCaCertificate: string;
            /** Format: uuid */
            certificateId: string;
        };
        SignIntermediateAuthorityBody: {
            csr: string;
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter: string;
            maxPathLength?: number;
        };
        InstallAuthorityCertificateBody: {
            certificate: string;
            certificateChain: string;
        };
        RenewAuthorityCertificateBody: {
            /** @enum {string} */
            type: "existing" | "rekey";
            /** Format: date-time */
            notAfter: string;
        };
        RevokeAuthorityBody: {
            /** @enum {string} */
            revocationReason: "UNSPECIFIED" | "KEY_COMPROMISE" | "CA_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
        };
        Crl: {
            /** Format: uuid */
            id: string;
            crl: string;
        };
        SubjectRule: {
            allowed?: string[];
            required?: string[];
            denied?: string[];
            /** @enum {string} */
            type: "common_name" | "organization" | "organizational_unit" | "country" | "state" | "locality" | "domain_component";
        };
        SanRule: {
            allowed?: string[];
            required?: string[];
            denied?: string[];
            /** @enum {string} */
            type: "dns_name" | "ip_address" | "email" | "uri";
        };
        KeyUsageRule: {
            allowed?: ("digital_signature" | "non_repudiation" | "key_encipherment" | "data_encipherment" | "key_agreement" | "key_cert_sign" | "crl_sign" | "encipher_only" | "decipher_only")[];
            required?: ("digital_signature" | "non_repudiation" | "key_encipherment" | "data_encipherment" | "key_agreement" | "key_cert_sign" | "crl_sign" | "encipher_only" | "decipher_only")[];
            denied?: ("digital_signature" | "non_repudiation" | "key_encipherment" | "data_encipherment" | "key_agreement" | "key_cert_sign" | "crl_sign" | "encipher_only" | "decipher_only")[];
        };
        ExtendedKeyUsageRule: {
            allowed?: ("server_auth" | "client_auth" | "code_signing" | "email_protection" | "ocsp_signing" | "time_stamping")[];
            required?: ("server_auth" | "client_auth" | "code_signing" | "email_protection" | "ocsp_signing" | "time_stamping")[];
            denied?: ("server_auth" | "client_auth" | "code_signing" | "email_protection" | "ocsp_signing" | "time_stamping")[];
        };
        PolicyAlgorithms: {
            signature?: ("SHA256-RSA" | "SHA384-RSA" | "SHA512-RSA" | "SHA256-ECDSA" | "SHA384-ECDSA" | "SHA512-ECDSA" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87")[];
            keyAlgorithm?: ("RSA-2048" | "RSA-3072" | "RSA-4096" | "ECDSA-P256" | "ECDSA-P384" | "ECDSA-P521" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87")[];
        };
        PolicyValidity: {
            max?: string;
        };
        PolicyConstraints: {
            /** @enum {string} */
            isCA?: "allowed" | "required" | "denied";
            maxPathLength?: number;
        };
        CertificatePolicy: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            name: string;
            description: string | null;
            subject?: components["schemas"]["SubjectRule"][];
            sans?: components["schemas"]["SanRule"][];
            keyUsages?: components["schemas"]["KeyUsageRule"];
            extendedKeyUsages?: components["schemas"]["ExtendedKeyUsageRule"];
            algorithms?: components["schemas"]["PolicyAlgorithms"];
            validity?: components["schemas"]["PolicyValidity"];
            basicConstraints?: components["schemas"]["PolicyConstraints"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateCertificatePolicyBody: {
            subject?: components["schemas"]["SubjectRule"][];
            sans?: components["schemas"]["SanRule"][];
            keyUsages?: components["schemas"]["KeyUsageRule"];
            extendedKeyUsages?: components["schemas"]["ExtendedKeyUsageRule"];
            algorithms?: components["schemas"]["PolicyAlgorithms"];
            validity?: components["schemas"]["PolicyValidity"];
            basicConstraints?: components["schemas"]["PolicyConstraints"];
            name: string;
            description?: string | null;
            projectId?: string;
        };
        UpdateCertificatePolicyBody: {
            subject?: components["schemas"]["SubjectRule"][];
            sans?: components["schemas"]["SanRule"][];
            keyUsages?: components["schemas"]["KeyUsageRule"];
            extendedKeyUsages?: components["schemas"]["ExtendedKeyUsageRule"];
            algorithms?: components["schemas"]["PolicyAlgorithms"];
            validity?: components["schemas"]["PolicyValidity"];
            basicConstraints?: components["schemas"]["PolicyConstraints"];
            name?: string;
            description?: string | null;
        };
        SetApplicationAcmeEnrollmentBody: {
            skipDnsOwnershipVerification?: boolean;
            skipEabBinding?: boolean;
            caaIdentities?: string[];
        };
        LeafConstraints: {
            isCA?: boolean;
            pathLength?: number;
        };
        ProfileDefaults: {
            ttlDays?: number;
            commonName?: string;
            organization?: string;
            organizationalUnit?: string;
            country?: string;
            state?: string;
            locality?: string;
            domainComponents?: string[];
            /** @enum {string} */
            keyAlgorithm?: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
            /** @enum {string} */
            signatureAlgorithm?: "RSA-SHA256" | "RSA-SHA384" | "RSA-SHA512" | "ECDSA-SHA256" | "ECDSA-SHA384" | "ECDSA-SHA512" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
            keyUsages?: ("digital_signature" | "non_repudiation" | "key_encipherment" | "data_encipherment" | "key_agreement" | "key_cert_sign" | "crl_sign" | "encipher_only" | "decipher_only")[];
            extendedKeyUsages?: ("server_auth" | "client_auth" | "code_signing" | "email_protection" | "ocsp_signing" | "time_stamping")[];
            basicConstraints?: components["schemas"]["LeafConstraints"];
        };
        CertificateProfile: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            caId: string | null;
            /** Format: uuid */
            certificatePolicyId: string;
            slug: string;
            description: string | null;
            /** @enum {string} */
            issuerType: "ca";
            /** @enum {string} */
            enrollmentType: "api" | "acme";
            acmeConfig: components["schemas"]["SetApplicationAcmeEnrollmentBody"] | null;
            storePrivateKey: boolean;
            defaults: components["schemas"]["ProfileDefaults"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateCertificateProfileBody: {
            caId?: string;
            certificatePolicyId?: string;
            /** @deprecated */
            certificateTemplateId?: string;
            description?: string | null;
            /** @enum {string} */
            issuerType?: "ca";
            /** @enum {string} */
            enrollmentType?: "api" | "acme";
            acmeConfig?: components["schemas"]["SetApplicationAcmeEnrollmentBody"];
            /** @default true */
            storePrivateKey?: boolean;
            defaults?: components["schemas"]["ProfileDefaults"];
            slug: string;
            projectId?: string;
        } | Record<string, unknown> | Record<string, unknown>;
        Binding: {
            eabKid: string;
            eabSecret: string;
        };
        UpdateCertificateProfileBody: {
            caId?: string;
            certificatePolicyId?: string;
            /** @deprecated */
            certificateTemplateId?: string;
            description?: string | null;
            /** @enum {string} */
            issuerType?: "ca";
            /** @enum {string} */
            enrollmentType?: "api" | "acme";
            acmeConfig?: components["schemas"]["SetApplicationAcmeEnrollmentBody"];
            storePrivateKey?: boolean;
            defaults?: components["schemas"]["ProfileDefaults"];
            slug?: string;
        };
        NewBindingKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eabKid: string;
            name: string;
            maxUses: number | null;
            uses: number;
            /** Format: date-time */
            expiresAt: string | null;
            allowedNames: string[] | null;
            /** Format: date-time */
            createdAt: string;
            eabSecret: string;
        };
        CreateBindingKeyBody: {
            name: string;
            maxUses?: number | null;
            /** Format: date-time */
            expiresAt?: string | null;
            allowedNames?: string[];
        };
        BindingKey: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eabKid: string;
            name: string;
            maxUses: number | null;
            uses: number;
            /** Format: date-time */
            expiresAt: string | null;
            allowedNames: string[] | null;
            /** Format: date-time */
            createdAt: string;
        };
        NewCertificate: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            issuingCaCertificate: string;
            /** Format: uuid */
            certificateId: string;
            privateKey?: string;
        };
        RequestedCertificate: {
            certificate: components["schemas"]["NewCertificate"];
            /** Format: uuid */
            certificateRequestId: string;
            /** @enum {string} */
            status: "issued";
        };
        AltName: {
            /** @enum {string} */
            type: "dns_name" | "ip_address" | "email" | "uri";
            value: string;
        };
        CertificateAttributes: {
            commonName?: string | null;
            organization?: string | null;
            organizationalUnit?: string | null;
            ou?: string | null;
            country?: string | null;
            state?: string | null;
            province?: string | null;
            locality?: string | null;
            domainComponents?: string[] | null;
            keyUsages?: ("digital_signature" | "non_repudiation" | "key_encipherment" | "data_encipherment" | "key_agreement" | "key_cert_sign" | "crl_sign" | "encipher_only" | "decipher_only")[] | null;
            extendedKeyUsages?: ("server_auth" | "client_auth" | "code_signing" | "email_protection" | "ocsp_signing" | "time_stamping")[] | null;
            altNames?: components["schemas"]["AltName"][];
            /** @enum {string} */
            keyAlgorithm?: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
            /** @enum {string} */
            signatureAlgorithm?: "RSA-SHA256" | "RSA-SHA384" | "RSA-SHA512" | "ECDSA-SHA256" | "ECDSA-SHA384" | "ECDSA-SHA512" | "Ed25519" | "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87";
            ttl?: string;
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter?: string;
            basicConstraints?: components["schemas"]["LeafConstraints"];
            removeRootsFromChain?: boolean;
        };
        CertificateMetadata: {
            key: string;
            value: string;
        };
        RequestCertificateBody: {
            profileId: string;
            applicationId?: string;
            csr?: string;
            attributes?: components["schemas"]["CertificateAttributes"];
            metadata?: components["schemas"]["CertificateMetadata"][];
            removeRootsFromChain?: boolean;
        };
        ImportedCertificate: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            privateKey: string;
            /** Format: uuid */
            certificateId: string;
        };
        ImportCertificateBody: {
            projectId?: string;
            projectSlug?: string;
            certificatePem: string;
            privateKeyPem: string;
            chainPem: string;
            friendlyName?: string;
        };
        CertificateRequest: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            privateKey: string | null;
            /** @enum {string} */
            status: "issued";
            issuingCaCertificate: string;
            /** Format: uuid */
            certificateId: string;
            errorMessage: string | null;
            commonName: string;
            /** Format: uuid */
            profileId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RevokeCertificateByThumbprintBody: {
            /** @enum {string} */
            revocationReason: "UNSPECIFIED" | "KEY_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
            thumbprint: string;
            projectId?: string;
        };
        Fingerprints: {
            sha256: string;
            sha1: string;
        };
        Certificate: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            profileId: string | null;
            profileName: string | null;
            /** Format: uuid */
            applicationId: string | null;
            /** Format: uuid */
            caId: string | null;
            caName: string | null;
            /** Format: uuid */
            caCertId: string | null;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            commonName: string;
            altNames: string;
            friendlyName: string;
            /** @enum {string} */
            origin: "profile" | "sign-intermediate" | "import";
            serialNumber: string;
            /** Format: date-time */
            notBefore: string;
            /** Format: date-time */
            notAfter: string;
            /** Format: date-time */
            revokedAt: string | null;
            revocationReason: string | null;
            keyUsages: string[];
            extendedKeyUsages: string[];
            keyAlgorithm: string;
            signatureAlgorithm: string;
            fingerprints: components["schemas"]["Fingerprints"];
            basicConstraints: components["schemas"]["LeafConstraints"];
            hasPrivateKey: boolean;
            metadata: components["schemas"]["CertificateMetadata"][];
            /** Format: uuid */
            renewedFromCertificateId: string | null;
            /** Format: uuid */
            renewedByCertificateId: string | null;
            /** @enum {string} */
            enrollmentType: "api";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CertificateBundle: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
            privateKey: string | null;
        };
        CertificateBody: {
            certificate: string;
            certificateChain: string;
            serialNumber: string;
        };
        RenewCertificateBody: {
            removeRootsFromChain?: boolean;
        };
        RevokeCertificateBody: {
            /** @enum {string} */
            revocationReason: "UNSPECIFIED" | "KEY_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "PRIVILEGE_WITHDRAWN";
        };
        SearchCertificatesBody: {
            /** @default 0 */
            offset?: number;
            /** @default 25 */
            limit?: number;
            search?: string;
            commonName?: string;
            status?: ("active" | "expired" | "revoked")[];
            profileIds?: string[];
            applicationId?: string;
            friendlyName?: string;
            /** Format: date-time */
            fromDate?: string;
            /** Format: date-time */
            toDate?: string;
            /** @enum {string} */
            orderBy?: "notAfter";
            metadata?: components["schemas"]["CertificateMetadata"][];
        };
        Application: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            name: string;
            description: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateCertificateApplicationBody: {
            name: string;
            description?: string | null;
            profileIds?: string[];
            projectId?: string;
        };
        UpdateCertificateApplicationBody: {
            name?: string;
            description?: string | null;
        };
        AttachedProfile: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
            profileSlug: string;
            profileDescription: string | null;
            /** Format: uuid */
            apiConfigId: string | null;
            /** Format: uuid */
            acmeConfigId: string | null;
            /** Format: uuid */
            estConfigId: string | null;
            /** Format: uuid */
            scepConfigId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AttachCertificateProfilesBody: {
            profileIds: string[];
        };
        ApplicationProfile: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
        };
        ApiEnrollment: {
            /** Format: uuid */
            id: string;
            autoRenew: boolean;
            renewBeforeDays: number | null;
        };
        AcmeEnrollment: {
            /** Format: uuid */
            id: string;
            skipDnsOwnershipVerification: boolean;
            skipEabBinding: boolean;
            caaIdentities: string[] | null;
            directoryUrl: string;
        };
        ApplicationEnrollment: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
            api: components["schemas"]["ApiEnrollment"] | null;
            acme: components["schemas"]["AcmeEnrollment"] | null;
            est: Record<string, unknown> | null;
            scep: Record<string, unknown> | null;
            estConfigured: boolean;
            acmeConfigured: boolean;
            scepConfigured: boolean;
        };
        ApplicationApiEnrollment: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
            api: components["schemas"]["ApiEnrollment"];
        };
        SetApplicationApiEnrollmentBody: {
            autoRenew?: boolean;
            renewBeforeDays?: number | null;
        };
        ApplicationAcmeEnrollment: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
            acme: components["schemas"]["AcmeEnrollment"];
        };
        ApplicationBinding: {
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            profileId: string;
            eabKid: string;
            eabSecret: string;
        };
        AcmeMeta: {
            externalAccountRequired: boolean;
            profiles: Record<string, unknown>;
            caaIdentities?: string[];
        };
        AcmeDirectory: {
            /** Format: uri */
            newNonce: string;
            /** Format: uri */
            newAccount: string;
            /** Format: uri */
            newOrder: string;
            /** Format: uri */
            revokeCert: string;
            /** Format: uri */
            renewalInfo: string;
            /** Format: uri */
            keyChange: string;
            meta: components["schemas"]["AcmeMeta"];
        };
        AcmeAccount: {
            /** @enum {string} */
            status: "valid" | "deactivated";
            contact: string[];
            /** Format: uri */
            orders: string;
            termsOfServiceAgreed?: boolean;
            externalAccountBinding?: Record<string, unknown>;
        };
        AcmeIdentifier: {
            /** @enum {string} */
            type: "dns" | "ip";
            value: string;
        };
        AcmeOrder: {
            /** @enum {string} */
            status: "pending" | "ready" | "valid" | "invalid";
            /** Format: date-time */
            expires: string;
            identifiers: components["schemas"]["AcmeIdentifier"][];
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            notAfter?: string;
            authorizations: string[];
            /** Format: uri */
            finalize: string;
            /** Format: uri */
            certificate?: string;
            profile: string;
            error?: Record<string, unknown>;
            replaces?: string;
        };
        AcmeOrderList: {
            orders: string[];
        };
        AcmeChallenge: {
            type: string;
            /** Format: uri */
            url: string;
            /** @enum {string} */
            status: "pending" | "processing" | "valid" | "invalid";
            token: string;
            /** Format: date-time */
            validated?: string;
            error?: Record<string, unknown>;
        };
        AcmeAuthorization: {
            identifier: components["schemas"]["AcmeIdentifier"];
            /** @enum {string} */
            status: "pending" | "valid" | "invalid" | "deactivated" | "expired";
            /** Format: date-time */
            expires: string;
            challenges: components["schemas"]["AcmeChallenge"][];
            wildcard?: boolean;
        };
        AcmeRenewalWindow: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        AcmeRenewalInfo: {
            suggestedWindow: components["schemas"]["AcmeRenewalWindow"];
        };
        InstanceAdministrator: {
            /** Format: uuid */
            id: string;
            username: string;
            firstName: string;
            lastName: string;
            email: string;
            superAdmin: boolean;
        };
        BootstrapOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        BootstrapCredentials: {
            token: string;
        };
        BootstrapIdentity: {
            /** Format: uuid */
            id: string;
            name: string;
            credentials: components["schemas"]["BootstrapCredentials"];
        };
        BootstrapInstanceBody: {
            /** Format: email */
            email: string;
            password: string;
            organization: string;
        };
        CreateOrganizationBody: {
            name: string;
            slug?: string;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OrganizationSettings: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            enforceMfa: boolean;
            authEnforced: boolean;
        };
        UpdateOrganizationBody: {
            enforceMfa?: boolean;
            authEnforced?: boolean;
        } | Record<string, unknown> | Record<string, unknown>;
        IdentityMetadata: {
            /** Format: uuid */
            id: string;
            key: string;
            value: string;
        };
        Identity: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            projectId: string | null;
            authMethods: string[];
            hasDeleteProtection: boolean;
            metadata: components["schemas"]["IdentityMetadata"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        IdentityMetadataInput: {
            key: string;
            value: string;
        };
        CreateIdentityBody: {
            name: string;
            organizationId?: string;
            /** @default no-access */
            role?: string;
            /** @default false */
            hasDeleteProtection?: boolean;
            metadata?: components["schemas"]["IdentityMetadataInput"][];
        };
        IdentityCustomRole: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            description: string | null;
            permissions: {
                [key: string]: unknown;
            }[];
        };
        OrganizationMember: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            orgId: string;
            hasDeleteProtection: boolean;
            authMethods: string[];
            activeLockoutAuthMethods: string[];
        };
        OrganizationIdentity: {
            /** Format: uuid */
            id: string;
            role: string;
            /** Format: uuid */
            roleId: string | null;
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            identityId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastLoginAuthMethod: string | null;
            /** Format: date-time */
            lastLoginTime: string | null;
            metadata: components["schemas"]["IdentityMetadata"][];
            customRole?: components["schemas"]["IdentityCustomRole"];
            identity: components["schemas"]["OrganizationMember"];
        };
        OwnOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        IdentityDetails: {
            organization: components["schemas"]["OwnOrganization"];
        };
        UpdateIdentityBody: {
            name?: string;
            role?: string;
            hasDeleteProtection?: boolean;
            metadata?: components["schemas"]["IdentityMetadataInput"][];
        };
        MadeServiceToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            projectId: string;
        };
        HeldRole: {
            /** Format: uuid */
            id: string;
            role: string;
            isTemporary: boolean;
            /** Format: uuid */
            customRoleId: string | null;
            customRoleName: string | null;
            customRoleSlug: string | null;
            temporaryMode: string | null;
            temporaryRange: string | null;
            /** Format: date-time */
            temporaryAccessStartTime: string | null;
            /** Format: date-time */
            temporaryAccessEndTime: string | null;
        };
        MemberIdentity: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            orgId: string;
            authMethods: string[];
            hasDeleteProtection: boolean;
            /** Format: uuid */
            projectId: string | null;
        };
        ProjectOfMembership: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        IdentityMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            roles: components["schemas"]["HeldRole"][];
            identity: components["schemas"]["MemberIdentity"];
            project: components["schemas"]["ProjectOfMembership"];
            lastLoginAuthMethod?: string | null;
            /** Format: date-time */
            lastLoginTime?: string | null;
        };
        TrustedNetwork: {
            ipAddress: string;
            /** @enum {string} */
            type: "ipv4" | "ipv6";
            prefix?: number;
        };
        UniversalAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            clientId: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenPeriod: number;
            clientSecretTrustedIps: components["schemas"]["TrustedNetwork"][];
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            lockoutEnabled: boolean;
            lockoutThreshold: number;
            lockoutDurationSeconds: number;
            lockoutCounterResetSeconds: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TrustedNetworkInput: {
            ipAddress: string;
        };
        AttachUniversalAuthBody: {
            /** @default 2592000 */
            accessTokenTTL?: number;
            /** @default 2592000 */
            accessTokenMaxTTL?: number;
            /** @default 0 */
            accessTokenNumUsesLimit?: number;
            /** @default 0 */
            accessTokenPeriod?: number;
            clientSecretTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            /** @default true */
            lockoutEnabled?: boolean;
            /** @default 3 */
            lockoutThreshold?: number;
            /** @default 300 */
            lockoutDurationSeconds?: number;
            /** @default 30 */
            lockoutCounterResetSeconds?: number;
        };
        UpdateUniversalAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenPeriod?: number;
            clientSecretTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            lockoutEnabled?: boolean;
            lockoutThreshold?: number;
            lockoutDurationSeconds?: number;
            lockoutCounterResetSeconds?: number;
        };
        ClientSecret: {
            /** Format: uuid */
            id: string;
            description: string;
            clientSecretPrefix: string;
            clientSecretNumUses: number;
            clientSecretNumUsesLimit: number;
            clientSecretTTL: number;
            /** Format: uuid */
            identityUAId: string;
            isClientSecretRevoked: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateClientSecretBody: {
            /** @default  */
            description?: string;
            /** @default 0 */
            numUsesLimit?: number;
            /** @default 0 */
            ttl?: number;
        };
        IssuedToken: {
            accessToken: string;
            expiresIn: number;
            accessTokenMaxTTL: number;
            /** @enum {string} */
            tokenType: "Bearer";
        };
        TokenAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AttachTokenAuthBody: {
            /** @default 2592000 */
            accessTokenTTL?: number;
            /** @default 2592000 */
            accessTokenMaxTTL?: number;
            /** @default 0 */
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
        };
        UpdateTokenAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
        };
        StoredToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            name: string;
            /** @enum {string} */
            authMethod: "token-auth";
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUses: number;
            accessTokenNumUsesLimit: number;
            /** Format: date-time */
            accessTokenLastUsedAt: string | null;
            /** Format: date-time */
            accessTokenLastRenewedAt: string | null;
            isAccessTokenRevoked: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreatedToken: {
            accessToken: string;
            expiresIn: number;
            accessTokenMaxTTL: number;
            /** @enum {string} */
            tokenType: "Bearer";
            tokenData: components["schemas"]["StoredToken"];
        };
        CreateTokenBody: {
            /** @default  */
            name?: string;
            organizationSlug?: string;
        };
        UpdateTokenBody: {
            name?: string;
        };
        AccessTokenBody: {
            accessToken: string;
        };
        TokenLoginBody: {
            identityId: string;
            organizationSlug?: string;
            jwt: string;
        };
        /** @enum {string} */
        WorkloadCheck: "form" | "issuer" | "signature" | "audience" | "times" | "subject" | "claims" | "namespace" | "name" | "account" | "principal" | "address" | "replay" | "organization";
        CheckStep: {
            check: components["schemas"]["WorkloadCheck"];
            field: string;
            ok: boolean;
            expected: string;
            actual: string;
            hint: string;
        };
        ShownToken: {
            header: {
                [key: string]: unknown;
            };
            claims: {
                [key: string]: unknown;
            };
        };
        WouldIssue: {
            ttl: number;
            maxTTL: number;
            facts: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        WorkloadWarningCode: "no-audience" | "wide-subject" | "star-stops" | "mutable-name" | "fork-claims" | "namespace-only" | "any-issuer" | "long-ttl" | "offline-review" | "tenant-wide" | "issuer-unreachable" | "not-tried" | "address-closed";
        Warning: {
            code: components["schemas"]["WorkloadWarningCode"];
            message: string;
        };
        LoginExplanation: {
            allowed: boolean;
            steps: components["schemas"]["CheckStep"][];
            token: components["schemas"]["ShownToken"] | null;
            wouldIssue: components["schemas"]["WouldIssue"] | null;
            warnings: components["schemas"]["Warning"][];
        };
        OidcAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            oidcDiscoveryUrl: string;
            boundIssuer: string;
            boundAudiences: string;
            boundSubject: string;
            boundClaims: {
                [key: string]: string;
            };
            claimMetadataMapping: {
                [key: string]: string;
            };
            caCert: string;
            maxTokenAge: number;
            singleUse: boolean;
        };
        OidcAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            oidcDiscoveryUrl?: string | null;
            boundIssuer?: string | null;
            boundAudiences?: string | null;
            boundSubject?: string | null;
            boundClaims?: {
                [key: string]: string;
            } | null;
            claimMetadataMapping?: {
                [key: string]: string;
            } | null;
            caCert?: string | null;
            maxTokenAge?: number;
            singleUse?: boolean;
        };
        JwtAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @enum {string} */
            configurationType: "jwks" | "static";
            jwksUrl: string;
            jwksCaCert: string;
            publicKeys: string[];
            boundIssuer: string;
            boundAudiences: string;
            boundSubject: string;
            boundClaims: {
                [key: string]: string;
            };
            maxTokenAge: number;
            singleUse: boolean;
        };
        JwtAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            /** @enum {string} */
            configurationType?: "jwks" | "static";
            jwksUrl?: string | null;
            jwksCaCert?: string | null;
            publicKeys?: string[];
            boundIssuer?: string | null;
            boundAudiences?: string | null;
            boundSubject?: string | null;
            boundClaims?: {
                [key: string]: string;
            } | null;
            maxTokenAge?: number;
            singleUse?: boolean;
        };
        KubernetesAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            kubernetesHost: string;
            caCert: string;
            /** @enum {string} */
            tokenReviewerJwt: "";
            hasTokenReviewerJwt: boolean;
            /** @enum {string} */
            tokenReviewMode: "api" | "oidc";
            allowedNamespaces: string;
            allowedNames: string;
            allowedAudience: string;
            issuer: string;
            jwksUrl: string;
            publicKeys: string[];
            maxTokenAge: number;
        };
        KubernetesAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            kubernetesHost?: string | null;
            caCert?: string | null;
            tokenReviewerJwt?: string | null;
            /** @enum {string} */
            tokenReviewMode?: "api" | "oidc";
            gatewayId?: string | null;
            allowedNamespaces?: string | null;
            allowedNames?: string | null;
            allowedAudience?: string | null;
            issuer?: string | null;
            jwksUrl?: string | null;
            publicKeys?: string[];
            maxTokenAge?: number;
            /** @enum {boolean} */
            verifyTlsCertificate?: true;
            /** @enum {boolean} */
            tlsSkipVerify?: false;
            /** @enum {boolean} */
            insecureSkipVerify?: false;
            /** @enum {boolean} */
            allowInsecure?: false;
            /** @enum {boolean} */
            skipTlsVerify?: false;
        };
        AwsLoginBody: {
            identityId: string;
            organizationSlug?: string;
            /** @default POST */
            iamHttpRequestMethod?: string;
            iamRequestBody: string;
            iamRequestHeaders: string;
        };
        AwsAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @enum {string} */
            type: "iam";
            stsEndpoint: string;
            allowedPrincipalArns: string;
            allowedAccountIds: string;
        };
        AwsAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            stsEndpoint?: string | null;
            allowedPrincipalArns?: string | null;
            allowedAccountIds?: string | null;
        };
        AzureAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            tenantId: string;
            resource: string;
            allowedServicePrincipalIds: string;
        };
        AzureAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            /** Format: uuid */
            tenantId?: string;
            resource?: string | null;
            allowedServicePrincipalIds?: string | null;
        };
        GcpAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            accessTokenTTL: number;
            accessTokenMaxTTL: number;
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["TrustedNetwork"][];
            warnings: components["schemas"]["Warning"][];
            /** Format: uuid */
            attachedBy: string | null;
            lastLogin?: {
                [key: string]: unknown;
            };
            lastFailure?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @enum {string} */
            type: "gce" | "iam";
            allowedServiceAccounts: string;
            allowedProjects: string;
            allowedZones: string;
        };
        GcpAuthBody: {
            accessTokenTTL?: number;
            accessTokenMaxTTL?: number;
            accessTokenNumUsesLimit?: number;
            accessTokenTrustedIps?: components["schemas"]["TrustedNetworkInput"][];
            revokeTokens?: boolean;
            /** @enum {string} */
            type?: "gce" | "iam";
            allowedServiceAccounts?: string | null;
            allowedProjects?: string | null;
            allowedZones?: string | null;
        };
        TrustTemplate: {
            oidcDiscoveryUrl: string;
            boundIssuer: string;
            boundAudiences: string;
            boundSubject: string;
            boundClaims: {
                [key: string]: string;
            };
        };
        GetGitHubTrustTemplateBody: {
            branch?: string;
            tag?: string;
            environment?: string;
            pullRequests?: boolean;
            repository: string;
            repositoryId?: string;
            ownerId?: string;
            workflow?: string;
            audience?: string;
            host?: string;
        };
        GetGitLabTrustTemplateBody: {
            branch?: string;
            tag?: string;
            environment?: string;
            pullRequests?: boolean;
            repository: string;
            repositoryId?: string;
            ownerId?: string;
            audience?: string;
            host?: string;
        };
        GetTerraformTrustTemplateBody: {
            organization: string;
            project?: string;
            workspace?: string;
            /** @enum {string} */
            runPhase?: "plan" | "apply";
            audience?: string;
            host?: string;
        };
        GetKubernetesTrustTemplateBody: {
            issuer: string;
            namespace: string;
            serviceAccount: string;
            audience?: string;
        };
        /** @enum {string} */
        WorkloadAuthUsage: "never" | "unused" | "used";
        WorkloadAuthOverview: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            identityName: string;
            method: string;
            warnings: components["schemas"]["Warning"][];
            usage: components["schemas"]["WorkloadAuthUsage"];
            /** Format: date-time */
            lastLoginAt: string | null;
            /** Format: date-time */
            lastUnavailableAt: string | null;
            serviceTokenCount: number;
            keySetAge: number | null;
        };
        TokenResponse: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            expires_in: number;
        };
        CreateOAuthTokenBody: {
            /** @enum {string} */
            grant_type: "client_credentials";
            client_id?: string;
            client_secret?: string;
            scope?: string;
        };
        TakenMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId?: string;
            /** Format: uuid */
            userId?: string;
            /** Format: uuid */
            projectId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MembershipChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            /** Format: uuid */
            projectId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RoleAssignment: {
            isTemporary?: boolean;
            /** @enum {string} */
            temporaryMode?: "relative";
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            role: string;
        };
        AddIdentityMembershipBody: {
            /**
             * @deprecated
             * @default no-access
             */
            role?: string;
            roles?: components["schemas"]["RoleAssignment"][];
        };
        ReplacedRole: {
            /** Format: uuid */
            id: string;
            role: string;
            isTemporary: boolean;
            /** Format: uuid */
            customRoleId: string | null;
            customRoleName: string | null;
            customRoleSlug: string | null;
            temporaryMode: string | null;
            temporaryRange: string | null;
            /** Format: date-time */
            temporaryAccessStartTime: string | null;
            /** Format: date-time */
            temporaryAccessEndTime: string | null;
            /** Format: uuid */
            projectMembershipId: string;
        };
        UpdateIdentityMembershipBody: {
            roles: components["schemas"]["RoleAssignment"][];
        };
        EndedServiceToken: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        GroupOfProject: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            /** Format: uuid */
            orgId: string;
        };
        ProjectGroup: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            groupId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            roles: components["schemas"]["HeldRole"][];
            group: components["schemas"]["GroupOfProject"];
        };
        ProjectGroupChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            groupId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AddProjectGroupBody: {
            /**
             * @deprecated
             * @default no-access
             */
            role?: string;
            roles?: components["schemas"]["RoleAssignment"][];
        };
        DatedRole: {
            /** Format: uuid */
            id: string;
            role: string;
            isTemporary: boolean;
            /** Format: uuid */
            customRoleId: string | null;
            customRoleName: string | null;
            customRoleSlug: string | null;
            temporaryMode: string | null;
            temporaryRange: string | null;
            /** Format: date-time */
            temporaryAccessStartTime: string | null;
            /** Format: date-time */
            temporaryAccessEndTime: string | null;
            /** Format: uuid */
            projectMembershipId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        UpdateProjectGroupRolesBody: {
            roles: components["schemas"]["RoleAssignment"][];
        };
        ProjectGroupUser: {
            /** Format: uuid */
            id: string;
            email: string;
            username: string;
            firstName: string;
            lastName: string;
            isPartOfGroup: boolean;
            /** Format: date-time */
            joinedGroupAt: string;
        };
        ProjectMemberUser: {
            /** Format: uuid */
            id: string;
            email: string;
            username: string;
            firstName: string;
            lastName: string;
            publicKey: string;
        };
        ProjectMember: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            user: components["schemas"]["ProjectMemberUser"];
            project: components["schemas"]["ProjectOfMembership"];
            roles: components["schemas"]["HeldRole"][];
        };
        RemovedProjectMember: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
        };
        RemoveProjectMembersBody: {
            emails?: string[];
            usernames?: string[];
        } | {
            emails: unknown;
        } | {
            usernames: unknown;
        };
        GetProjectMemberByUsernameBody: {
            username: string;
        };
        UpdateProjectMemberRolesBody: {
            roles: components["schemas"]["RoleAssignment"][];
        };
        GroupOfMember: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        RemovedMembership: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
            groups: components["schemas"]["GroupOfMember"][];
        };
        Inviter: {
            /** @enum {string} */
            kind: "identity" | "user";
            /** Format: uuid */
            id: string;
        };
        OrganizationUser: {
            /** Format: uuid */
            id: string;
            username: string;
            email: string;
            isEmailVerified: boolean;
            firstName: string;
            lastName: string;
            publicKey: string;
        };
        MemberMetadata: {
            /** Format: uuid */
            id: string;
            key: string;
            value: string;
        };
        OrganizationUserMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            orgId: string;
            role: string;
            /** Format: uuid */
            roleId: string | null;
            /** @enum {string} */
            status: "invited" | "accepted";
            isActive: boolean;
            inviteEmail: string;
            inviter: components["schemas"]["Inviter"] | null;
            lastLoginAuthMethod: string | null;
            /** Format: date-time */
            lastLoginTime: string | null;
            user: components["schemas"]["OrganizationUser"];
            customRoleSlug?: string | null;
            metadata?: components["schemas"]["MemberMetadata"][];
        };
        RemoveOrganizationMembersBody: {
            membershipIds: string[];
        };
        MemberMetadataInput: {
            key: string;
            value: string;
        };
        UpdateOrganizationMemberBody: {
            role?: string;
            isActive?: boolean;
            metadata?: components["schemas"]["MemberMetadataInput"][];
        };
        ProjectOfMember: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        ProjectMembershipOfMember: {
            /** Format: uuid */
            id: string;
            project: components["schemas"]["ProjectOfMember"];
            roles: components["schemas"]["HeldRole"][];
        };
        Group: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            name: string;
            slug: string;
            role: string;
            /** Format: uuid */
            roleId: string | null;
            customRoleSlug: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateGroupBody: {
            name: string;
            slug?: string;
            /** @default no-access */
            role?: string;
        };
        UpdateGroupBody: {
            name?: string;
            slug?: string;
            role?: string;
        };
        GroupProject: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            /** Format: date-time */
            joinedGroupAt: string;
        };
        GroupUser: {
            /** Format: uuid */
            id: string;
            email: string;
            username: string;
            firstName: string | null;
            lastName: string | null;
            isPartOfGroup: boolean;
            /** Format: date-time */
            joinedGroupAt: string | null;
        };
        GroupIdentity: {
            /** Format: uuid */
            id: string;
            name: string;
            isPartOfGroup: boolean;
            /** Format: date-time */
            joinedGroupAt: string | null;
        };
        GroupMemberUser: {
            email: string;
            username: string;
            firstName: string | null;
            lastName: string | null;
        };
        GroupMemberIdentity: {
            name: string;
        };
        GroupMember: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "user" | "machineIdentity";
            /** Format: date-time */
            joinedGroupAt: string;
            user?: components["schemas"]["GroupMemberUser"];
            machineIdentity?: components["schemas"]["GroupMemberIdentity"];
        };
        GroupPerson: {
            /** Format: uuid */
            id: string;
            email: string;
            username: string;
            firstName: string | null;
            lastName: string | null;
        };
        GroupIdentityId: {
            /** Format: uuid */
            id: string;
        };
        OidcConfiguration: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            /** @enum {string} */
            configurationType: "discoveryURL";
            discoveryURL: string;
            issuer: string;
            clientId: string;
            redirectUri: string;
            isActive: boolean;
            jitProvisioning: boolean;
            /** @enum {string} */
            jitRole: "member" | "no-access";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateOidcConfigurationBody: {
            organizationId: string;
            /**
             * @default discoveryURL
             * @enum {string}
             */
            configurationType?: "discoveryURL";
            discoveryURL: string;
            clientId: string;
            clientSecret: string;
            /** @default true */
            isActive?: boolean;
            /** @default false */
            jitProvisioning?: boolean;
            /**
             * @default member
             * @enum {string}
             */
            jitRole?: "member" | "no-access";
        };
        UpdateOidcConfigurationBody: {
            organizationId: string;
            /** @enum {string} */
            configurationType?: "discoveryURL";
            discoveryURL?: string;
            clientId?: string;
            clientSecret?: string;
            isActive?: boolean;
            jitProvisioning?: boolean;
            /** @enum {string} */
            jitRole?: "member" | "no-access";
        };
        LinkOwnAccountBody: {
            organizationId: string;
        };
        ProjectRole: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            projectId: string;
            permissions: components["schemas"]["StoredRule"][];
        };
        CreateProjectRoleBody: {
            slug: string;
            name: string;
            description?: string | null;
            permissions: components["schemas"]["ProjectRule"][];
        };
        ProjectRoleItem: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            slug: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            projectId: string;
        };
        UpdateProjectRoleBody: {
            slug?: string;
            name?: string;
            description?: string | null;
            permissions?: components["schemas"]["ProjectRule"][];
        };
        SearchIdentitiesBody: {
            /**
             * @default name
             * @enum {string}
             */
            orderBy?: "name" | "role";
            /**
             * @default asc
             * @enum {string}
             */
            orderDirection?: "asc" | "desc";
            /** @default 50 */
            limit?: number;
            /** @default 0 */
            offset?: number;
            search?: {
                name?: string | components["schemas"]["NameSearch"];
                role?: string | components["schemas"]["RoleSearch"];
                $or?: components["schemas"]["SearchAlternative"][];
            } & {
                [key: string]: unknown;
            };
        };
        PrivilegeV1: {
            /** Format: uuid */
            id: string;
            slug: string;
            isTemporary: boolean;
            temporaryMode?: string;
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            /** Format: date-time */
            temporaryAccessEndTime?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            permissions: components["schemas"]["StoredRule"][];
            /** Format: uuid */
            projectMembershipId: string;
        };
        CreatePermanentPrivilegeV1Body: {
            identityId: string;
            projectSlug: string;
            slug?: string;
            privilegePermission?: {
                actions?: ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject?: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    environment: string;
                    secretPath?: string | {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
            /** @deprecated */
            permissions?: {
                action: ("read" | "create" | "edit" | "delete" | "write") | ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    [key: string]: unknown;
                };
            }[];
        } | Record<string, unknown> | Record<string, unknown>;
        CreateTemporaryPrivilegeV1Body: {
            identityId: string;
            projectSlug: string;
            slug?: string;
            privilegePermission?: {
                actions?: ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject?: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    environment: string;
                    secretPath?: string | {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
            /** @deprecated */
            permissions?: {
                action: ("read" | "create" | "edit" | "delete" | "write") | ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    [key: string]: unknown;
                };
            }[];
            /** @enum {string} */
            temporaryMode: "relative";
            temporaryRange: string;
            /** Format: date-time */
            temporaryAccessStartTime: string;
        } | Record<string, unknown> | Record<string, unknown>;
        PrivilegeDetails: {
            isTemporary?: boolean;
            /** @enum {string} */
            temporaryMode?: "relative";
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            slug?: string;
            privilegePermission?: {
                actions?: ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject?: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    environment: string;
                    secretPath?: string | {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
            /** @deprecated */
            permissions?: {
                action: ("read" | "create" | "edit" | "delete" | "write") | ("read" | "create" | "edit" | "delete" | "write")[];
                /** @enum {string} */
                subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
                conditions?: {
                    [key: string]: unknown;
                };
            }[];
        };
        UpdatePrivilegeV1Body: {
            identityId: string;
            projectSlug: string;
            privilegeSlug: string;
            privilegeDetails: components["schemas"]["PrivilegeDetails"];
        };
        DeletePrivilegeV1Body: {
            identityId: string;
            projectSlug: string;
            privilegeSlug: string;
        };
        Privilege: {
            /** Format: uuid */
            id: string;
            slug: string;
            isTemporary: boolean;
            temporaryMode?: string;
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            /** Format: date-time */
            temporaryAccessEndTime?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            permissions: components["schemas"]["StoredRule"][];
        };
        Lifetime: {
            isTemporary: boolean;
            /** @enum {string} */
            temporaryMode?: "relative";
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
        };
        CreatePrivilegeBody: {
            slug?: string;
            permissions: components["schemas"]["ProjectRule"][];
            type: components["schemas"]["Lifetime"];
            identityId: string;
            projectId: string;
        };
        PrivilegeWithoutRules: {
            /** Format: uuid */
            id: string;
            slug: string;
            isTemporary: boolean;
            temporaryMode?: string;
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            /** Format: date-time */
            temporaryAccessEndTime?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        LifetimeChange: {
            isTemporary?: boolean;
            /** @enum {string} */
            temporaryMode?: "relative";
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
        };
        UpdatePrivilegeBody: {
            slug?: string;
            permissions?: components["schemas"]["ProjectRule"][];
            type?: components["schemas"]["LifetimeChange"];
        };
        UserPrivilege: {
            /** Format: uuid */
            id: string;
            slug: string;
            isTemporary: boolean;
            temporaryMode?: string;
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            /** Format: date-time */
            temporaryAccessEndTime?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            permissions: components["schemas"]["StoredRule"][];
            /** Format: uuid */
            projectMembershipId: string;
        };
        CreateUserPrivilegeBody: {
            slug?: string;
            permissions: components["schemas"]["ProjectRule"][];
            type: components["schemas"]["Lifetime"];
            projectMembershipId?: string;
            userId?: string;
            projectId?: string;
        } | Record<string, unknown> | Record<string, unknown>;
        UserPrivilegeItem: {
            /** Format: uuid */
            id: string;
            slug: string;
            isTemporary: boolean;
            temporaryMode?: string;
            temporaryRange?: string;
            /** Format: date-time */
            temporaryAccessStartTime?: string;
            /** Format: date-time */
            temporaryAccessEndTime?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            projectMembershipId: string;
        };
        OwnOrgAnswer: {
            allowed: boolean;
        };
        OwnOrgPermissions: {
            answers: components["schemas"]["OwnOrgAnswer"][];
        };
        OrgAsked: {
            /** @enum {string} */
            subject: "workspace" | "project" | "role" | "sub-organization" | "member" | "settings" | "incident-contact" | "sso" | "scim" | "github-org-sync" | "github-org-sync-manual" | "ldap" | "groups" | "secret-scanning" | "billing" | "identity" | "kms" | "audit-logs" | "project-templates" | "app-connections" | "organization-admin-console" | "secret-share" | "kmip" | "machine-identity-auth-template" | "gateway" | "gateway-pool" | "relay" | "kmip-server" | "email-domains" | "certificate-manager" | "honey-tokens" | "oauth-clients" | "secrets-management-insights";
            /** @enum {string} */
            action: "create" | "request-access" | "read" | "edit" | "delete" | "direct-access" | "link-group" | "bypass-sso-enforcement" | "grant-privileges" | "add-identities" | "add-members" | "remove-members" | "remove-identities" | "manage-billing" | "revoke-auth" | "edit-auth" | "create-token" | "get-token" | "delete-token" | "connect" | "rotate-credentials" | "access-all-projects" | "manage-settings" | "proxy" | "list-templates" | "edit-templates" | "create-templates" | "delete-templates" | "unlink-templates" | "attach-templates" | "create-gateways" | "list-gateways" | "edit-gateways" | "delete-gateways" | "attach-gateways" | "revoke-gateway-access" | "create-gateway-pools" | "list-gateway-pools" | "edit-gateway-pools" | "delete-gateway-pools" | "attach-gateway-pools" | "create-relays" | "list-relays" | "edit-relays" | "delete-relays" | "revoke-relay-access" | "create-kmip-servers" | "list-kmip-servers" | "edit-kmip-servers" | "delete-kmip-servers" | "revoke-kmip-server-access" | "verify-domain" | "manage-instance" | "setup" | "generate-report" | "delete-report";
        } | {
            /** @enum {unknown} */
            subject: "workspace";
            /** @enum {unknown} */
            action: "create";
        } | {
            /** @enum {unknown} */
            subject: "project";
            /** @enum {unknown} */
            action: "create" | "request-access";
        } | {
            /** @enum {unknown} */
            subject: "role" | "member" | "settings" | "incident-contact" | "scim" | "github-org-sync" | "github-org-sync-manual" | "ldap" | "secret-scanning" | "kms" | "project-templates" | "oauth-clients";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "sub-organization";
            /** @enum {unknown} */
            action: "create" | "edit" | "delete" | "direct-access" | "link-group";
        } | {
            /** @enum {unknown} */
            subject: "sso";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "bypass-sso-enforcement";
        } | {
            /** @enum {unknown} */
            subject: "groups";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "add-identities" | "add-members" | "remove-members" | "remove-identities";
        } | {
            /** @enum {unknown} */
            subject: "billing";
            /** @enum {unknown} */
            action: "read" | "manage-billing";
        } | {
            /** @enum {unknown} */
            subject: "identity";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "revoke-auth" | "edit-auth" | "create-token" | "get-token" | "delete-token";
        } | {
            /** @enum {unknown} */
            subject: "audit-logs";
            /** @enum {unknown} */
            action: "read";
        } | {
            /** @enum {unknown} */
            subject: "app-connections";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "connect" | "rotate-credentials";
        } | {
            /** @enum {unknown} */
            subject: "organization-admin-console";
            /** @enum {unknown} */
            action: "access-all-projects";
        } | {
            /** @enum {unknown} */
            subject: "secret-share";
            /** @enum {unknown} */
            action: "manage-settings";
        } | {
            /** @enum {unknown} */
            subject: "kmip";
            /** @enum {unknown} */
            action: "proxy";
        } | {
            /** @enum {unknown} */
            subject: "machine-identity-auth-template";
            /** @enum {unknown} */
            action: "list-templates" | "edit-templates" | "create-templates" | "delete-templates" | "unlink-templates" | "attach-templates";
        } | {
            /** @enum {unknown} */
            subject: "gateway";
            /** @enum {unknown} */
            action: "create-gateways" | "list-gateways" | "edit-gateways" | "delete-gateways" | "attach-gateways" | "revoke-gateway-access";
        } | {
            /** @enum {unknown} */
            subject: "gateway-pool";
            /** @enum {unknown} */
            action: "create-gateway-pools" | "list-gateway-pools" | "edit-gateway-pools" | "delete-gateway-pools" | "attach-gateway-pools";
        } | {
            /** @enum {unknown} */
            subject: "relay";
            /** @enum {unknown} */
            action: "create-relays" | "list-relays" | "edit-relays" | "delete-relays" | "revoke-relay-access";
        } | {
            /** @enum {unknown} */
            subject: "kmip-server";
            /** @enum {unknown} */
            action: "create-kmip-servers" | "list-kmip-servers" | "edit-kmip-servers" | "delete-kmip-servers" | "revoke-kmip-server-access";
        } | {
            /** @enum {unknown} */
            subject: "email-domains";
            /** @enum {unknown} */
            action: "read" | "create" | "verify-domain" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "certificate-manager";
            /** @enum {unknown} */
            action: "read" | "manage-instance" | "manage-settings";
        } | {
            /** @enum {unknown} */
            subject: "honey-tokens";
            /** @enum {unknown} */
            action: "setup";
        } | {
            /** @enum {unknown} */
            subject: "secrets-management-insights";
            /** @enum {unknown} */
            action: "read" | "generate-report" | "delete-report";
        };
        ListOwnOrganizationPermissionsBody: {
            questions: components["schemas"]["OrgAsked"][];
        };
        CatalogAction: {
            action: string;
            means?: string[];
        };
        CatalogElement: {
            key: string[];
            value: string[];
        };
        CatalogCondition: {
            field: string;
            operators: string[];
            element?: components["schemas"]["CatalogElement"];
            actions: string[];
        };
        CatalogSubject: {
            subject: string;
            actions: components["schemas"]["CatalogAction"][];
            conditions: components["schemas"]["CatalogCondition"][];
        };
        CatalogOperator: {
            operator: string;
            operand: string;
            meaning: string;
        };
        OwnAnswer: {
            allowed: boolean;
            /** Format: date-time */
            endsAt?: string;
        };
        OwnPermissions: {
            /** Format: date-time */
            at: string;
            answers: components["schemas"]["OwnAnswer"][];
        };
        Asked: {
            /** @enum {string} */
            subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
            /** @enum {string} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete" | "manage-access" | "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth" | "issue-host-cert" | "issue-cert" | "list-certs" | "read-generated-credentials" | "rotate-secrets" | "sync-secrets" | "import-secrets" | "remove-secrets" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command" | "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments" | "issue-ca-certificate" | "sign-intermediate" | "read-private-key" | "import" | "read-credentials" | "reset" | "revoke" | "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials" | "connect" | "access" | "trigger-rotation" | "generate-report" | "delete-report" | "perform-rollback" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key" | "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates" | "run-scan" | "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources" | "read-findings" | "update-findings" | "read-configs" | "update-configs" | "terminate" | "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations" | "list" | "test" | "attach" | "proxy" | "report-usage";
            attributes?: {
                [key: string]: unknown;
            };
        } | {
            /** @enum {unknown} */
            subject: "secrets";
            /** @enum {unknown} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "secret-folders";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "manage-access";
        } | {
            /** @enum {unknown} */
            subject: "secret-imports" | "certificate-policies" | "pam-resources" | "pam-domains" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "dynamic-secrets";
            /** @enum {unknown} */
            action: "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease";
        } | {
            /** @enum {unknown} */
            subject: "identity";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth";
        } | {
            /** @enum {unknown} */
            subject: "member";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges";
        } | {
            /** @enum {unknown} */
            subject: "groups";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role";
        } | {
            /** @enum {unknown} */
            subject: "ssh-hosts";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-host-cert";
        } | {
            /** @enum {unknown} */
            subject: "pki-subscribers" | "certificate-templates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs";
        } | {
            /** @enum {unknown} */
            subject: "secret-rotation";
            /** @enum {unknown} */
            action: "read" | "read-generated-credentials" | "create" | "edit" | "delete" | "rotate-secrets";
        } | {
            /** @enum {unknown} */
            subject: "secret-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets";
        } | {
            /** @enum {unknown} */
            subject: "pki-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command";
        } | {
            /** @enum {unknown} */
            subject: "secret-event-subscriptions";
            /** @enum {unknown} */
            action: "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events";
        } | {
            /** @enum {unknown} */
            subject: "certificate-profiles";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments";
        } | {
            /** @enum {unknown} */
            subject: "certificate-authorities";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate";
        } | {
            /** @enum {unknown} */
            subject: "certificates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "read-private-key" | "import";
        } | {
            /** @enum {unknown} */
            subject: "honey-tokens";
            /** @enum {unknown} */
            action: "read" | "read-credentials" | "create" | "edit" | "reset" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "app-connections";
            /** @enum {unknown} */
            action: "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials";
        } | {
            /** @enum {unknown} */
            subject: "mcp-endpoints";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "connect";
        } | {
            /** @enum {unknown} */
            subject: "pam-accounts";
            /** @enum {unknown} */
            action: "access" | "read" | "create" | "edit" | "delete" | "trigger-rotation" | "read-credentials";
        } | {
            /** @enum {unknown} */
            subject: "secret-rollback" | "approval-requests";
            /** @enum {unknown} */
            action: "read" | "create";
        } | {
            /** @enum {unknown} */
            subject: "audit-logs" | "pam-insights" | "secret-approval-request";
            /** @enum {unknown} */
            action: "read";
        } | {
            /** @enum {unknown} */
            subject: "insights";
            /** @enum {unknown} */
            action: "read" | "generate-report" | "delete-report";
        } | {
            /** @enum {unknown} */
            subject: "commits";
            /** @enum {unknown} */
            action: "read" | "perform-rollback";
        } | {
            /** @enum {unknown} */
            subject: "workspace";
            /** @enum {unknown} */
            action: "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "kms";
            /** @enum {unknown} */
            action: "edit";
        } | {
            /** @enum {unknown} */
            subject: "cmek";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key";
        } | {
            /** @enum {unknown} */
            subject: "kmip";
            /** @enum {unknown} */
            action: "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates";
        } | {
            /** @enum {unknown} */
            subject: "pki-discovery" | "pam-discovery";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "run-scan";
        } | {
            /** @enum {unknown} */
            subject: "pki-certificate-installations";
            /** @enum {unknown} */
            action: "read" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "code-signers";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sign";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-data-sources";
            /** @enum {unknown} */
            action: "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-findings";
            /** @enum {unknown} */
            action: "read-findings" | "update-findings";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-configs";
            /** @enum {unknown} */
            action: "read-configs" | "update-configs";
        } | {
            /** @enum {unknown} */
            subject: "pam-sessions";
            /** @enum {unknown} */
            action: "read" | "terminate";
        } | {
            /** @enum {unknown} */
            subject: "approval-request-grants";
            /** @enum {unknown} */
            action: "read" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "secret-events";
            /** @enum {unknown} */
            action: "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations";
        } | {
            /** @enum {unknown} */
            subject: "certificate-application";
            /** @enum {unknown} */
            action: "read" | "list" | "create";
        } | {
            /** @enum {unknown} */
            subject: "hsm-connectors";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "test" | "attach";
        } | {
            /** @enum {unknown} */
            subject: "proxied-services";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "proxy" | "report-usage";
        };
        ListOwnPermissionsBody: {
            questions: components["schemas"]["Asked"][];
        };
        MatrixAnswer: {
            allowed: boolean;
            rule?: number;
            /** Format: date-time */
            endsAt?: string;
        };
        MatrixCell: {
            allowed: boolean;
            rule?: number;
            /** Format: date-time */
            endsAt?: string;
            after?: components["schemas"]["MatrixAnswer"];
        };
        MatrixIdentity: {
            cells: components["schemas"]["MatrixCell"][];
            /** Format: uuid */
            identityId: string;
            name: string;
        };
        MatrixUser: {
            cells: components["schemas"]["MatrixCell"][];
            /** Format: uuid */
            userId: string;
            email: string;
        };
        MatrixTokenScope: {
            environment: string;
            secretPath: string;
        };
        MatrixTokenMaker: {
            /** @enum {string} */
            kind: "identity" | "user";
            /** Format: uuid */
            id: string;
            name: string;
        };
        MatrixToken: {
            /** Format: uuid */
            serviceTokenId: string;
            name: string;
            scopes: components["schemas"]["MatrixTokenScope"][];
            permissions: ("read" | "write")[];
            maker: components["schemas"]["MatrixTokenMaker"];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsed: string | null;
            cells: components["schemas"]["MatrixAnswer"][];
        };
        PermissionRule: {
            subject: string;
            action: string | string[];
            conditions?: Record<string, unknown>;
            inverted?: boolean;
        };
        SourceGroup: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        RuleSource: {
            /** @enum {string} */
            kind: "role" | "privilege";
            slug: string;
            /** Format: uuid */
            id?: string;
            group?: components["schemas"]["SourceGroup"];
            /** Format: date-time */
            validFrom?: string;
            /** Format: date-time */
            validUntil?: string;
        };
        DecidingRule: {
            rule: components["schemas"]["PermissionRule"];
            source: components["schemas"]["RuleSource"];
        };
        ChangeCounts: {
            gainers: number;
            losers: number;
            unchanged: number;
        };
        PermissionMatrix: {
            /** Format: date-time */
            at: string;
            identities: components["schemas"]["MatrixIdentity"][];
            users: components["schemas"]["MatrixUser"][];
            serviceTokens?: components["schemas"]["MatrixToken"][];
            rules: components["schemas"]["DecidingRule"][];
            totalCount: number;
            counts?: components["schemas"]["ChangeCounts"];
            beyondCaller?: components["schemas"]["BeyondCaller"] | null;
        };
        BeyondCaller: {
            message: string;
            missingPermissions: components["schemas"]["PermissionRule"][];
            isComplete: boolean;
        };
        PlannedGrant: {
            permissions: components["schemas"]["ProjectRule"][];
            type?: components["schemas"]["Lifetime"];
        };
        PlannedChange: {
            identityId?: string;
            userId?: string;
            groupId?: string;
            roles?: components["schemas"]["RoleAssignment"][];
            grant?: components["schemas"]["PlannedGrant"];
            privilegeId?: string;
            revoke?: boolean;
            roleSlug?: string;
            permissions?: components["schemas"]["ProjectRule"][];
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | {
            /** @constant */
            revoke: true;
        } | Record<string, unknown>;
        GetPermissionMatrixBody: {
            questions: components["schemas"]["Asked"][];
            /** Format: date-time */
            at?: string;
            identityId?: string;
            userId?: string;
            change?: components["schemas"]["PlannedChange"];
            /**
             * @default all
             * @enum {string}
             */
            show?: "all" | "allowed" | "changed";
            /** @default 0 */
            offset?: number;
            /** @default 50 */
            limit?: number;
            /** @default false */
            includeServiceTokens?: boolean;
        };
        ChangeHolder: {
            /** Format: uuid */
            policyId: string;
            name: string | null;
        };
        NearMiss: {
            rule: components["schemas"]["PermissionRule"];
            source: components["schemas"]["RuleSource"];
            fields: string[];
        };
        PermissionExplanation: {
            allowed: boolean;
            /** Format: date-time */
            at: string;
            decidedBy: components["schemas"]["DecidingRule"] | null;
            /** Format: date-time */
            endsAt?: string;
            heldBy?: components["schemas"]["ChangeHolder"];
            missed: components["schemas"]["NearMiss"][];
            reason: string;
        };
        ExplainPermissionBody: ({
            /** @enum {string} */
            subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
            /** @enum {string} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete" | "manage-access" | "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth" | "issue-host-cert" | "issue-cert" | "list-certs" | "read-generated-credentials" | "rotate-secrets" | "sync-secrets" | "import-secrets" | "remove-secrets" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command" | "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments" | "issue-ca-certificate" | "sign-intermediate" | "read-private-key" | "import" | "read-credentials" | "reset" | "revoke" | "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials" | "connect" | "access" | "trigger-rotation" | "generate-report" | "delete-report" | "perform-rollback" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key" | "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates" | "run-scan" | "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources" | "read-findings" | "update-findings" | "read-configs" | "update-configs" | "terminate" | "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations" | "list" | "test" | "attach" | "proxy" | "report-usage";
            attributes?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            at?: string;
            identityId?: string;
            userId?: string;
        } & ({
            /** @enum {unknown} */
            subject: "secrets";
            /** @enum {unknown} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "secret-folders";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "manage-access";
        } | {
            /** @enum {unknown} */
            subject: "secret-imports" | "certificate-policies" | "pam-resources" | "pam-domains" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "dynamic-secrets";
            /** @enum {unknown} */
            action: "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease";
        } | {
            /** @enum {unknown} */
            subject: "identity";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth";
        } | {
            /** @enum {unknown} */
            subject: "member";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges";
        } | {
            /** @enum {unknown} */
            subject: "groups";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role";
        } | {
            /** @enum {unknown} */
            subject: "ssh-hosts";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-host-cert";
        } | {
            /** @enum {unknown} */
            subject: "pki-subscribers" | "certificate-templates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs";
        } | {
            /** @enum {unknown} */
            subject: "secret-rotation";
            /** @enum {unknown} */
            action: "read" | "read-generated-credentials" | "create" | "edit" | "delete" | "rotate-secrets";
        } | {
            /** @enum {unknown} */
            subject: "secret-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets";
        } | {
            /** @enum {unknown} */
            subject: "pki-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command";
        } | {
            /** @enum {unknown} */
            subject: "secret-event-subscriptions";
            /** @enum {unknown} */
            action: "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events";
        } | {
            /** @enum {unknown} */
            subject: "certificate-profiles";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments";
        } | {
            /** @enum {unknown} */
            subject: "certificate-authorities";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate";
        } | {
            /** @enum {unknown} */
            subject: "certificates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "read-private-key" | "import";
        } | {
            /** @enum {unknown} */
            subject: "honey-tokens";
            /** @enum {unknown} */
            action: "read" | "read-credentials" | "create" | "edit" | "reset" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "app-connections";
            /** @enum {unknown} */
            action: "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials";
        } | {
            /** @enum {unknown} */
            subject: "mcp-endpoints";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "connect";
        } | {
            /** @enum {unknown} */
            subject: "pam-accounts";
            /** @enum {unknown} */
            action: "access" | "read" | "create" | "edit" | "delete" | "trigger-rotation" | "read-credentials";
        } | {
            /** @enum {unknown} */
            subject: "secret-rollback" | "approval-requests";
            /** @enum {unknown} */
            action: "read" | "create";
        } | {
            /** @enum {unknown} */
            subject: "audit-logs" | "pam-insights" | "secret-approval-request";
            /** @enum {unknown} */
            action: "read";
        } | {
            /** @enum {unknown} */
            subject: "insights";
            /** @enum {unknown} */
            action: "read" | "generate-report" | "delete-report";
        } | {
            /** @enum {unknown} */
            subject: "commits";
            /** @enum {unknown} */
            action: "read" | "perform-rollback";
        } | {
            /** @enum {unknown} */
            subject: "workspace";
            /** @enum {unknown} */
            action: "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "kms";
            /** @enum {unknown} */
            action: "edit";
        } | {
            /** @enum {unknown} */
            subject: "cmek";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key";
        } | {
            /** @enum {unknown} */
            subject: "kmip";
            /** @enum {unknown} */
            action: "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates";
        } | {
            /** @enum {unknown} */
            subject: "pki-discovery" | "pam-discovery";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "run-scan";
        } | {
            /** @enum {unknown} */
            subject: "pki-certificate-installations";
            /** @enum {unknown} */
            action: "read" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "code-signers";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sign";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-data-sources";
            /** @enum {unknown} */
            action: "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-findings";
            /** @enum {unknown} */
            action: "read-findings" | "update-findings";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-configs";
            /** @enum {unknown} */
            action: "read-configs" | "update-configs";
        } | {
            /** @enum {unknown} */
            subject: "pam-sessions";
            /** @enum {unknown} */
            action: "read" | "terminate";
        } | {
            /** @enum {unknown} */
            subject: "approval-request-grants";
            /** @enum {unknown} */
            action: "read" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "secret-events";
            /** @enum {unknown} */
            action: "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations";
        } | {
            /** @enum {unknown} */
            subject: "certificate-application";
            /** @enum {unknown} */
            action: "read" | "list" | "create";
        } | {
            /** @enum {unknown} */
            subject: "hsm-connectors";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "test" | "attach";
        } | {
            /** @enum {unknown} */
            subject: "proxied-services";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "proxy" | "report-usage";
        })) | Record<string, unknown> | Record<string, unknown>;
        PermittedIdentity: {
            decidedBy: components["schemas"]["DecidingRule"];
            heldBy?: components["schemas"]["ChangeHolder"];
            /** Format: uuid */
            identityId: string;
            name: string;
        };
        AllowedUser: {
            decidedBy: components["schemas"]["DecidingRule"];
            heldBy?: components["schemas"]["ChangeHolder"];
            /** Format: uuid */
            userId: string;
            email: string;
        };
        ListPermittedIdentitiesBody: {
            /** @enum {string} */
            subject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "ssh-hosts" | "pki-subscribers" | "certificate-templates" | "secret-rotation" | "secret-syncs" | "pki-syncs" | "secret-event-subscriptions" | "certificate-profiles" | "certificate-policies" | "certificate-authorities" | "certificates" | "honey-tokens" | "app-connections" | "mcp-endpoints" | "pam-resources" | "pam-domains" | "pam-accounts" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies" | "secret-rollback" | "audit-logs" | "insights" | "commits" | "workspace" | "kms" | "cmek" | "kmip" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "pam-sessions" | "pam-discovery" | "pam-insights" | "approval-requests" | "approval-request-grants" | "secret-approval-request" | "secret-events" | "certificate-application" | "hsm-connectors" | "proxied-services";
            /** @enum {string} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete" | "manage-access" | "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth" | "issue-host-cert" | "issue-cert" | "list-certs" | "read-generated-credentials" | "rotate-secrets" | "sync-secrets" | "import-secrets" | "remove-secrets" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command" | "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments" | "issue-ca-certificate" | "sign-intermediate" | "read-private-key" | "import" | "read-credentials" | "reset" | "revoke" | "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials" | "connect" | "access" | "trigger-rotation" | "generate-report" | "delete-report" | "perform-rollback" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key" | "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates" | "run-scan" | "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources" | "read-findings" | "update-findings" | "read-configs" | "update-configs" | "terminate" | "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations" | "list" | "test" | "attach" | "proxy" | "report-usage";
            attributes?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            at?: string;
            /** @default 0 */
            offset?: number;
            /** @default 50 */
            limit?: number;
        } | {
            /** @enum {unknown} */
            subject: "secrets";
            /** @enum {unknown} */
            action: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "secret-folders";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "manage-access";
        } | {
            /** @enum {unknown} */
            subject: "secret-imports" | "certificate-policies" | "pam-resources" | "pam-domains" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "dynamic-secrets";
            /** @enum {unknown} */
            action: "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease";
        } | {
            /** @enum {unknown} */
            subject: "identity";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth";
        } | {
            /** @enum {unknown} */
            subject: "member";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges";
        } | {
            /** @enum {unknown} */
            subject: "groups";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role";
        } | {
            /** @enum {unknown} */
            subject: "ssh-hosts";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-host-cert";
        } | {
            /** @enum {unknown} */
            subject: "pki-subscribers" | "certificate-templates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs";
        } | {
            /** @enum {unknown} */
            subject: "secret-rotation";
            /** @enum {unknown} */
            action: "read" | "read-generated-credentials" | "create" | "edit" | "delete" | "rotate-secrets";
        } | {
            /** @enum {unknown} */
            subject: "secret-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets";
        } | {
            /** @enum {unknown} */
            subject: "pki-syncs";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command";
        } | {
            /** @enum {unknown} */
            subject: "secret-event-subscriptions";
            /** @enum {unknown} */
            action: "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events";
        } | {
            /** @enum {unknown} */
            subject: "certificate-profiles";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments";
        } | {
            /** @enum {unknown} */
            subject: "certificate-authorities";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate";
        } | {
            /** @enum {unknown} */
            subject: "certificates";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "read-private-key" | "import";
        } | {
            /** @enum {unknown} */
            subject: "honey-tokens";
            /** @enum {unknown} */
            action: "read" | "read-credentials" | "create" | "edit" | "reset" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "app-connections";
            /** @enum {unknown} */
            action: "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials";
        } | {
            /** @enum {unknown} */
            subject: "mcp-endpoints";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "connect";
        } | {
            /** @enum {unknown} */
            subject: "pam-accounts";
            /** @enum {unknown} */
            action: "access" | "read" | "create" | "edit" | "delete" | "trigger-rotation" | "read-credentials";
        } | {
            /** @enum {unknown} */
            subject: "secret-rollback" | "approval-requests";
            /** @enum {unknown} */
            action: "read" | "create";
        } | {
            /** @enum {unknown} */
            subject: "audit-logs" | "pam-insights" | "secret-approval-request";
            /** @enum {unknown} */
            action: "read";
        } | {
            /** @enum {unknown} */
            subject: "insights";
            /** @enum {unknown} */
            action: "read" | "generate-report" | "delete-report";
        } | {
            /** @enum {unknown} */
            subject: "commits";
            /** @enum {unknown} */
            action: "read" | "perform-rollback";
        } | {
            /** @enum {unknown} */
            subject: "workspace";
            /** @enum {unknown} */
            action: "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "kms";
            /** @enum {unknown} */
            action: "edit";
        } | {
            /** @enum {unknown} */
            subject: "cmek";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key";
        } | {
            /** @enum {unknown} */
            subject: "kmip";
            /** @enum {unknown} */
            action: "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates";
        } | {
            /** @enum {unknown} */
            subject: "pki-discovery" | "pam-discovery";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "run-scan";
        } | {
            /** @enum {unknown} */
            subject: "pki-certificate-installations";
            /** @enum {unknown} */
            action: "read" | "edit" | "delete";
        } | {
            /** @enum {unknown} */
            subject: "code-signers";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "sign";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-data-sources";
            /** @enum {unknown} */
            action: "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-findings";
            /** @enum {unknown} */
            action: "read-findings" | "update-findings";
        } | {
            /** @enum {unknown} */
            subject: "secret-scanning-configs";
            /** @enum {unknown} */
            action: "read-configs" | "update-configs";
        } | {
            /** @enum {unknown} */
            subject: "pam-sessions";
            /** @enum {unknown} */
            action: "read" | "terminate";
        } | {
            /** @enum {unknown} */
            subject: "approval-request-grants";
            /** @enum {unknown} */
            action: "read" | "revoke";
        } | {
            /** @enum {unknown} */
            subject: "secret-events";
            /** @enum {unknown} */
            action: "subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations";
        } | {
            /** @enum {unknown} */
            subject: "certificate-application";
            /** @enum {unknown} */
            action: "read" | "list" | "create";
        } | {
            /** @enum {unknown} */
            subject: "hsm-connectors";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "test" | "attach";
        } | {
            /** @enum {unknown} */
            subject: "proxied-services";
            /** @enum {unknown} */
            action: "read" | "create" | "edit" | "delete" | "proxy" | "report-usage";
        };
        AffectedIdentity: {
            gains: components["schemas"]["PermissionRule"][];
            loses: components["schemas"]["PermissionRule"][];
            /** Format: uuid */
            identityId: string;
            name: string;
        };
        AffectedUser: {
            gains: components["schemas"]["PermissionRule"][];
            loses: components["schemas"]["PermissionRule"][];
            /** Format: uuid */
            userId: string;
            email: string;
        };
        PreviewBody: {
            change: components["schemas"]["PlannedChange"];
            /** @default 0 */
            offset?: number;
            /** @default 50 */
            limit?: number;
        };
        PlaceEffect: {
            environment: string;
            secretPath: string;
            subject: string;
            loses: string[];
            gains: string[];
            secretNames?: string[];
            secretCount?: number;
        };
        Effect: {
            places: components["schemas"]["PlaceEffect"][];
            omittedPlaces: number;
            loses: components["schemas"]["PermissionRule"][];
            gains: components["schemas"]["PermissionRule"][];
        };
        ChangedIdentity: {
            effect: number;
            /** Format: uuid */
            identityId: string;
            name: string;
        };
        ChangedUser: {
            effect: number;
            /** Format: uuid */
            userId: string;
            email: string;
        };
        LookedAt: {
            folders: number;
            environments: number;
            secrets: number;
            isComplete: boolean;
        };
        ChangeEffect: {
            /** Format: date-time */
            at: string;
            effects: components["schemas"]["Effect"][];
            identities: components["schemas"]["ChangedIdentity"][];
            users: components["schemas"]["ChangedUser"][];
            totalCount: number;
            counts: components["schemas"]["ChangeCounts"];
            lookedAt: components["schemas"]["LookedAt"];
            beyondCaller: components["schemas"]["BeyondCaller"] | null;
        };
        SubscriptionConditions: {
            /** @default / */
            secretPath?: string;
            environmentSlug: string;
        };
        SubscriptionEntry: {
            /** @enum {string} */
            event?: "secret:create" | "secret:update" | "secret:delete" | "secret:import-mutation" | "privilege:grant" | "privilege:update" | "privilege:revoke" | "privilege:expiring" | "privilege:expire" | "membership:create" | "membership:update" | "membership:delete" | "membership:expiring" | "membership:expire" | "role:create" | "role:update" | "role:delete" | "approval-policy:create" | "approval-policy:update" | "approval-policy:delete" | "approval:open" | "approval:review" | "approval:merge" | "approval:bypass" | "approval:close" | "approval:reopen" | "approval:expire";
            conditions?: components["schemas"]["SubscriptionConditions"];
        };
        SubscribeToProjectEventsBody: {
            projectId?: string;
            projectSlug?: string;
            register: components["schemas"]["SubscriptionEntry"][];
            cursor?: string;
        } | Record<string, unknown> | Record<string, unknown>;
        StreamTicket: {
            ticket: string;
            /** Format: date-time */
            expiresAt: string;
        };
        CreateEventStreamTicketBody: {
            projectId?: string;
            projectSlug?: string;
            register?: components["schemas"]["SubscriptionEntry"][];
        } | Record<string, unknown> | Record<string, unknown>;
        ScimToken: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            makerId: string;
            description: string;
            ttlDays: number;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreateScimTokenBody: {
            organizationId: string;
            /** @default  */
            description?: string;
            /** @default 365 */
            ttlDays?: number;
        };
        ScimEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            eventType: string;
            event: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ScimFeature: {
            supported: boolean;
        };
        ScimBulk: {
            supported: boolean;
            maxOperations: number;
            maxPayloadSize: number;
        };
        ScimFilter: {
            supported: boolean;
            maxResults: number;
        };
        ScimScheme: {
            type: string;
            name: string;
            description: string;
            specUri: string;
            primary: boolean;
        };
        ScimMeta: {
            resourceType: string;
            /** Format: date-time */
            created?: string;
            /** Format: date-time */
            lastModified?: string;
            location: string;
        };
        ScimServiceConfig: {
            schemas: string[];
            patch: components["schemas"]["ScimFeature"];
            bulk: components["schemas"]["ScimBulk"];
            filter: components["schemas"]["ScimFilter"];
            changePassword: components["schemas"]["ScimFeature"];
            sort: components["schemas"]["ScimFeature"];
            etag: components["schemas"]["ScimFeature"];
            authenticationSchemes: components["schemas"]["ScimScheme"][];
            meta: components["schemas"]["ScimMeta"];
        };
        ScimList: {
            schemas: string[];
            totalResults: number;
            startIndex: number;
            itemsPerPage: number;
            Resources: {
                [key: string]: unknown;
            }[];
        };
        ScimResourceType: {
            schemas: string[];
            id: string;
            name: string;
            description: string;
            endpoint: string;
            schema: string;
            meta: components["schemas"]["ScimMeta"];
        };
        ScimSchema: {
            schemas: string[];
            id: string;
            name: string;
            description: string;
            attributes: {
                [key: string]: unknown;
            }[];
            meta: components["schemas"]["ScimMeta"];
        };
        ScimSearchBodyBody: {
            schemas: string[];
            filter?: string;
            startIndex?: number;
            count?: number;
            attributes?: string[];
            excludedAttributes?: string[];
        };
        ScimName: {
            formatted?: string;
            givenName?: string;
            familyName?: string;
        };
        ScimEmail: {
            value: string;
            type?: string;
            primary?: boolean;
        };
        ScimUser: {
            schemas?: string[];
            userName?: string;
            externalId?: string;
            name?: components["schemas"]["ScimName"];
            displayName?: string;
            emails?: components["schemas"]["ScimEmail"][];
            active?: boolean;
            /** Format: uuid */
            id: string;
            groups?: {
                [key: string]: unknown;
            }[];
            meta?: components["schemas"]["ScimMeta"];
        };
        ScimUserBodyBody: {
            schemas: string[];
            userName: string;
            externalId?: string;
            name?: components["schemas"]["ScimName"];
            displayName?: string;
            emails?: components["schemas"]["ScimEmail"][];
            active?: boolean;
        } | {
            emails: unknown;
        } | {
            /** Format: email */
            userName: unknown;
        };
        ScimOperationBody: {
            op: string;
            path?: string;
            value?: string | boolean | unknown[] | {
                [key: string]: unknown;
            };
        };
        ScimPatchBodyBody: {
            schemas: string[];
            Operations: components["schemas"]["ScimOperationBody"][];
        };
        ScimGroup: {
            schemas?: string[];
            displayName?: string;
            externalId?: string;
            members?: ({
                /** Format: uuid */
                value: string;
            } & {
                [key: string]: unknown;
            })[];
            /** Format: uuid */
            id: string;
            meta?: components["schemas"]["ScimMeta"];
        };
        ScimGroupBodyBody: {
            schemas: string[];
            displayName: string;
            externalId?: string;
            members?: ({
                /** Format: uuid */
                value: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        PolicyEnvironment: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        PolicyPerson: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "user" | "group";
            username?: string;
        };
        UserApprover: {
            /** Format: uuid */
            userId: string;
        };
        Policy: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            envId: string | null;
            environment: components["schemas"]["PolicyEnvironment"] | null;
            environments: components["schemas"]["PolicyEnvironment"][];
            secretPath: string;
            approvals: number;
            approvers: components["schemas"]["PolicyPerson"][];
            userApprovers: components["schemas"]["UserApprover"][];
            bypassers: components["schemas"]["PolicyPerson"][];
            /** @enum {string} */
            enforcementLevel: "hard" | "soft";
            allowedSelfApprovals: boolean;
            bypassForMachineIdentities: boolean;
            satisfiable: boolean;
            /** Format: date-time */
            deletedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Approver: {
            /** @enum {string} */
            type: "user" | "group";
            id?: string;
            username?: string;
        };
        CreateApprovalPolicyV1Body: {
            name?: string;
            environment?: string;
            environments?: string[];
            approvals?: number;
            /** @enum {string} */
            enforcementLevel?: "hard" | "soft";
            allowedSelfApprovals?: boolean;
            bypassForMachineIdentities?: boolean;
            bypassers?: components["schemas"]["Approver"][];
            workspaceId?: string;
            projectId?: string;
            secretPath: string;
            approvers: components["schemas"]["Approver"][];
        } | {
            environment: unknown;
        } | {
            environments: unknown;
        };
        UpdateApprovalPolicyV1Body: {
            name?: string;
            environment?: string;
            environments?: string[];
            approvals?: number;
            /** @enum {string} */
            enforcementLevel?: "hard" | "soft";
            allowedSelfApprovals?: boolean;
            bypassForMachineIdentities?: boolean;
            bypassers?: components["schemas"]["Approver"][];
            secretPath?: string;
            approvers?: components["schemas"]["Approver"][];
        };
        Conflict: {
            /** @enum {string} */
            op: "create" | "update" | "delete";
            secretKey: string;
            environment: string | null;
            secretPath: string;
            /** @enum {string} */
            reason: "changed" | "secret-gone" | "name-taken" | "tag-gone" | "folder-gone";
        };
        Asker: {
            /** Format: uuid */
            userId: string;
            email: string;
            username: string;
            firstName: string;
            lastName: string;
        };
        ListedCommit: {
            /** @enum {string} */
            op: "create" | "update" | "delete";
            /** Format: uuid */
            secretId: string | null;
        };
        Voter: {
            /** Format: uuid */
            userId: string;
            /** @enum {string} */
            status: "approved" | "rejected";
        };
        ListedRequest: {
            /** Format: uuid */
            id: string;
            slug: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            folderId: string;
            /** @enum {string} */
            status: "open" | "close";
            hasMerged: boolean;
            conflicts: components["schemas"]["Conflict"][] | null;
            isReplicated: boolean;
            /** Format: uuid */
            committerUserId: string | null;
            /** Format: uuid */
            committerIdentityId: string | null;
            /** Format: uuid */
            statusChangedByUserId: string | null;
            bypassReason: string | null;
            commitMessage: string | null;
            /** @enum {string|null} */
            closeReason: "merged" | "person" | "policy" | "expired" | null;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            policy: components["schemas"]["Policy"];
            committerUser: components["schemas"]["Asker"] | null;
            committerName: string;
            commits: components["schemas"]["ListedCommit"][];
            commitCount: number;
            environment: string | null;
            reviewers: components["schemas"]["Voter"][];
            approvers: components["schemas"]["PolicyPerson"][];
        };
        RequestCounts: {
            open: number;
            closed: number;
        };
        CallerRelation: {
            isOwn: boolean;
            isApprover: boolean;
            isBypasser: boolean;
            isAdmin: boolean;
        };
        ProposedTag: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            color: string | null;
        };
        ProposedMetadata: {
            key: string;
            value: string;
            isEncrypted: boolean;
        };
        Today: {
            /** Format: uuid */
            id: string;
            version: number;
            secretKey: string;
            secretValue: string;
            secretValueHidden: boolean;
            secretValueReadable: boolean;
            secretComment: string;
        };
        BaseVersion: {
            /** Format: uuid */
            id: string;
            version: number;
            secretKey: string;
        };
        Commit: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            op: "create" | "update" | "delete";
            secretKey: string;
            environment: string | null;
            secretPath: string;
            newSecretName?: string;
            newEnvironment?: string;
            newSecretPath?: string;
            secretValue?: string;
            secretValueHidden: boolean;
            secretValueReadable: boolean;
            secretComment: string;
            tags: components["schemas"]["ProposedTag"][];
            secretMetadata: components["schemas"]["ProposedMetadata"][];
            skipMultilineEncoding: boolean | null;
            secret: components["schemas"]["Today"] | null;
            secretVersion: components["schemas"]["BaseVersion"] | null;
        };
        Reviewer: {
            /** Format: uuid */
            userId: string;
            /** @enum {string} */
            status: "approved" | "rejected";
            email: string | null;
            comment: string;
            counts: boolean;
        };
        Request: {
            /** Format: uuid */
            id: string;
            slug: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            folderId: string;
            /** @enum {string} */
            status: "open" | "close";
            hasMerged: boolean;
            conflicts: components["schemas"]["Conflict"][] | null;
            isReplicated: boolean;
            /** Format: uuid */
            committerUserId: string | null;
            /** Format: uuid */
            committerIdentityId: string | null;
            /** Format: uuid */
            statusChangedByUserId: string | null;
            bypassReason: string | null;
            commitMessage: string | null;
            /** @enum {string|null} */
            closeReason: "merged" | "person" | "policy" | "expired" | null;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            policy: components["schemas"]["Policy"];
            committerName: string;
            callerRelation: components["schemas"]["CallerRelation"];
            environment: string | null;
            secretPath: string | null;
            commits: components["schemas"]["Commit"][];
            reviewers: components["schemas"]["Reviewer"][];
            approvers: components["schemas"]["PolicyPerson"][];
        };
        Review: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            requestId: string;
            /** Format: uuid */
            reviewerUserId: string;
            /** @enum {string} */
            status: "approved" | "rejected";
            comment: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ReviewApprovalRequestBody: {
            /** @enum {string} */
            status: "approved" | "rejected";
            comment?: string;
        };
        Approval: {
            /** Format: uuid */
            id: string;
            slug: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            folderId: string;
            /** @enum {string} */
            status: "open" | "close";
            hasMerged: boolean;
            conflicts: components["schemas"]["Conflict"][] | null;
            isReplicated: boolean;
            /** Format: uuid */
            committerUserId: string | null;
            /** Format: uuid */
            committerIdentityId: string | null;
            /** Format: uuid */
            statusChangedByUserId: string | null;
            bypassReason: string | null;
            commitMessage: string | null;
            /** @enum {string|null} */
            closeReason: "merged" | "person" | "policy" | "expired" | null;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SetApprovalRequestStatusBody: {
            /** @enum {string} */
            status: "open" | "close";
        };
        MergeApprovalRequestBody: {
            bypassReason?: string;
        };
        AccessApprover: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "user" | "group";
            username?: string;
            sequence: number;
        };
        ConsentStep: {
            stepNumber: number;
            numberOfApprovals: number;
        };
        AccessPolicy: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            envId: string | null;
            environment: components["schemas"]["PolicyEnvironment"] | null;
            environments: components["schemas"]["PolicyEnvironment"][];
            secretPath: string;
            approvals: number;
            approvers: components["schemas"]["AccessApprover"][];
            userApprovers: components["schemas"]["UserApprover"][];
            bypassers: components["schemas"]["PolicyPerson"][];
            /** @enum {string} */
            enforcementLevel: "hard" | "soft";
            allowedSelfApprovals: boolean;
            bypassForMachineIdentities: boolean;
            satisfiable: boolean;
            /** Format: date-time */
            deletedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            approvalsRequired: components["schemas"]["ConsentStep"][];
            maxTimePeriod: string | null;
            requestExpirationTime: string | null;
            givenActions: string[];
        };
        ConsentStepInput: {
            stepNumber: number;
            numberOfApprovals: number;
        };
        AccessApproverInput: {
            /** @enum {string} */
            type: "user" | "group";
            id?: string;
            username?: string;
            sequence?: number;
        };
        CreateAccessPolicyBody: {
            name?: string;
            environment?: string;
            environments?: string[];
            approvals?: number;
            /** @enum {string} */
            enforcementLevel?: "hard" | "soft";
            allowedSelfApprovals?: boolean;
            bypassForMachineIdentities?: boolean;
            bypassers?: components["schemas"]["Approver"][];
            approvalsRequired?: components["schemas"]["ConsentStepInput"][];
            maxTimePeriod?: string;
            requestExpirationTime?: string;
            projectSlug: string;
            secretPath: string;
            approvers: components["schemas"]["AccessApproverInput"][];
        } | {
            environment: unknown;
        } | {
            environments: unknown;
        };
        UpdateAccessPolicyBody: {
            name?: string;
            environment?: string;
            environments?: string[];
            approvals?: number;
            /** @enum {string} */
            enforcementLevel?: "hard" | "soft";
            allowedSelfApprovals?: boolean;
            bypassForMachineIdentities?: boolean;
            bypassers?: components["schemas"]["Approver"][];
            approvalsRequired?: components["schemas"]["ConsentStepInput"][];
            maxTimePeriod?: string;
            requestExpirationTime?: string;
            secretPath?: string;
            approvers?: components["schemas"]["AccessApproverInput"][];
        };
        AccessPrivilege: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            expiresAt: string | null;
        };
        AccessVoter: {
            /** Format: uuid */
            userId: string;
            /** @enum {string} */
            status: "approved" | "rejected";
            email: string | null;
        };
        AccessRequest: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            requestedByUserId: string;
            requestedByUser: components["schemas"]["Asker"];
            environment: string;
            secretPath: string;
            permissions: unknown[][];
            isTemporary: boolean;
            temporaryRange: string | null;
            note: string;
            editNote: string | null;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "revoked";
            isApproved: boolean;
            bypassReason: string | null;
            /** Format: uuid */
            privilegeId: string | null;
            privilege: components["schemas"]["AccessPrivilege"] | null;
            reviewers: components["schemas"]["AccessVoter"][];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RequestAccessBody: {
            permissions: unknown[][];
            isTemporary: boolean;
            temporaryRange?: string;
            note?: string;
        };
        ListedAccessRequest: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            requestedByUserId: string;
            requestedByUser: components["schemas"]["Asker"];
            environment: string;
            secretPath: string;
            permissions: unknown[][];
            isTemporary: boolean;
            temporaryRange: string | null;
            note: string;
            editNote: string | null;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "revoked";
            isApproved: boolean;
            bypassReason: string | null;
            /** Format: uuid */
            privilegeId: string | null;
            privilege: components["schemas"]["AccessPrivilege"] | null;
            reviewers: components["schemas"]["AccessVoter"][];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            policy?: components["schemas"]["AccessPolicy"];
        };
        AccessCounts: {
            pendingCount: number;
            finalizedCount: number;
        };
        ShownAccessRequest: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            policyId: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            requestedByUserId: string;
            requestedByUser: components["schemas"]["Asker"];
            environment: string;
            secretPath: string;
            permissions: unknown[][];
            isTemporary: boolean;
            temporaryRange: string | null;
            note: string;
            editNote: string | null;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "revoked";
            isApproved: boolean;
            bypassReason: string | null;
            /** Format: uuid */
            privilegeId: string | null;
            privilege: components["schemas"]["AccessPrivilege"] | null;
            reviewers: components["schemas"]["AccessVoter"][];
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            policy?: components["schemas"]["AccessPolicy"];
            callerRelation: components["schemas"]["CallerRelation"];
        };
        UpdateAccessRequestBody: {
            temporaryRange: string;
            editNote: string;
        };
        AccessReview: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            requestId: string;
            /** Format: uuid */
            reviewerUserId: string;
            /** @enum {string} */
            status: "approved" | "rejected";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ReviewAccessRequestBody: {
            /** @enum {string} */
            status: "approved" | "rejected";
            /** Format: date-time */
            updatedAt?: string;
            bypassReason?: string;
        };
        SecretAuthor: {
            /** Format: uuid */
            actorId: string;
            actorType: string;
            name: string;
            /** Format: uuid */
            membershipId: string;
        };
        CreatedSecret: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            workspace: string;
            environment: string;
            version: number;
            /** @enum {string} */
            type: "shared" | "personal";
            secretKey: string;
            secretValue: string;
            secretComment: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            /** @default false */
            skipMultilineEncoding: boolean;
            actor: components["schemas"]["SecretAuthor"];
            isRotatedSecret: boolean;
        };
        BatchProblem: {
            error: string;
            message: string;
            version?: number;
        };
        BatchItemReport: {
            index: number;
            secretPath: string;
            secretKey: string;
            /** @enum {string} */
            outcome: "create" | "update" | "delete" | "skip" | "refused";
            problems: components["schemas"]["BatchProblem"][];
        };
        Holder: {
            /** Format: uuid */
            policyId: string;
            name: string | null;
        };
        BatchReport: {
            accepted: boolean;
            items: components["schemas"]["BatchItemReport"][];
            wouldBeHeld?: components["schemas"]["Holder"];
        };
        SecretMetadataInput: {
            key: string;
            value?: string;
            isEncrypted?: boolean;
        };
        NewSecret: {
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            secretKey: string;
            secretValue: string;
        };
        CreateSecretsV3Body: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            secrets: components["schemas"]["NewSecret"][];
            /** @default false */
            dryRun?: boolean;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        SecretMetadata: {
            key: string;
            value: string;
            isEncrypted: boolean;
        };
        SecretTag: {
            /** Format: uuid */
            id: string;
            slug: string;
            color: string | null;
            name: string;
        };
        Secret: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            workspace: string;
            environment: string;
            version: number;
            /** @enum {string} */
            type: "shared" | "personal";
            secretKey: string;
            secretValue: string;
            secretComment: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            /** @default false */
            skipMultilineEncoding: boolean;
            actor: components["schemas"]["SecretAuthor"];
            isRotatedSecret: boolean;
            secretValueHidden: boolean;
            secretPath: string;
            secretMetadata: components["schemas"]["SecretMetadata"][];
            tags: components["schemas"]["SecretTag"][];
        };
        SecretChange: {
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            secretKey: string;
            secretPath?: string;
            secretValue?: string;
            newSecretName?: string;
            expectedVersion?: number;
            /** @enum {string} */
            type?: "shared" | "personal";
        };
        UpdateSecretsV3Body: {
            environment: string;
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            secrets: components["schemas"]["SecretChange"][];
            /** @enum {string} */
            mode?: "failOnNotFound" | "upsert" | "ignore";
            dryRun?: boolean;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        SecretDeletion: {
            secretKey: string;
            secretPath?: string;
            expectedVersion?: number;
            /** @enum {string} */
            type?: "shared" | "personal";
        };
        DeleteSecretsV3Body: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            secrets: components["schemas"]["SecretDeletion"][];
            /** @default false */
            dryRun?: boolean;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        CreateSecretsBody: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            secrets: components["schemas"]["NewSecret"][];
            /** @default false */
            dryRun?: boolean;
        };
        UpdateSecretsBody: {
            environment: string;
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            secrets: components["schemas"]["SecretChange"][];
            /** @enum {string} */
            mode?: "failOnNotFound" | "upsert" | "ignore";
            dryRun?: boolean;
        };
        DeleteSecretsBody: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            secrets: components["schemas"]["SecretDeletion"][];
            /** @default false */
            dryRun?: boolean;
        };
        Referrer: {
            environment: string;
            secretPath: string;
            secretKey: string;
            /** Format: uuid */
            secretId: string;
        };
        Referrers: {
            references: components["schemas"]["Referrer"][];
            complete: boolean;
        };
        ReferenceNode: {
            key: string;
            environment: string;
            secretPath: string;
            value?: string;
            /** @enum {string} */
            unresolved?: "missing" | "forbidden" | "cycle" | "too deep";
            children: components["schemas"]["ReferenceNode"][];
        };
        ReferenceTree: {
            tree: components["schemas"]["ReferenceNode"];
            value: string;
            truncated?: boolean;
        };
        ChangeBucket: {
            /** Format: date-time */
            startDate: string;
            count: number;
        };
        ChangeActor: {
            /** @enum {string} */
            actorType: "identity" | "user";
            /** Format: uuid */
            actorId: string;
            name: string;
        };
        ChangedSecret: {
            /** Format: uuid */
            secretId: string;
            /** @enum {string} */
            change: "create" | "update" | "delete";
            secretPath: string;
            secretKey: string;
            version: number;
        };
        ChangeMoment: {
            /** Format: date-time */
            at: string;
            eventId?: string;
            actor?: components["schemas"]["ChangeActor"];
            rolledBackTo?: string;
            created: number;
            updated: number;
            deleted: number;
            secrets: components["schemas"]["ChangedSecret"][];
        };
        FolderChanges: {
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** Format: date-time */
            completeFrom?: string;
            /** Format: date-time */
            countedFrom?: string;
            bucketSeconds: number;
            buckets: components["schemas"]["ChangeBucket"][];
            moments: components["schemas"]["ChangeMoment"][];
        };
        RollbackTarget: {
            environment: string;
            secretPath: string;
            secretKey: string;
            version: number;
        };
        FolderRollbackItem: {
            /** Format: uuid */
            secretId: string;
            /** @enum {string} */
            outcome: "create" | "update" | "delete" | "refused";
            environment: string;
            secretPath: string;
            secretKey: string;
            version?: number;
            target?: components["schemas"]["RollbackTarget"];
            problems: components["schemas"]["BatchProblem"][];
        };
        FolderRollbackReport: {
            isDone: boolean;
            accepted: boolean;
            plan: string;
            unchanged: number;
            items: components["schemas"]["FolderRollbackItem"][];
            wouldBeHeld?: components["schemas"]["Holder"];
        };
        RollBackFolderBody: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            asOf: string;
            /** @default false */
            recursive?: boolean;
            /** @default false */
            dryRun?: boolean;
            expectedPlan?: string;
            secretIds?: string[];
        };
        MoveReport: {
            isSourceUpdated: boolean;
            isDestinationUpdated: boolean;
            referencedBy?: components["schemas"]["ReferencedBy"];
            approval?: components["schemas"]["Approval"];
        };
        MoveSecretsBody: {
            sourceEnvironment: string;
            /** @default / */
            sourceSecretPath?: string;
            destinationEnvironment: string;
            /** @default / */
            destinationSecretPath?: string;
            secretIds: string[];
            /** @default false */
            shouldOverwrite?: boolean;
            projectId: string;
        };
        MoveSecretsV3Body: {
            sourceEnvironment: string;
            /** @default / */
            sourceSecretPath?: string;
            destinationEnvironment: string;
            /** @default / */
            destinationSecretPath?: string;
            secretIds: string[];
            /** @default false */
            shouldOverwrite?: boolean;
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        SecretComparison: {
            environments: string[];
            names: string[];
            letters: string[][];
        };
        CompareSecretsBody: {
            /** @default / */
            secretPath?: string;
            secretNames?: string[];
            environments?: string[];
        };
        NamedActor: {
            /** @enum {string} */
            actorType: "identity" | "user";
            /** Format: uuid */
            actorId: string;
            name: string;
        };
        NameSource: {
            environment: string;
            secretPath: string;
        };
        SecretNames: {
            environments: string[];
            paths: string[];
            allPaths?: string[];
            names: string[];
            folders: number[];
            cells: number[][];
            deletions?: number[][];
            actors: components["schemas"]["NamedActor"][];
            tagSets: string[][];
            sources: components["schemas"]["NameSource"][];
            nextCursor?: string;
        };
        ImportEnvironment: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        SecretImport: {
            /** Format: uuid */
            id: string;
            version: number;
            importPath: string;
            importEnv: components["schemas"]["ImportEnvironment"];
            position: number;
            /** Format: uuid */
            folderId: string;
            isReplication: boolean;
            isReserved: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ImportSource: {
            environment: string;
            path: string;
        };
        CreateSecretImportBody: {
            projectId?: string;
            workspaceId?: string;
            /** @default / */
            path?: string;
            secretPath?: string;
            environment: string;
            import: components["schemas"]["ImportSource"];
            /** @enum {boolean} */
            isReplication?: false;
        } | Record<string, unknown> | Record<string, unknown>;
        ImportedFolder: {
            secretPath: string;
            environment: string;
            /** Format: uuid */
            folderId?: string;
            secrets: components["schemas"]["Secret"][];
        };
        LocatedImport: {
            /** Format: uuid */
            id: string;
            version: number;
            importPath: string;
            importEnv: components["schemas"]["ImportEnvironment"];
            position: number;
            /** Format: uuid */
            folderId: string;
            isReplication: boolean;
            isReserved: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            environment: components["schemas"]["ImportEnvironment"];
            /** Format: uuid */
            projectId: string;
            secretPath: string;
        };
        SecretImportChange: {
            environment?: string;
            path?: string;
            position?: number;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        UpdateSecretImportBody: {
            projectId?: string;
            workspaceId?: string;
            path?: string;
            secretPath?: string;
            environment?: string;
            import: components["schemas"]["SecretImportChange"];
        };
        DeleteSecretImportBody: {
            projectId?: string;
            workspaceId?: string;
            /** @default / */
            path?: string;
            secretPath?: string;
            environment?: string;
        };
        RollBackSecretBody: {
            version: number;
        };
        CreateSecretV3Body: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            /** @default  */
            secretValue?: string;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        UpdateSecretV3Body: {
            environment: string;
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            secretValue?: string;
            newSecretName?: string;
            expectedVersion?: number;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        DeleteSecretV3Body: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            workspaceId?: string;
            projectId?: string;
            projectSlug?: string;
            workspaceSlug?: string;
            expectedVersion?: number;
        } | Record<string, unknown> | Record<string, unknown> | Record<string, unknown> | Record<string, unknown>;
        CreateSecretBody: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            /** @default  */
            secretValue?: string;
        };
        UpdateSecretBody: {
            environment: string;
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            secretComment?: string;
            skipMultilineEncoding?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            secretMetadata?: components["schemas"]["SecretMetadataInput"][];
            tagIds?: string[];
            secretReminderNote?: string;
            secretReminderRepeatDays?: number;
            secretValue?: string;
            newSecretName?: string;
            expectedVersion?: number;
        };
        DeleteSecretBody: {
            environment: string;
            /** @default / */
            secretPath?: string;
            /** @enum {string} */
            type?: "shared" | "personal";
            projectId: string;
            expectedVersion?: number;
        };
        EmailDomain: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** Format: date-time */
            verifiedAt: string | null;
            isVouched: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        DomainRecord: {
            /** @enum {string} */
            type: "TXT";
            name: string;
            value: string;
        };
        ClaimEmailDomainBody: {
            domain: string;
        };
        VerifyEmailDomainBody: {
            /** @default false */
            withoutDns?: boolean;
        };
        FieldError: {
            code: string;
            path: (string | number)[];
            message: string;
        };
        Error: {
            reqId: string;
            statusCode: number;
            /** @enum {string} */
            error: "BadRequest" | "UnauthorizedError" | "PermissionDenied" | "ForbiddenError" | "NotFound" | "MethodNotAllowed" | "RequestTimeout" | "Conflict" | "PayloadTooLarge" | "UriTooLong" | "UnsupportedMediaType" | "ValidationFailure" | "RateLimitExceeded" | "RequestHeaderFieldsTooLarge" | "InternalServerError" | "NotImplemented" | "ServiceUnavailable" | "GatewayTimeoutError";
            message: string | components["schemas"]["FieldError"][];
            details?: unknown;
            context?: {
                /** @enum {string} */
                code: "mfa_invalid" | "mfa_expired";
                triesLeft: number;
            };
        };
        OAuthError: {
            error: string;
            error_description?: string;
        };
        AcmeProblem: {
            type: string;
            status: number;
            detail: string;
            algorithms?: string[];
            subproblems?: Record<string, unknown>[];
        };
        ScimError: {
            schemas: string[];
            status: string;
            scimType?: string;
            detail: string;
        };
        ExactOperators: {
            $eq?: string;
            $ne?: string;
            $in?: string[];
        };
        OrganizationRule: {
            /** @enum {string} */
            subject: "workspace";
            action: "create" | "create"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "project";
            action: ("create" | "request-access") | ("create" | "request-access")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "role" | "member" | "settings" | "incident-contact" | "scim" | "github-org-sync" | "github-org-sync-manual" | "ldap" | "secret-scanning" | "kms" | "project-templates" | "oauth-clients";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "sub-organization";
            action: ("create" | "edit" | "delete" | "direct-access" | "link-group") | ("create" | "edit" | "delete" | "direct-access" | "link-group")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "sso";
            action: ("read" | "create" | "edit" | "delete" | "bypass-sso-enforcement") | ("read" | "create" | "edit" | "delete" | "bypass-sso-enforcement")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "groups";
            action: ("read" | "create" | "edit" | "delete" | "grant-privileges" | "add-identities" | "add-members" | "remove-members" | "remove-identities") | ("read" | "create" | "edit" | "delete" | "grant-privileges" | "add-identities" | "add-members" | "remove-members" | "remove-identities")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "billing";
            action: ("read" | "manage-billing") | ("read" | "manage-billing")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "identity";
            action: ("read" | "create" | "edit" | "delete" | "grant-privileges" | "revoke-auth" | "edit-auth" | "create-token" | "get-token" | "delete-token") | ("read" | "create" | "edit" | "delete" | "grant-privileges" | "revoke-auth" | "edit-auth" | "create-token" | "get-token" | "delete-token")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "audit-logs";
            action: "read" | "read"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "app-connections";
            action: ("read" | "create" | "edit" | "delete" | "connect" | "rotate-credentials") | ("read" | "create" | "edit" | "delete" | "connect" | "rotate-credentials")[];
            inverted?: boolean;
            conditions?: {
                connectionId?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "organization-admin-console";
            action: "access-all-projects" | "access-all-projects"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-share";
            action: "manage-settings" | "manage-settings"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "kmip";
            action: "proxy" | "proxy"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "machine-identity-auth-template";
            action: ("list-templates" | "edit-templates" | "create-templates" | "delete-templates" | "unlink-templates" | "attach-templates") | ("list-templates" | "edit-templates" | "create-templates" | "delete-templates" | "unlink-templates" | "attach-templates")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "gateway";
            action: ("create-gateways" | "list-gateways" | "edit-gateways" | "delete-gateways" | "attach-gateways" | "revoke-gateway-access") | ("create-gateways" | "list-gateways" | "edit-gateways" | "delete-gateways" | "attach-gateways" | "revoke-gateway-access")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "gateway-pool";
            action: ("create-gateway-pools" | "list-gateway-pools" | "edit-gateway-pools" | "delete-gateway-pools" | "attach-gateway-pools") | ("create-gateway-pools" | "list-gateway-pools" | "edit-gateway-pools" | "delete-gateway-pools" | "attach-gateway-pools")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "relay";
            action: ("create-relays" | "list-relays" | "edit-relays" | "delete-relays" | "revoke-relay-access") | ("create-relays" | "list-relays" | "edit-relays" | "delete-relays" | "revoke-relay-access")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "kmip-server";
            action: ("create-kmip-servers" | "list-kmip-servers" | "edit-kmip-servers" | "delete-kmip-servers" | "revoke-kmip-server-access") | ("create-kmip-servers" | "list-kmip-servers" | "edit-kmip-servers" | "delete-kmip-servers" | "revoke-kmip-server-access")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "email-domains";
            action: ("read" | "create" | "verify-domain" | "delete") | ("read" | "create" | "verify-domain" | "delete")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "certificate-manager";
            action: ("read" | "manage-instance" | "manage-settings") | ("read" | "manage-instance" | "manage-settings")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "honey-tokens";
            action: "setup" | "setup"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secrets-management-insights";
            action: ("read" | "generate-report" | "delete-report") | ("read" | "generate-report" | "delete-report")[];
            /** @enum {boolean} */
            inverted?: false;
        };
        TextOperators: {
            $eq?: string;
            $ne?: string;
            $in?: string[];
            $glob?: string;
        };
        PathOperators: {
            $eq?: string;
            $ne?: string;
            $in?: string[];
            $glob?: string;
        };
        ListOperators: {
            $in?: string[];
            $all?: string[];
        };
        PositiveOperators: {
            $eq?: string;
            $in?: string[];
            $glob?: string;
        };
        EqualityOperators: {
            $eq?: string;
            $in?: string[];
        };
        ProjectRule: {
            /** @enum {string} */
            subject: "secrets";
            action: ("read" | "describeSecret" | "readValue" | "create" | "edit" | "delete") | ("read" | "describeSecret" | "readValue" | "create" | "edit" | "delete")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
                secretName?: string | components["schemas"]["TextOperators"];
                secretTags?: components["schemas"]["ListOperators"];
                eventType?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "secret-folders";
            action: ("read" | "create" | "edit" | "delete" | "manage-access") | ("read" | "create" | "edit" | "delete" | "manage-access")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["ExactOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "secret-imports";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "dynamic-secrets";
            action: ("read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease") | ("read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
                metadata?: {
                    $elemMatch: {
                        key?: string | components["schemas"]["ExactOperators"];
                        value?: string | components["schemas"]["ExactOperators"];
                    };
                };
            };
        } | {
            /** @enum {string} */
            subject: "identity";
            action: ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth") | ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "create-token" | "get-token" | "delete-token" | "edit-auth")[];
            inverted?: boolean;
            conditions?: {
                identityId?: string | components["schemas"]["ExactOperators"];
                assignableRole?: string | components["schemas"]["ExactOperators"];
                assignableSubject?: string | components["schemas"]["TextOperators"];
                assignableAction?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "member";
            action: ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges") | ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges")[];
            inverted?: boolean;
            conditions?: {
                userEmail?: string | components["schemas"]["TextOperators"];
                assignableRole?: string | components["schemas"]["ExactOperators"];
                assignableSubject?: string | components["schemas"]["TextOperators"];
                assignableAction?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "groups";
            action: ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role") | ("read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role")[];
            inverted?: boolean;
            conditions?: {
                groupName?: string | components["schemas"]["TextOperators"];
                assignableRole?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "ssh-hosts";
            action: ("read" | "create" | "edit" | "delete" | "issue-host-cert") | ("read" | "create" | "edit" | "delete" | "issue-host-cert")[];
            inverted?: boolean;
            conditions?: {
                hostname?: string | components["schemas"]["PositiveOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "pki-subscribers";
            action: ("read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs") | ("read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["PositiveOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificate-templates";
            action: ("read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs") | ("read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "secret-rotation";
            action: ("read" | "read-generated-credentials" | "create" | "edit" | "delete" | "rotate-secrets") | ("read" | "read-generated-credentials" | "create" | "edit" | "delete" | "rotate-secrets")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
                connectionId?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "secret-syncs";
            action: ("read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets") | ("read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
                connectionId?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "pki-syncs";
            action: ("read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command") | ("read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
                subscriberName?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "secret-event-subscriptions";
            action: ("subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events") | ("subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
                connectionId?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificate-profiles";
            action: ("read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments") | ("read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments")[];
            inverted?: boolean;
            conditions?: {
                slug?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificate-policies";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificate-authorities";
            action: ("read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate") | ("read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificates";
            action: ("read" | "create" | "edit" | "delete" | "read-private-key" | "import") | ("read" | "create" | "edit" | "delete" | "read-private-key" | "import")[];
            inverted?: boolean;
            conditions?: {
                commonName?: string | components["schemas"]["TextOperators"];
                altNames?: string | components["schemas"]["TextOperators"];
                serialNumber?: string | components["schemas"]["TextOperators"];
                friendlyName?: string | components["schemas"]["TextOperators"];
                status?: string | components["schemas"]["TextOperators"];
                metadata?: {
                    $elemMatch: {
                        key?: string | components["schemas"]["EqualityOperators"];
                        value?: string | components["schemas"]["EqualityOperators"];
                    };
                };
            };
        } | {
            /** @enum {string} */
            subject: "honey-tokens";
            action: ("read" | "read-credentials" | "create" | "edit" | "reset" | "revoke") | ("read" | "read-credentials" | "create" | "edit" | "reset" | "revoke")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "app-connections";
            action: ("read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials") | ("read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials")[];
            inverted?: boolean;
            conditions?: {
                connectionId?: string | components["schemas"]["ExactOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "mcp-endpoints";
            action: ("read" | "create" | "edit" | "delete" | "connect") | ("read" | "create" | "edit" | "delete" | "connect")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "pam-resources";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
                resourceType?: string | components["schemas"]["TextOperators"];
                metadata?: {
                    $elemMatch: {
                        key?: string | components["schemas"]["ExactOperators"];
                        value?: string | components["schemas"]["ExactOperators"];
                    };
                };
            };
        } | {
            /** @enum {string} */
            subject: "pam-domains";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            inverted?: boolean;
            conditions?: {
                name?: string | components["schemas"]["TextOperators"];
                domainType?: string | components["schemas"]["TextOperators"];
                metadata?: {
                    $elemMatch: {
                        key?: string | components["schemas"]["ExactOperators"];
                        value?: string | components["schemas"]["ExactOperators"];
                    };
                };
            };
        } | {
            /** @enum {string} */
            subject: "pam-accounts";
            action: ("access" | "read" | "create" | "edit" | "delete" | "trigger-rotation" | "read-credentials") | ("access" | "read" | "create" | "edit" | "delete" | "trigger-rotation" | "read-credentials")[];
            inverted?: boolean;
            conditions?: {
                resourceName?: string | components["schemas"]["TextOperators"];
                accountName?: string | components["schemas"]["TextOperators"];
                resourceType?: string | components["schemas"]["TextOperators"];
                domainName?: string | components["schemas"]["TextOperators"];
                domainType?: string | components["schemas"]["TextOperators"];
                metadata?: {
                    $elemMatch: {
                        key?: string | components["schemas"]["ExactOperators"];
                        value?: string | components["schemas"]["ExactOperators"];
                    };
                };
                accountPath?: string | components["schemas"]["TextOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-host-groups" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "pam-folders" | "mcp-servers" | "mcp-activity-logs" | "pam-account-policies";
            action: ("read" | "create" | "edit" | "delete") | ("read" | "create" | "edit" | "delete")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-rollback" | "approval-requests";
            action: ("read" | "create") | ("read" | "create")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "audit-logs" | "pam-insights" | "secret-approval-request";
            action: "read" | "read"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "insights";
            action: ("read" | "generate-report" | "delete-report") | ("read" | "generate-report" | "delete-report")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "commits";
            action: ("read" | "perform-rollback") | ("read" | "perform-rollback")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "workspace";
            action: ("edit" | "delete") | ("edit" | "delete")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "kms";
            action: "edit" | "edit"[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "cmek";
            action: ("read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key") | ("read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "export-private-key")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "kmip";
            action: ("create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates") | ("create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "pki-discovery" | "pam-discovery";
            action: ("read" | "create" | "edit" | "delete" | "run-scan") | ("read" | "create" | "edit" | "delete" | "run-scan")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "pki-certificate-installations";
            action: ("read" | "edit" | "delete") | ("read" | "edit" | "delete")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "code-signers";
            action: ("read" | "create" | "edit" | "delete" | "sign") | ("read" | "create" | "edit" | "delete" | "sign")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-scanning-data-sources";
            action: ("read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources") | ("read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-scanning-findings";
            action: ("read-findings" | "update-findings") | ("read-findings" | "update-findings")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-scanning-configs";
            action: ("read-configs" | "update-configs") | ("read-configs" | "update-configs")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "pam-sessions";
            action: ("read" | "terminate") | ("read" | "terminate")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "approval-request-grants";
            action: ("read" | "revoke") | ("read" | "revoke")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "secret-events";
            action: ("subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations") | ("subscribe-on-created" | "subscribe-on-updated" | "subscribe-on-deleted" | "subscribe-on-import-mutations")[];
            inverted?: boolean;
            conditions?: {
                environment?: string | components["schemas"]["TextOperators"];
                secretPath?: string | components["schemas"]["PathOperators"];
            };
        } | {
            /** @enum {string} */
            subject: "certificate-application";
            action: ("read" | "list" | "create") | ("read" | "list" | "create")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "hsm-connectors";
            action: ("read" | "create" | "edit" | "delete" | "test" | "attach") | ("read" | "create" | "edit" | "delete" | "test" | "attach")[];
            /** @enum {boolean} */
            inverted?: false;
        } | {
            /** @enum {string} */
            subject: "proxied-services";
            action: ("read" | "create" | "edit" | "delete" | "proxy" | "report-usage") | ("read" | "create" | "edit" | "delete" | "proxy" | "report-usage")[];
            /** @enum {boolean} */
            inverted?: false;
        };
        NameSearch: {
            $eq?: string;
            $contains?: string;
            $in?: string[];
        };
        RoleSearch: {
            $eq?: string;
            $in?: string[];
        };
        SearchAlternative: {
            name?: string | components["schemas"]["NameSearch"];
            role?: string | components["schemas"]["RoleSearch"];
        };
        ListOwnOrganizationsResult: {
            organizations: components["schemas"]["PersonsOrganization"][];
        };
        SendMfaCodeResult: {
            message: string;
        };
        VerifyMfaCodeResult: {
            token: string;
        };
        VerifyRecoveryCodeResult: {
            token: string;
        };
        RefreshSessionResult: {
            token: string;
            organizationId?: string;
        };
        SignOutResult: {
            message: string;
        };
        LockSessionResult: {
            message: string;
        };
        CheckAuthenticationResult: {
            message: string;
        };
        ProveFreshlyResult: {
            token: string;
        };
        ListConsoleSessionsResult: {
            sessions: components["schemas"]["IdentitySession"][];
        };
        EndConsoleSessionsResult: {
            count: number;
        };
        EndConsoleSessionResult: {
            message: string;
        };
        GetOwnAccountResult: {
            user: components["schemas"]["OwnAccount"];
        };
        DeleteOwnAccountResult: {
            user: components["schemas"]["OwnAccount"];
        };
        RenameOwnAccountResult: {
            user: components["schemas"]["OwnAccount"];
        };
        SwitchOwnMfaResult: {
            user: components["schemas"]["OwnAccount"];
        };
        ChangeOwnPasswordResult: {
            token: string;
        };
        SendEmailChangeCodeResult: {
            message: string;
        };
        ChangeOwnEmailResult: {
            user: components["schemas"]["OwnAccount"];
        };
        ListOrganizationsOfOwnAccountResult: {
            organizations: components["schemas"]["PersonsOrganization"][];
        };
        ListOwnSessionsResult: {
            sessions: components["schemas"]["OwnSession"][];
        };
        EndOwnSessionsResult: {
            message: string;
        };
        EndOwnSessionResult: {
            message: string;
        };
        KeepOwnSignInMethodsResult: {
            user: components["schemas"]["OwnAccount"];
        };
        RegisterAuthenticatorAppResult: {
            otpUrl: string;
        };
        ConfirmAuthenticatorAppResult: {
            recoveryCodes: string[];
            token: string;
        };
        RemoveAuthenticatorAppResult: {
            token: string;
        };
        SendRecoveryLinkResult: {
            message: string;
        };
        OpenRecoveryLinkResult: {
            user: components["schemas"]["RecoveredUser"];
            token: string;
        };
        ResetPasswordResult: {
            message: string;
        };
        InvitePeopleResult: {
            message: string;
            completeInviteLinks?: components["schemas"]["InviteLink"][];
        };
        InviteAgainResult: {
            message: string;
            completeInviteLink?: components["schemas"]["InviteLink"];
        };
        OpenInvitationResult: {
            message: string;
            user: components["schemas"]["InvitedUser"];
            token?: string;
        };
        AddProjectMembersResult: {
            memberships: components["schemas"]["AddedProjectMember"][];
            completeInviteLinks?: components["schemas"]["InviteLink"][];
        };
        ListProjectMembersResult: {
            memberships: components["schemas"]["ProjectMember"][];
            totalCount: number;
        };
        RemoveProjectMembersResult: {
            memberships: components["schemas"]["RemovedProjectMember"][];
            serviceTokens?: components["schemas"]["EndedServiceToken"][];
        };
        ListAuditLogsResult: {
            auditLogs: components["schemas"]["AuditLogEntry"][];
            nextCursor?: string;
        };
        CreateOrganizationRoleResult: {
            role: components["schemas"]["OrganizationRole"];
        };
        ListOrganizationRolesResult: {
            roles: components["schemas"]["OrganizationRoleItem"][];
        };
        GetOrganizationRoleBySlugResult: {
            role: components["schemas"]["OrganizationRole"];
        };
        GetOrganizationRoleResult: {
            role: components["schemas"]["OrganizationRole"];
        };
        UpdateOrganizationRoleResult: {
            role: components["schemas"]["OrganizationRole"];
        };
        DeleteOrganizationRoleResult: {
            role: components["schemas"]["OrganizationRole"];
        };
        CreateProjectResult: {
            project: components["schemas"]["Project"];
        };
        ListProjectsResult: {
            projects: components["schemas"]["Project"][];
        };
        GetProjectResult: {
            project: components["schemas"]["Project"];
        };
        UpdateProjectResult: {
            project: components["schemas"]["Project"];
        };
        DeleteProjectResult: {
            project: components["schemas"]["Project"];
        };
        SetAuditLogRetentionViaWorkspaceV1Result: {
            message: string;
            workspace: components["schemas"]["Project"];
        };
        CreateEnvironmentResult: {
            message: string;
            workspace: string;
            environment: components["schemas"]["Environment"];
        };
        GetEnvironmentByIdResult: {
            environment: components["schemas"]["Environment"];
        };
        GetEnvironmentResult: {
            environment: components["schemas"]["Environment"];
        };
        UpdateEnvironmentResult: {
            message: string;
            workspace: string;
            environment: components["schemas"]["Environment"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        DeleteEnvironmentResult: {
            message: string;
            workspace: string;
            environment: components["schemas"]["Environment"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        CreateFolderResult: {
            folder: components["schemas"]["Folder"];
        };
        ListFoldersResult: {
            folders: components["schemas"]["FolderItem"][];
        };
        GetFolderResult: {
            folder: components["schemas"]["Folder"];
        };
        UpdateFolderResult: {
            folder: components["schemas"]["Folder"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        DeleteFolderResult: {
            folder: components["schemas"]["Folder"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        GetRootFolderResult: {
            folder: components["schemas"]["Folder"];
        };
        GetFolderByPathResult: {
            folder: components["schemas"]["Folder"];
        };
        UpdateFoldersResult: {
            folders: components["schemas"]["Folder"][];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        CreateTagResult: {
            tag: components["schemas"]["Tag"];
        };
        ListTagsResult: {
            tags: components["schemas"]["Tag"][];
        };
        GetTagBySlugResult: {
            tag: components["schemas"]["Tag"];
        };
        GetTagResult: {
            tag: components["schemas"]["Tag"];
        };
        UpdateTagResult: {
            tag: components["schemas"]["Tag"];
        };
        DeleteTagResult: {
            tag: components["schemas"]["Tag"];
        };
        CreateServiceTokenResult: {
            serviceToken: string;
            serviceTokenData: components["schemas"]["ServiceToken"];
        };
        ListServiceTokensResult: {
            serviceTokenData: components["schemas"]["ServiceToken"][];
        };
        DeleteServiceTokenResult: {
            serviceTokenData: components["schemas"]["ServiceToken"];
        };
        ListAllCertificateAuthoritiesResult: {
            certificateAuthorities: components["schemas"]["Authority"][];
        };
        ListCertificateAuthoritiesResult: components["schemas"]["Authority"][];
        ListAuthorityCertificatesResult: components["schemas"]["NumberedCertificate"][];
        GetAuthoritySigningRequestResult: {
            csr: string;
        };
        InstallAuthorityCertificateResult: {
            message: string;
            caId: string;
        };
        RevokeAuthorityResult: {
            message: string;
            revokedAt: string;
        };
        ListRevocationListsResult: components["schemas"]["Crl"][];
        CreateCertificatePolicyResult: {
            certificatePolicy: components["schemas"]["CertificatePolicy"];
        };
        ListCertificatePoliciesResult: {
            certificatePolicies: components["schemas"]["CertificatePolicy"][];
            totalCount: number;
        };
        GetCertificatePolicyResult: {
            certificatePolicy: components["schemas"]["CertificatePolicy"];
        };
        UpdateCertificatePolicyResult: {
            certificatePolicy: components["schemas"]["CertificatePolicy"];
        };
        DeleteCertificatePolicyResult: {
            certificatePolicy: components["schemas"]["CertificatePolicy"];
        };
        CreateCertificateProfileResult: {
            certificateProfile: components["schemas"]["CertificateProfile"];
        };
        ListCertificateProfilesResult: {
            certificateProfiles: components["schemas"]["CertificateProfile"][];
            totalCount: number;
        };
        GetCertificateProfileBySlugResult: {
            certificateProfile: components["schemas"]["CertificateProfile"];
        };
        GetCertificateProfileResult: {
            certificateProfile: components["schemas"]["CertificateProfile"];
        };
        UpdateCertificateProfileResult: {
            certificateProfile: components["schemas"]["CertificateProfile"];
        };
        DeleteCertificateProfileResult: {
            certificateProfile: components["schemas"]["CertificateProfile"];
        };
        CreateAcmeBindingKeyResult: {
            eabKey: components["schemas"]["NewBindingKey"];
        };
        ListAcmeBindingKeysResult: {
            eabKeys: components["schemas"]["BindingKey"][];
        };
        DeleteAcmeBindingKeyResult: {
            eabKey: components["schemas"]["BindingKey"];
        };
        RevokeCertificateByThumbprintResult: {
            message: string;
            serialNumber: string;
            revokedAt: string;
        };
        GetCertificateResult: {
            certificate: components["schemas"]["Certificate"];
        };
        DeleteCertificateResult: {
            certificate: components["schemas"]["Certificate"];
        };
        RevokeCertificateResult: {
            message: string;
            serialNumber: string;
            revokedAt: string;
        };
        ListCertificatesResult: {
            certificates: components["schemas"]["Certificate"][];
            totalCount: number;
        };
        SearchCertificatesResult: {
            certificates: components["schemas"]["Certificate"][];
            totalCount: number;
        };
        ListProfileCertificatesResult: {
            certificates: components["schemas"]["Certificate"][];
            totalCount: number;
        };
        CreateCertificateApplicationResult: {
            application: components["schemas"]["Application"];
        };
        ListCertificateApplicationsResult: {
            applications: components["schemas"]["Application"][];
            totalCount: number;
        };
        GetCertificateApplicationByNameResult: {
            application: components["schemas"]["Application"];
        };
        GetCertificateApplicationResult: {
            application: components["schemas"]["Application"];
        };
        UpdateCertificateApplicationResult: {
            application: components["schemas"]["Application"];
        };
        DeleteCertificateApplicationResult: {
            application: components["schemas"]["Application"];
        };
        AttachCertificateProfilesResult: {
            profiles: components["schemas"]["AttachedProfile"][];
        };
        ListAttachedCertificateProfilesResult: {
            profiles: components["schemas"]["AttachedProfile"][];
        };
        CreateApplicationAcmeBindingKeyResult: {
            eabKey: components["schemas"]["NewBindingKey"];
        };
        ListApplicationAcmeBindingKeysResult: {
            eabKeys: components["schemas"]["BindingKey"][];
        };
        DeleteApplicationAcmeBindingKeyResult: {
            eabKey: components["schemas"]["BindingKey"];
        };
        BootstrapInstanceResult: {
            message: string;
            user: components["schemas"]["InstanceAdministrator"];
            organization: components["schemas"]["BootstrapOrganization"];
            identity: components["schemas"]["BootstrapIdentity"];
        };
        CreateOrganizationResult: {
            organization: components["schemas"]["BootstrapOrganization"];
            identity: components["schemas"]["BootstrapIdentity"];
        };
        ListOrganizationsResult: {
            organizations: components["schemas"]["Organization"][];
            totalCount: number;
        };
        UpdateOrganizationResult: {
            organization: components["schemas"]["OrganizationSettings"];
        };
        CreateIdentityResult: {
            identity: components["schemas"]["Identity"];
        };
        ListIdentitiesResult: {
            identities: components["schemas"]["OrganizationIdentity"][];
            totalCount: number;
        };
        GetOwnIdentityDetailsResult: {
            identityDetails: components["schemas"]["IdentityDetails"];
        };
        GetIdentityResult: {
            identity: components["schemas"]["OrganizationIdentity"];
        };
        UpdateIdentityResult: {
            identity: components["schemas"]["Identity"];
        };
        DeleteIdentityResult: {
            identity: components["schemas"]["Identity"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        ListProjectsOfIdentityResult: {
            identityMemberships: components["schemas"]["IdentityMembership"][];
        };
        AttachUniversalAuthResult: {
            identityUniversalAuth: components["schemas"]["UniversalAuth"];
        };
        GetUniversalAuthResult: {
            identityUniversalAuth: components["schemas"]["UniversalAuth"];
        };
        UpdateUniversalAuthResult: {
            identityUniversalAuth: components["schemas"]["UniversalAuth"];
        };
        DetachUniversalAuthResult: {
            identityUniversalAuth: components["schemas"]["UniversalAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        ClearUniversalAuthLockoutsResult: {
            deleted: number;
        };
        CreateClientSecretResult: {
            clientSecret: string;
            clientSecretData: components["schemas"]["ClientSecret"];
        };
        ListClientSecretsResult: {
            clientSecretData: components["schemas"]["ClientSecret"][];
        };
        GetClientSecretResult: {
            clientSecretData: components["schemas"]["ClientSecret"];
        };
        RevokeClientSecretResult: {
            clientSecretData: components["schemas"]["ClientSecret"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachTokenAuthResult: {
            identityTokenAuth: components["schemas"]["TokenAuth"];
        };
        GetTokenAuthResult: {
            identityTokenAuth: components["schemas"]["TokenAuth"];
        };
        UpdateTokenAuthResult: {
            identityTokenAuth: components["schemas"]["TokenAuth"];
        };
        DetachTokenAuthResult: {
            identityTokenAuth: components["schemas"]["TokenAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        ListTokensResult: {
            tokens: components["schemas"]["StoredToken"][];
            totalCount: number;
        };
        GetTokenResult: {
            token: components["schemas"]["StoredToken"];
        };
        UpdateTokenResult: {
            token: components["schemas"]["StoredToken"];
        };
        RevokeTokenResult: {
            message: string;
            token: components["schemas"]["StoredToken"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        RevokeAccessTokenResult: {
            message: string;
        };
        AttachOidcAuthResult: {
            identityOidcAuth: components["schemas"]["OidcAuth"];
        };
        GetOidcAuthResult: {
            identityOidcAuth: components["schemas"]["OidcAuth"];
        };
        UpdateOidcAuthResult: {
            identityOidcAuth: components["schemas"]["OidcAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachOidcAuthResult: {
            identityOidcAuth: components["schemas"]["OidcAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachJwtAuthResult: {
            identityJwtAuth: components["schemas"]["JwtAuth"];
        };
        GetJwtAuthResult: {
            identityJwtAuth: components["schemas"]["JwtAuth"];
        };
        UpdateJwtAuthResult: {
            identityJwtAuth: components["schemas"]["JwtAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachJwtAuthResult: {
            identityJwtAuth: components["schemas"]["JwtAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachKubernetesAuthResult: {
            identityKubernetesAuth: components["schemas"]["KubernetesAuth"];
        };
        GetKubernetesAuthResult: {
            identityKubernetesAuth: components["schemas"]["KubernetesAuth"];
        };
        UpdateKubernetesAuthResult: {
            identityKubernetesAuth: components["schemas"]["KubernetesAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachKubernetesAuthResult: {
            identityKubernetesAuth: components["schemas"]["KubernetesAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachAwsAuthResult: {
            identityAwsAuth: components["schemas"]["AwsAuth"];
        };
        GetAwsAuthResult: {
            identityAwsAuth: components["schemas"]["AwsAuth"];
        };
        UpdateAwsAuthResult: {
            identityAwsAuth: components["schemas"]["AwsAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachAwsAuthResult: {
            identityAwsAuth: components["schemas"]["AwsAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachAzureAuthResult: {
            identityAzureAuth: components["schemas"]["AzureAuth"];
        };
        GetAzureAuthResult: {
            identityAzureAuth: components["schemas"]["AzureAuth"];
        };
        UpdateAzureAuthResult: {
            identityAzureAuth: components["schemas"]["AzureAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachAzureAuthResult: {
            identityAzureAuth: components["schemas"]["AzureAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        AttachGcpAuthResult: {
            identityGcpAuth: components["schemas"]["GcpAuth"];
        };
        GetGcpAuthResult: {
            identityGcpAuth: components["schemas"]["GcpAuth"];
        };
        UpdateGcpAuthResult: {
            identityGcpAuth: components["schemas"]["GcpAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        DetachGcpAuthResult: {
            identityGcpAuth: components["schemas"]["GcpAuth"];
            serviceTokens?: components["schemas"]["MadeServiceToken"][];
            remainingServiceTokens?: components["schemas"]["MadeServiceToken"][];
        };
        GetGitHubTrustTemplateResult: {
            auth: components["schemas"]["TrustTemplate"];
        };
        GetGitLabTrustTemplateResult: {
            auth: components["schemas"]["TrustTemplate"];
        };
        GetTerraformTrustTemplateResult: {
            auth: components["schemas"]["TrustTemplate"];
        };
        GetKubernetesTrustTemplateResult: {
            auth: components["schemas"]["TrustTemplate"];
        };
        ListWorkloadAuthsResult: {
            workloadAuths: components["schemas"]["WorkloadAuthOverview"][];
            totalCount: number;
        };
        GrantProjectAdminAccessResult: {
            membership: components["schemas"]["TakenMembership"];
        };
        GetIdentityMembershipByIdResult: {
            identityMembership: components["schemas"]["IdentityMembership"];
        };
        AddIdentityMembershipResult: {
            identityMembership: components["schemas"]["MembershipChange"];
        };
        GetIdentityMembershipResult: {
            identityMembership: components["schemas"]["IdentityMembership"];
        };
        UpdateIdentityMembershipResult: {
            roles: components["schemas"]["ReplacedRole"][];
        };
        RemoveIdentityMembershipResult: {
            identityMembership: components["schemas"]["MembershipChange"];
            serviceTokens?: components["schemas"]["EndedServiceToken"][];
        };
        ListIdentityMembershipsResult: {
            identityMemberships: components["schemas"]["IdentityMembership"][];
            totalCount: number;
        };
        ListMemberIdentitiesResult: {
            identityMemberships: components["schemas"]["IdentityMembership"][];
            totalCount: number;
        };
        ListProjectGroupsResult: {
            groupMemberships: components["schemas"]["ProjectGroup"][];
        };
        AddProjectGroupResult: {
            groupMembership: components["schemas"]["ProjectGroupChange"];
        };
        GetProjectGroupResult: {
            groupMembership: components["schemas"]["ProjectGroup"];
        };
        UpdateProjectGroupRolesResult: {
            roles: components["schemas"]["DatedRole"][];
        };
        RemoveProjectGroupResult: {
            groupMembership: components["schemas"]["ProjectGroupChange"];
            serviceTokens?: components["schemas"]["EndedServiceToken"][];
        };
        ListProjectGroupUsersResult: {
            users: components["schemas"]["ProjectGroupUser"][];
            totalCount: number;
        };
        GetProjectMemberByUserIdResult: {
            membership: components["schemas"]["ProjectMember"];
        };
        GetProjectMemberByUsernameResult: {
            membership: components["schemas"]["ProjectMember"];
        };
        GetProjectMemberResult: {
            membership: components["schemas"]["ProjectMember"];
        };
        UpdateProjectMemberRolesResult: {
            roles: components["schemas"]["DatedRole"][];
        };
        RemoveProjectMemberResult: {
            membership: components["schemas"]["RemovedMembership"];
            serviceTokens?: components["schemas"]["EndedServiceToken"][];
        };
        ListOrganizationMembersResult: {
            users: components["schemas"]["OrganizationUserMembership"][];
            totalCount: number;
        };
        RemoveOrganizationMembersResult: {
            memberships: components["schemas"]["OrganizationUserMembership"][];
        };
        GetOrganizationMemberResult: {
            membership: components["schemas"]["OrganizationUserMembership"];
        };
        UpdateOrganizationMemberResult: {
            membership: components["schemas"]["OrganizationUserMembership"];
        };
        RemoveOrganizationMemberResult: {
            membership: components["schemas"]["OrganizationUserMembership"];
        };
        RemoveSecondFactorOfMemberResult: {
            membership: components["schemas"]["OrganizationUserMembership"];
        };
        ListProjectsOfOrganizationMemberResult: {
            memberships: components["schemas"]["ProjectMembershipOfMember"][];
        };
        ListGroupsResult: components["schemas"]["Group"][];
        ListGroupProjectsResult: {
            projects: components["schemas"]["GroupProject"][];
            totalCount: number;
        };
        ListGroupUsersResult: {
            users: components["schemas"]["GroupUser"][];
            totalCount: number;
        };
        ListGroupMachineIdentitiesResult: {
            machineIdentities: components["schemas"]["GroupIdentity"][];
            totalCount: number;
        };
        ListGroupMembersResult: {
            members: components["schemas"]["GroupMember"][];
            totalCount: number;
        };
        LinkOwnAccountResult: {
            url: string;
        };
        GetProjectRoleByIdResult: {
            role: components["schemas"]["ProjectRole"];
        };
        CreateProjectRoleResult: {
            role: components["schemas"]["ProjectRole"];
        };
        ListProjectRolesResult: {
            roles: components["schemas"]["ProjectRoleItem"][];
        };
        GetProjectRoleBySlugResult: {
            role: components["schemas"]["ProjectRole"];
        };
        GetProjectRoleResult: {
            role: components["schemas"]["ProjectRole"];
        };
        UpdateProjectRoleResult: {
            role: components["schemas"]["ProjectRole"];
        };
        DeleteProjectRoleResult: {
            role: components["schemas"]["ProjectRole"];
        };
        SearchIdentitiesResult: {
            identities: components["schemas"]["OrganizationIdentity"][];
            totalCount: number;
        };
        CreatePermanentPrivilegeV1Result: {
            privilege: components["schemas"]["PrivilegeV1"];
        };
        CreateTemporaryPrivilegeV1Result: {
            privilege: components["schemas"]["PrivilegeV1"];
        };
        UpdatePrivilegeV1Result: {
            privilege: components["schemas"]["PrivilegeV1"];
        };
        DeletePrivilegeV1Result: {
            privilege: components["schemas"]["PrivilegeV1"];
        };
        ListPrivilegesV1Result: {
            privileges: components["schemas"]["PrivilegeV1"][];
        };
        GetPrivilegeV1Result: {
            privilege: components["schemas"]["PrivilegeV1"];
        };
        CreatePrivilegeResult: {
            privilege: components["schemas"]["Privilege"];
        };
        ListPrivilegesResult: {
            privileges: components["schemas"]["PrivilegeWithoutRules"][];
        };
        GetPrivilegeBySlugResult: {
            privilege: components["schemas"]["Privilege"];
        };
        GetPrivilegeResult: {
            privilege: components["schemas"]["Privilege"];
        };
        UpdatePrivilegeResult: {
            privilege: components["schemas"]["Privilege"];
        };
        DeletePrivilegeResult: {
            privilege: components["schemas"]["Privilege"];
        };
        CreateUserPrivilegeResult: {
            privilege: components["schemas"]["UserPrivilege"];
        };
        ListUserPrivilegesResult: {
            privileges: components["schemas"]["UserPrivilegeItem"][];
        };
        GetUserPrivilegeResult: {
            privilege: components["schemas"]["UserPrivilege"];
        };
        UpdateUserPrivilegeResult: {
            privilege: components["schemas"]["UserPrivilege"];
        };
        DeleteUserPrivilegeResult: {
            privilege: components["schemas"]["UserPrivilege"];
        };
        ListPermissionCatalogResult: {
            project: components["schemas"]["CatalogSubject"][];
            organization: components["schemas"]["CatalogSubject"][];
            operators: components["schemas"]["CatalogOperator"][];
        };
        ListPermittedIdentitiesResult: {
            identities: components["schemas"]["PermittedIdentity"][];
            users: components["schemas"]["AllowedUser"][];
            totalCount: number;
        };
        PreviewPermissionChangeResult: {
            identities: components["schemas"]["AffectedIdentity"][];
            users: components["schemas"]["AffectedUser"][];
            totalCount: number;
        };
        CreateScimTokenResult: {
            scimToken: string;
            scimTokenData: components["schemas"]["ScimToken"];
        };
        ListScimTokensResult: {
            scimTokens: components["schemas"]["ScimToken"][];
        };
        DeleteScimTokenResult: {
            scimToken: components["schemas"]["ScimToken"];
        };
        ListScimEventsResult: {
            scimEvents: components["schemas"]["ScimEvent"][];
        };
        CreateApprovalPolicyV1Result: {
            approval: components["schemas"]["Policy"];
        };
        ListApprovalPoliciesV1Result: {
            approvals: components["schemas"]["Policy"][];
        };
        FindGoverningApprovalPolicyV1Result: {
            policy?: components["schemas"]["Policy"];
        };
        GetApprovalPolicyV1Result: {
            approval: components["schemas"]["Policy"];
        };
        UpdateApprovalPolicyV1Result: {
            approval: components["schemas"]["Policy"];
        };
        DeleteApprovalPolicyV1Result: {
            approval: components["schemas"]["Policy"];
        };
        ListApprovalRequestsResult: {
            approvals: components["schemas"]["ListedRequest"][];
            totalCount: number;
        };
        CountApprovalRequestsResult: {
            approvals: components["schemas"]["RequestCounts"];
        };
        GetApprovalRequestResult: {
            approval: components["schemas"]["Request"];
        };
        ReviewApprovalRequestResult: {
            review: components["schemas"]["Review"];
        };
        SetApprovalRequestStatusResult: {
            approval: components["schemas"]["Approval"];
        };
        MergeApprovalRequestResult: {
            approval: components["schemas"]["Approval"];
        };
        CreateAccessPolicyResult: {
            approval: components["schemas"]["AccessPolicy"];
        };
        ListAccessPoliciesResult: {
            approvals: components["schemas"]["AccessPolicy"][];
        };
        CountAccessPoliciesResult: {
            count: number;
        };
        GetAccessPolicyResult: {
            approval: components["schemas"]["AccessPolicy"];
        };
        UpdateAccessPolicyResult: {
            approval: components["schemas"]["AccessPolicy"];
        };
        DeleteAccessPolicyResult: {
            approval: components["schemas"]["AccessPolicy"];
        };
        RequestAccessResult: {
            approval: components["schemas"]["AccessRequest"];
        };
        ListAccessRequestsResult: {
            requests: components["schemas"]["ListedAccessRequest"][];
        };
        GetAccessRequestResult: {
            request: components["schemas"]["ShownAccessRequest"];
        };
        UpdateAccessRequestResult: {
            approval: components["schemas"]["AccessRequest"];
        };
        ReviewAccessRequestResult: {
            review: components["schemas"]["AccessReview"];
        };
        RevokeAccessRequestResult: {
            request: components["schemas"]["AccessRequest"];
        };
        CreateSecretsResult: {
            secrets?: components["schemas"]["CreatedSecret"][];
            dryRun?: components["schemas"]["BatchReport"];
            approval?: components["schemas"]["Approval"];
        };
        UpdateSecretsResult: {
            secrets?: components["schemas"]["Secret"][];
            dryRun?: components["schemas"]["BatchReport"];
            referencedBy?: components["schemas"]["ReferencedBy"];
            approval?: components["schemas"]["Approval"];
        };
        DeleteSecretsResult: {
            secrets?: components["schemas"]["Secret"][];
            dryRun?: components["schemas"]["BatchReport"];
            referencedBy?: components["schemas"]["ReferencedBy"];
            approval?: components["schemas"]["Approval"];
        };
        RollBackFolderResult: {
            rollback?: components["schemas"]["FolderRollbackReport"];
            referencedBy?: components["schemas"]["ReferencedBy"];
            approval?: components["schemas"]["Approval"];
        };
        CreateSecretImportResult: {
            message: string;
            secretImport: components["schemas"]["SecretImport"];
        };
        ListSecretImportsResult: {
            message: string;
            secretImports: components["schemas"]["SecretImport"][];
        };
        ListImportedSecretsResult: {
            secrets: components["schemas"]["ImportedFolder"][];
        };
        GetSecretImportResult: {
            secretImport: components["schemas"]["LocatedImport"];
        };
        UpdateSecretImportResult: {
            message: string;
            secretImport: components["schemas"]["SecretImport"];
        };
        DeleteSecretImportResult: {
            message: string;
            secretImport: components["schemas"]["SecretImport"];
        };
        ListSecretVersionsResult: {
            secretVersions: components["schemas"]["Secret"][];
        };
        RollBackSecretResult: {
            secret?: components["schemas"]["Secret"];
            approval?: components["schemas"]["Approval"];
        };
        ListSecretsResult: {
            secrets: components["schemas"]["Secret"][];
            imports?: components["schemas"]["ImportedFolder"][];
        };
        GetSecretResult: {
            secret: components["schemas"]["Secret"];
        };
        CreateSecretResult: {
            secret?: components["schemas"]["Secret"];
            approval?: components["schemas"]["Approval"];
        };
        UpdateSecretResult: {
            secret?: components["schemas"]["Secret"];
            approval?: components["schemas"]["Approval"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        DeleteSecretResult: {
            secret?: components["schemas"]["Secret"];
            approval?: components["schemas"]["Approval"];
            referencedBy?: components["schemas"]["ReferencedBy"];
        };
        GetSecretByIdResult: {
            secret: components["schemas"]["Secret"];
        };
        ListEmailDomainsResult: {
            domains: components["schemas"]["EmailDomain"][];
        };
        ClaimEmailDomainResult: {
            domain: components["schemas"]["EmailDomain"];
            record: components["schemas"]["DomainRecord"];
        };
        VerifyEmailDomainResult: {
            domain: components["schemas"]["EmailDomain"];
        };
        GiveUpEmailDomainResult: {
            domain: components["schemas"]["EmailDomain"];
        };
        ListProjectsViaWorkspaceV1Result: {
            workspaces: components["schemas"]["Project"][];
        };
        GetProjectViaWorkspaceV1Result: {
            workspace: components["schemas"]["Project"];
        };
        CreateTagViaWorkspaceV1Result: {
            workspaceTag: components["schemas"]["Tag"];
        };
        ListTagsViaWorkspaceV1Result: {
            workspaceTags: components["schemas"]["Tag"][];
        };
        GetTagBySlugViaWorkspaceV1Result: {
            workspaceTag: components["schemas"]["Tag"];
        };
        GetTagViaWorkspaceV1Result: {
            workspaceTag: components["schemas"]["Tag"];
        };
        UpdateTagViaWorkspaceV1Result: {
            workspaceTag: components["schemas"]["Tag"];
        };
        DeleteTagViaWorkspaceV1Result: {
            workspaceTag: components["schemas"]["Tag"];
        };
        SignInResult: {
            accessToken: string;
        };
        SignInOlderResult: {
            message: string;
        };
        SignInOlderProofResult: {
            message: string;
        };
        CompleteAccountResult: {
            message: string;
            user: components["schemas"]["InvitedUser"];
            token: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
        };
    };
    signInOlder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOlderResult"];
                };
            };
        };
    };
    signInOlderProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOlderProofResult"];
                };
            };
        };
    };
    selectOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelectOrganizationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectedOrganization"];
                };
            };
        };
    };
    listOwnOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOwnOrganizationsResult"];
                };
            };
        };
    };
    sendMfaCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendMfaCodeResult"];
                };
            };
        };
    };
    checkAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    verifyMfaCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyMfaCodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyMfaCodeResult"];
                };
            };
        };
    };
    verifyRecoveryCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRecoveryCodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyRecoveryCodeResult"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshSessionResult"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutResult"];
                };
            };
        };
    };
    lockSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockSessionResult"];
                };
            };
        };
    };
    checkAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckAuthenticationResult"];
                };
            };
        };
    };
    proveFreshly: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProveFreshlyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProveFreshlyResult"];
                };
            };
        };
    };
    signInToConsole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UniversalAuthLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
        };
    };
    signInToConsoleByCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInToConsoleByCodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
        };
    };
    listConsoleSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListConsoleSessionsResult"];
                };
            };
        };
    };
    endConsoleSessions: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndConsoleSessionsResult"];
                };
            };
        };
    };
    endConsoleSession: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndConsoleSessionResult"];
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOwnAccountResult"];
                };
            };
        };
    };
    deleteOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOwnAccountResult"];
                };
            };
        };
    };
    renameOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameOwnAccountBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenameOwnAccountResult"];
                };
            };
        };
    };
    switchOwnMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchOwnMfaBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchOwnMfaResult"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnPasswordBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeOwnPasswordResult"];
                };
            };
        };
    };
    sendEmailChangeCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendEmailChangeCodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendEmailChangeCodeResult"];
                };
            };
        };
    };
    changeOwnEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnEmailBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeOwnEmailResult"];
                };
            };
        };
    };
    listOrganizationsOfOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOrganizationsOfOwnAccountResult"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOwnSessionsResult"];
                };
            };
        };
    };
    endOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOwnSessionsResult"];
                };
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOwnSessionResult"];
                };
            };
        };
    };
    keepOwnSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeepOwnSignInMethodsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeepOwnSignInMethodsResult"];
                };
            };
        };
    };
    registerAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterAuthenticatorAppResult"];
                };
            };
        };
    };
    confirmAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmAuthenticatorAppBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmAuthenticatorAppResult"];
                };
            };
        };
    };
    getAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpState"];
                };
            };
        };
    };
    removeAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveAuthenticatorAppResult"];
                };
            };
        };
    };
    sendRecoveryLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRecoveryLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendRecoveryLinkResult"];
                };
            };
        };
    };
    openRecoveryLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRecoveryLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenRecoveryLinkResult"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPasswordResult"];
                };
            };
        };
    };
    invitePeople: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePeopleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitePeopleResult"];
                };
            };
        };
    };
    inviteAgain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteAgainBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteAgainResult"];
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenInvitationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvitationResult"];
                };
            };
        };
    };
    completeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteAccountBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteAccountResult"];
                };
            };
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectMembersResult"];
                };
            };
        };
    };
    addProjectMembers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectMembersResult"];
                };
            };
        };
    };
    removeProjectMembers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMembersResult"];
                };
            };
        };
    };
    listProjectMembersViaWorkspaceV1: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectMembersResult"];
                };
            };
        };
    };
    addProjectMembersViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectMembersResult"];
                };
            };
        };
    };
    removeProjectMembersViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMembersResult"];
                };
            };
        };
    };
    listProjectMembersViaWorkspaceV2: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectMembersResult"];
                };
            };
        };
    };
    addProjectMembersViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectMembersResult"];
                };
            };
        };
    };
    removeProjectMembersViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveProjectMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMembersResult"];
                };
            };
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                projectId?: string;
                actor?: string;
                eventType?: string;
                secretKey?: string;
                secretPath?: string;
                startDate?: string;
                endDate?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditLogsResult"];
                };
            };
        };
    };
    getAuditChainStatus: {
        parameters: {
            query?: {
                checkpoint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainStatus"];
                };
            };
        };
    };
    listIdentityExposure: {
        parameters: {
            query?: {
                currentOnly?: boolean;
                cursor?: string;
            };
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exposure"];
                };
            };
        };
    };
    listOrganizationRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOrganizationRolesResult"];
                };
            };
        };
    };
    createOrganizationRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOrganizationRoleResult"];
                };
            };
        };
    };
    getOrganizationRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrganizationRoleBySlugResult"];
                };
            };
        };
    };
    getOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrganizationRoleResult"];
                };
            };
        };
    };
    deleteOrganizationRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOrganizationRoleResult"];
                };
            };
        };
    };
    updateOrganizationRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOrganizationRoleResult"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                type?: "secret-manager" | "cert-manager" | "kms" | "ssh" | "secret-scanning" | "pam";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectsResult"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProjectResult"];
                };
            };
        };
    };
    getProjectBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectResult"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteProjectResult"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectResult"];
                };
            };
        };
    };
    listProjectsViaWorkspaceV1: {
        parameters: {
            query?: {
                type?: "secret-manager" | "cert-manager" | "kms" | "ssh" | "secret-scanning" | "pam";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectsViaWorkspaceV1Result"];
                };
            };
        };
    };
    getProjectBySlugViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProjectViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectViaWorkspaceV1Result"];
                };
            };
        };
    };
    setAuditLogRetentionViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAuditLogRetentionViaWorkspaceV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetAuditLogRetentionViaWorkspaceV1Result"];
                };
            };
        };
    };
    createProjectViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProjectResult"];
                };
            };
        };
    };
    getProjectBySlugViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProjectViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    updateProjectViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEnvironmentResult"];
                };
            };
        };
    };
    createEnvironmentViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEnvironmentResult"];
                };
            };
        };
    };
    createEnvironmentViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEnvironmentResult"];
                };
            };
        };
    };
    getEnvironmentById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentByIdResult"];
                };
            };
        };
    };
    getEnvironmentByIdViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentByIdResult"];
                };
            };
        };
    };
    getEnvironmentByIdViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentByIdResult"];
                };
            };
        };
    };
    getEnvironmentBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    getEnvironmentBySlugViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    getEnvironmentBySlugViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"];
                };
            };
        };
    };
    getEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentResult"];
                };
            };
        };
    };
    deleteEnvironment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteEnvironmentResult"];
                };
            };
        };
    };
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateEnvironmentResult"];
                };
            };
        };
    };
    getEnvironmentViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentResult"];
                };
            };
        };
    };
    deleteEnvironmentViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteEnvironmentResult"];
                };
            };
        };
    };
    updateEnvironmentViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateEnvironmentResult"];
                };
            };
        };
    };
    getEnvironmentViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnvironmentResult"];
                };
            };
        };
    };
    deleteEnvironmentViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteEnvironmentResult"];
                };
            };
        };
    };
    updateEnvironmentViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                environmentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateEnvironmentResult"];
                };
            };
        };
    };
    listFoldersV1: {
        parameters: {
            query: {
                projectId?: string;
                /** @deprecated */
                workspaceId?: string;
                path?: string;
                /** @deprecated */
                directory?: string;
                /** @deprecated */
                secretPath?: string;
                environment: string;
                recursive?: boolean;
                lastSecretModified?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFoldersResult"];
                };
            };
        };
    };
    createFolderV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateFolderResult"];
                };
            };
        };
    };
    listFolders: {
        parameters: {
            query: {
                projectId?: string;
                /** @deprecated */
                workspaceId?: string;
                path?: string;
                /** @deprecated */
                directory?: string;
                /** @deprecated */
                secretPath?: string;
                environment: string;
                recursive?: boolean;
                lastSecretModified?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFoldersResult"];
                };
            };
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateFolderResult"];
                };
            };
        };
    };
    getFolderV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFolderResult"];
                };
            };
        };
    };
    deleteFolderV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteFolderV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteFolderResult"];
                };
            };
        };
    };
    updateFolderV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateFolderResult"];
                };
            };
        };
    };
    getFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFolderResult"];
                };
            };
        };
    };
    deleteFolder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteFolderResult"];
                };
            };
        };
    };
    updateFolder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                folderIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateFolderResult"];
                };
            };
        };
    };
    getRootFolderV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetRootFolderResult"];
                };
            };
        };
    };
    getFolderByPathV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environment: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFolderByPathResult"];
                };
            };
        };
    };
    getRootFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetRootFolderResult"];
                };
            };
        };
    };
    getFolderByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                environment: string;
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFolderByPathResult"];
                };
            };
        };
    };
    updateFoldersV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFoldersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateFoldersResult"];
                };
            };
        };
    };
    updateFolders: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFoldersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateFoldersResult"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTagsResult"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTagBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateTagResult"];
                };
            };
        };
    };
    getTagBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTagBySlugResult"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTagResult"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteTagResult"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTagBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateTagResult"];
                };
            };
        };
    };
    listTagsViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTagsViaWorkspaceV1Result"];
                };
            };
        };
    };
    createTagViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTagBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateTagViaWorkspaceV1Result"];
                };
            };
        };
    };
    getTagBySlugViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTagBySlugViaWorkspaceV1Result"];
                };
            };
        };
    };
    getTagViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTagViaWorkspaceV1Result"];
                };
            };
        };
    };
    deleteTagViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteTagViaWorkspaceV1Result"];
                };
            };
        };
    };
    updateTagViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                tagId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTagBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateTagViaWorkspaceV1Result"];
                };
            };
        };
    };
    getOwnServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceToken"];
                };
            };
        };
    };
    createServiceToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateServiceTokenResult"];
                };
            };
        };
    };
    listServiceTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListServiceTokensResult"];
                };
            };
        };
    };
    deleteServiceToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                serviceTokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteServiceTokenResult"];
                };
            };
        };
    };
    listAllCertificateAuthorities: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAllCertificateAuthoritiesResult"];
                };
            };
        };
    };
    listCertificateAuthorities: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCertificateAuthoritiesResult"];
                };
            };
        };
    };
    createCertificateAuthority: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCertificateAuthorityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    getCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    deleteCertificateAuthority: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    updateCertificateAuthority: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCertificateAuthorityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    getAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeCertificate"];
                };
            };
        };
    };
    makeAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeAuthorityCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeCertificate"];
                };
            };
        };
    };
    getOneAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"];
                };
            };
        };
    };
    listAuthorityCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuthorityCertificatesResult"];
                };
            };
        };
    };
    getAuthoritySigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuthoritySigningRequestResult"];
                };
            };
        };
    };
    signIntermediateAuthority: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIntermediateAuthorityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIntermediate"];
                };
            };
        };
    };
    installAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallAuthorityCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallAuthorityCertificateResult"];
                };
            };
        };
    };
    renewAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewAuthorityCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeCertificate"];
                };
            };
        };
    };
    revokeAuthority: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAuthorityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeAuthorityResult"];
                };
            };
        };
    };
    listRevocationLists: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRevocationListsResult"];
                };
            };
        };
    };
    getAuthorityCertificateDer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorityId: string;
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-cert": string;
                };
            };
        };
    };
    getRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                crlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
        };
    };
    getOlderRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                crlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
        };
    };
    getRevocationListDer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                crlId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
        };
    };
    listCertificatePolicies: {
        parameters: {
            query?: {
                projectId?: string;
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCertificatePoliciesResult"];
                };
            };
        };
    };
    createCertificatePolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCertificatePolicyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCertificatePolicyResult"];
                };
            };
        };
    };
    getCertificatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificatePolicyResult"];
                };
            };
        };
    };
    deleteCertificatePolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCertificatePolicyResult"];
                };
            };
        };
    };
    updateCertificatePolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCertificatePolicyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCertificatePolicyResult"];
                };
            };
        };
    };
    listCertificateProfiles: {
        parameters: {
            query?: {
                projectId?: string;
                offset?: number;
                limit?: number;
                search?: string;
                caId?: string;
                applicationId?: string;
                issuerType?: "ca" | "self-signed";
                enrollmentType?: "api" | "acme" | "est" | "scep";
                includeConfigs?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCertificateProfilesResult"];
                };
            };
        };
    };
    createCertificateProfile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCertificateProfileBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCertificateProfileResult"];
                };
            };
        };
    };
    getCertificateProfileBySlug: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificateProfileBySlugResult"];
                };
            };
        };
    };
    getCertificateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificateProfileResult"];
                };
            };
        };
    };
    deleteCertificateProfile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCertificateProfileResult"];
                };
            };
        };
    };
    updateCertificateProfile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCertificateProfileBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCertificateProfileResult"];
                };
            };
        };
    };
    revealAcmeBinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"];
                };
            };
        };
    };
    rotateAcmeBinding: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Binding"];
                };
            };
        };
    };
    listAcmeBindingKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAcmeBindingKeysResult"];
                };
            };
        };
    };
    createAcmeBindingKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBindingKeyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAcmeBindingKeyResult"];
                };
            };
        };
    };
    deleteAcmeBindingKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                profileId: string;
                bindingKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAcmeBindingKeyResult"];
                };
            };
        };
    };
    requestCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedCertificate"];
                };
            };
        };
    };
    importCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedCertificate"];
                };
            };
        };
    };
    getCertificateRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateRequest"];
                };
            };
        };
    };
    revokeCertificateByThumbprint: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeCertificateByThumbprintBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeCertificateByThumbprintResult"];
                };
            };
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificateResult"];
                };
            };
        };
    };
    deleteCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCertificateResult"];
                };
            };
        };
    };
    getCertificateBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBundle"];
                };
            };
        };
    };
    getCertificateBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBody"];
                };
            };
        };
    };
    getCertificatePrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    renewCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenewCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewCertificate"];
                };
            };
        };
    };
    revokeCertificate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeCertificateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeCertificateResult"];
                };
            };
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
                commonName?: string;
                status?: "active" | "expired" | "revoked";
                profileIds?: string[];
                applicationId?: string;
                friendlyName?: string;
                fromDate?: string;
                toDate?: string;
                metadata?: string;
                orderBy?: "notAfter";
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCertificatesResult"];
                };
            };
        };
    };
    searchCertificates: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchCertificatesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchCertificatesResult"];
                };
            };
        };
    };
    listProfileCertificates: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProfileCertificatesResult"];
                };
            };
        };
    };
    getLatestProfileBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBundle"];
                };
            };
        };
    };
    askOcspByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                caId: string;
                ocspRequest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ocsp-response": string;
                };
            };
        };
    };
    askOcsp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                caId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/ocsp-request": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/ocsp-response": string;
                };
            };
        };
    };
    listCertificateApplications: {
        parameters: {
            query?: {
                projectId?: string;
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCertificateApplicationsResult"];
                };
            };
        };
    };
    createCertificateApplication: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCertificateApplicationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCertificateApplicationResult"];
                };
            };
        };
    };
    getCertificateApplicationByName: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificateApplicationByNameResult"];
                };
            };
        };
    };
    getCertificateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCertificateApplicationResult"];
                };
            };
        };
    };
    deleteCertificateApplication: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCertificateApplicationResult"];
                };
            };
        };
    };
    updateCertificateApplication: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCertificateApplicationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCertificateApplicationResult"];
                };
            };
        };
    };
    listAttachedCertificateProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAttachedCertificateProfilesResult"];
                };
            };
        };
    };
    attachCertificateProfiles: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachCertificateProfilesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachCertificateProfilesResult"];
                };
            };
        };
    };
    detachCertificateProfile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationProfile"];
                };
            };
        };
    };
    getApplicationEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEnrollment"];
                };
            };
        };
    };
    setApplicationApiEnrollment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetApplicationApiEnrollmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationApiEnrollment"];
                };
            };
        };
    };
    deleteApplicationApiEnrollment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationApiEnrollment"];
                };
            };
        };
    };
    setApplicationAcmeEnrollment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetApplicationAcmeEnrollmentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationAcmeEnrollment"];
                };
            };
        };
    };
    deleteApplicationAcmeEnrollment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationAcmeEnrollment"];
                };
            };
        };
    };
    revealApplicationAcmeBinding: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationBinding"];
                };
            };
        };
    };
    rotateApplicationAcmeBinding: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationProfile"];
                };
            };
        };
    };
    listApplicationAcmeBindingKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApplicationAcmeBindingKeysResult"];
                };
            };
        };
    };
    createApplicationAcmeBindingKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBindingKeyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApplicationAcmeBindingKeyResult"];
                };
            };
        };
    };
    deleteApplicationAcmeBindingKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                applicationId: string;
                profileId: string;
                bindingKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteApplicationAcmeBindingKeyResult"];
                };
            };
        };
    };
    getAcmeDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeDirectory"];
                };
            };
        };
    };
    askAcmeDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeDirectory"];
                };
            };
        };
    };
    getAcmeNonce: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    askAcmeNonce: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    registerAcmeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeAccount"];
                };
            };
        };
    };
    updateAcmeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeAccount"];
                };
            };
        };
    };
    changeAcmeAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeAccount"];
                };
            };
        };
    };
    orderAcmeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeOrder"];
                };
            };
        };
    };
    listAcmeOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeOrderList"];
                };
            };
        };
    };
    getAcmeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeOrder"];
                };
            };
        };
    };
    finalizeAcmeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeOrder"];
                };
            };
        };
    };
    getAcmeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
        };
    };
    getAlternateAcmeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
                number: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
        };
    };
    getAcmeAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorizationId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeAuthorization"];
                };
            };
        };
    };
    respondToAcmeChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                authorizationId: string;
                challengeId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeChallenge"];
                };
            };
        };
    };
    revokeAcmeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/jose+json": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAcmeRenewalInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certId: string;
                profileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcmeRenewalInfo"];
                };
            };
        };
    };
    bootstrapInstance: {
        parameters: {
            query?: never;
            header?: {
                "X-Setup-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BootstrapInstanceBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BootstrapInstanceResult"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOrganizationsResult"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOrganizationResult"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOrganizationResult"];
                };
            };
        };
    };
    listIdentities: {
        parameters: {
            query?: {
                orgId?: string;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListIdentitiesResult"];
                };
            };
        };
    };
    createIdentity: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIdentityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateIdentityResult"];
                };
            };
        };
    };
    getOwnIdentityDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOwnIdentityDetailsResult"];
                };
            };
        };
    };
    getIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityResult"];
                };
            };
        };
    };
    deleteIdentity: {
        parameters: {
            query?: {
                takeOverProjects?: boolean;
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteIdentityResult"];
                };
            };
        };
    };
    updateIdentity: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIdentityResult"];
                };
            };
        };
    };
    listProjectsOfIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectsOfIdentityResult"];
                };
            };
        };
    };
    getUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUniversalAuthResult"];
                };
            };
        };
    };
    attachUniversalAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachUniversalAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachUniversalAuthResult"];
                };
            };
        };
    };
    detachUniversalAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachUniversalAuthResult"];
                };
            };
        };
    };
    updateUniversalAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUniversalAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUniversalAuthResult"];
                };
            };
        };
    };
    clearUniversalAuthLockouts: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearUniversalAuthLockoutsResult"];
                };
            };
        };
    };
    listClientSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListClientSecretsResult"];
                };
            };
        };
    };
    createClientSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateClientSecretBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateClientSecretResult"];
                };
            };
        };
    };
    getClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
                clientSecretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetClientSecretResult"];
                };
            };
        };
    };
    revokeClientSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
                clientSecretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeClientSecretResult"];
                };
            };
        };
    };
    loginWithUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UniversalAuthLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["UniversalAuthLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    getTokenAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTokenAuthResult"];
                };
            };
        };
    };
    attachTokenAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachTokenAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachTokenAuthResult"];
                };
            };
        };
    };
    detachTokenAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachTokenAuthResult"];
                };
            };
        };
    };
    updateTokenAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTokenAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateTokenAuthResult"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTokensResult"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTokenResult"];
                };
            };
        };
    };
    updateToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateTokenResult"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeTokenResult"];
                };
            };
        };
    };
    renewAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeAccessTokenResult"];
                };
            };
        };
    };
    loginWithOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainOidcAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOidcAuthResult"];
                };
            };
        };
    };
    attachOidcAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OidcAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachOidcAuthResult"];
                };
            };
        };
    };
    detachOidcAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachOidcAuthResult"];
                };
            };
        };
    };
    updateOidcAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OidcAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOidcAuthResult"];
                };
            };
        };
    };
    loginWithJwtAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainJwtAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getJwtAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJwtAuthResult"];
                };
            };
        };
    };
    attachJwtAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JwtAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachJwtAuthResult"];
                };
            };
        };
    };
    detachJwtAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachJwtAuthResult"];
                };
            };
        };
    };
    updateJwtAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JwtAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateJwtAuthResult"];
                };
            };
        };
    };
    loginWithKubernetesAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainKubernetesAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getKubernetesAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetKubernetesAuthResult"];
                };
            };
        };
    };
    attachKubernetesAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KubernetesAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachKubernetesAuthResult"];
                };
            };
        };
    };
    detachKubernetesAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachKubernetesAuthResult"];
                };
            };
        };
    };
    updateKubernetesAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KubernetesAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateKubernetesAuthResult"];
                };
            };
        };
    };
    loginWithAwsAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwsLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["AwsLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainAwsAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwsLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getAwsAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAwsAuthResult"];
                };
            };
        };
    };
    attachAwsAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AwsAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachAwsAuthResult"];
                };
            };
        };
    };
    detachAwsAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachAwsAuthResult"];
                };
            };
        };
    };
    updateAwsAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AwsAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAwsAuthResult"];
                };
            };
        };
    };
    loginWithAzureAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainAzureAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getAzureAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAzureAuthResult"];
                };
            };
        };
    };
    attachAzureAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AzureAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachAzureAuthResult"];
                };
            };
        };
    };
    detachAzureAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachAzureAuthResult"];
                };
            };
        };
    };
    updateAzureAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AzureAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAzureAuthResult"];
                };
            };
        };
    };
    loginWithGcpAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
        };
    };
    explainGcpAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLoginBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginExplanation"];
                };
            };
        };
    };
    getGcpAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetGcpAuthResult"];
                };
            };
        };
    };
    attachGcpAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GcpAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachGcpAuthResult"];
                };
            };
        };
    };
    detachGcpAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetachGcpAuthResult"];
                };
            };
        };
    };
    updateGcpAuth: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GcpAuthBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateGcpAuthResult"];
                };
            };
        };
    };
    getGitHubTrustTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetGitHubTrustTemplateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetGitHubTrustTemplateResult"];
                };
            };
        };
    };
    getGitLabTrustTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetGitLabTrustTemplateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetGitLabTrustTemplateResult"];
                };
            };
        };
    };
    getTerraformTrustTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetTerraformTrustTemplateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTerraformTrustTemplateResult"];
                };
            };
        };
    };
    getKubernetesTrustTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetKubernetesTrustTemplateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetKubernetesTrustTemplateResult"];
                };
            };
        };
    };
    listWorkloadAuths: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWorkloadAuthsResult"];
                };
            };
        };
    };
    createOAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOAuthTokenBody"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateOAuthTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
        };
    };
    grantProjectAdminAccess: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantProjectAdminAccessResult"];
                };
            };
        };
    };
    getIdentityMembershipById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipByIdResult"];
                };
            };
        };
    };
    getIdentityMembershipByIdViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipByIdResult"];
                };
            };
        };
    };
    getIdentityMembershipByIdViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipByIdResult"];
                };
            };
        };
    };
    getIdentityMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipResult"];
                };
            };
        };
    };
    addIdentityMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddIdentityMembershipResult"];
                };
            };
        };
    };
    removeIdentityMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveIdentityMembershipResult"];
                };
            };
        };
    };
    updateIdentityMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIdentityMembershipResult"];
                };
            };
        };
    };
    getIdentityMembershipByIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipResult"];
                };
            };
        };
    };
    addIdentityMembershipByIdentity: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddIdentityMembershipResult"];
                };
            };
        };
    };
    removeIdentityMembershipByIdentity: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveIdentityMembershipResult"];
                };
            };
        };
    };
    updateIdentityMembershipByIdentity: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIdentityMembershipResult"];
                };
            };
        };
    };
    getIdentityMembershipViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipResult"];
                };
            };
        };
    };
    addIdentityMembershipViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddIdentityMembershipResult"];
                };
            };
        };
    };
    removeIdentityMembershipViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveIdentityMembershipResult"];
                };
            };
        };
    };
    updateIdentityMembershipViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIdentityMembershipResult"];
                };
            };
        };
    };
    getIdentityMembershipViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIdentityMembershipResult"];
                };
            };
        };
    };
    addIdentityMembershipViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddIdentityMembershipResult"];
                };
            };
        };
    };
    removeIdentityMembershipViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveIdentityMembershipResult"];
                };
            };
        };
    };
    updateIdentityMembershipViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityMembershipBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIdentityMembershipResult"];
                };
            };
        };
    };
    listIdentityMemberships: {
        parameters: {
            query?: {
                offset?: number;
                orderBy?: "name";
                orderDirection?: "asc" | "desc";
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListIdentityMembershipsResult"];
                };
            };
        };
    };
    listIdentityMembershipsViaWorkspaceV1: {
        parameters: {
            query?: {
                offset?: number;
                orderBy?: "name";
                orderDirection?: "asc" | "desc";
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListIdentityMembershipsResult"];
                };
            };
        };
    };
    listIdentityMembershipsViaWorkspaceV2: {
        parameters: {
            query?: {
                offset?: number;
                orderBy?: "name";
                orderDirection?: "asc" | "desc";
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListIdentityMembershipsResult"];
                };
            };
        };
    };
    listMemberIdentities: {
        parameters: {
            query?: {
                offset?: number;
                orderBy?: "name";
                orderDirection?: "asc" | "desc";
                limit?: number;
                identityName?: string;
                roles?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMemberIdentitiesResult"];
                };
            };
        };
    };
    listProjectGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupsResult"];
                };
            };
        };
    };
    listProjectGroupsByMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupsResult"];
                };
            };
        };
    };
    listProjectGroupsViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupsResult"];
                };
            };
        };
    };
    listProjectGroupsViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupsResult"];
                };
            };
        };
    };
    getProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectGroupResult"];
                };
            };
        };
    };
    addProjectGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddProjectGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectGroupResult"];
                };
            };
        };
    };
    removeProjectGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectGroupResult"];
                };
            };
        };
    };
    updateProjectGroupRoles: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectGroupRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectGroupRolesResult"];
                };
            };
        };
    };
    getProjectGroupByMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectGroupResult"];
                };
            };
        };
    };
    addProjectGroupByMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddProjectGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectGroupResult"];
                };
            };
        };
    };
    removeProjectGroupByMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectGroupResult"];
                };
            };
        };
    };
    updateProjectGroupRolesByMembership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectGroupRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectGroupRolesResult"];
                };
            };
        };
    };
    getProjectGroupViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectGroupResult"];
                };
            };
        };
    };
    addProjectGroupViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddProjectGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectGroupResult"];
                };
            };
        };
    };
    removeProjectGroupViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectGroupResult"];
                };
            };
        };
    };
    updateProjectGroupRolesViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectGroupRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectGroupRolesResult"];
                };
            };
        };
    };
    getProjectGroupViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectGroupResult"];
                };
            };
        };
    };
    addProjectGroupViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddProjectGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProjectGroupResult"];
                };
            };
        };
    };
    removeProjectGroupViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectGroupResult"];
                };
            };
        };
    };
    updateProjectGroupRolesViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectGroupRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectGroupRolesResult"];
                };
            };
        };
    };
    listProjectGroupUsers: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupUsersResult"];
                };
            };
        };
    };
    listProjectGroupUsersByMembership: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupUsersResult"];
                };
            };
        };
    };
    listProjectGroupUsersViaWorkspaceV1: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupUsersResult"];
                };
            };
        };
    };
    listProjectGroupUsersViaWorkspaceV2: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                projectId: string;
                group: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectGroupUsersResult"];
                };
            };
        };
    };
    getProjectMemberByUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUserIdResult"];
                };
            };
        };
    };
    getProjectMemberByUserIdViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUserIdResult"];
                };
            };
        };
    };
    getProjectMemberByUserIdViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUserIdResult"];
                };
            };
        };
    };
    getProjectMemberByUsername: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetProjectMemberByUsernameBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUsernameResult"];
                };
            };
        };
    };
    getProjectMemberByUsernameViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetProjectMemberByUsernameBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUsernameResult"];
                };
            };
        };
    };
    getProjectMemberByUsernameViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetProjectMemberByUsernameBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberByUsernameResult"];
                };
            };
        };
    };
    getProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberResult"];
                };
            };
        };
    };
    removeProjectMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMemberResult"];
                };
            };
        };
    };
    updateProjectMemberRoles: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectMemberRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectMemberRolesResult"];
                };
            };
        };
    };
    getProjectMemberViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberResult"];
                };
            };
        };
    };
    removeProjectMemberViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMemberResult"];
                };
            };
        };
    };
    updateProjectMemberRolesViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectMemberRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectMemberRolesResult"];
                };
            };
        };
    };
    getProjectMemberViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectMemberResult"];
                };
            };
        };
    };
    removeProjectMemberViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveProjectMemberResult"];
                };
            };
        };
    };
    updateProjectMemberRolesViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectMemberRolesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectMemberRolesResult"];
                };
            };
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOrganizationMembersResult"];
                };
            };
        };
    };
    removeOrganizationMembers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveOrganizationMembersBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveOrganizationMembersResult"];
                };
            };
        };
    };
    getOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orgId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrganizationMemberResult"];
                };
            };
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                orgId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveOrganizationMemberResult"];
                };
            };
        };
    };
    updateOrganizationMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                orgId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationMemberBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOrganizationMemberResult"];
                };
            };
        };
    };
    removeSecondFactorOfMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                orgId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorOfMemberResult"];
                };
            };
        };
    };
    listProjectsOfOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orgId: string;
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectsOfOrganizationMemberResult"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGroupsResult"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGroupBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    listGroupProjects: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGroupProjectsResult"];
                };
            };
        };
    };
    listGroupUsers: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
                username?: string;
                filter?: "existingMembers" | "nonMembers";
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGroupUsersResult"];
                };
            };
        };
    };
    listGroupMachineIdentities: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
                filter?: "existingMembers" | "nonMembers" | "assignedMachineIdentities" | "nonAssignedMachineIdentities";
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGroupMachineIdentitiesResult"];
                };
            };
        };
    };
    listGroupMembers: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                search?: string;
                memberTypeFilter?: "users" | "machineIdentities";
                orderBy?: "name";
                orderDirection?: "asc" | "desc";
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListGroupMembersResult"];
                };
            };
        };
    };
    addUserToGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPerson"];
                };
            };
        };
    };
    removeUserFromGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPerson"];
                };
            };
        };
    };
    addMachineIdentityToGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupIdentityId"];
                };
            };
        };
    };
    removeMachineIdentityFromGroup: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                groupId: string;
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupIdentityId"];
                };
            };
        };
    };
    getOidcConfiguration: {
        parameters: {
            query: {
                organizationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcConfiguration"];
                };
            };
        };
    };
    createOidcConfiguration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOidcConfigurationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcConfiguration"];
                };
            };
        };
    };
    updateOidcConfiguration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOidcConfigurationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcConfiguration"];
                };
            };
        };
    };
    beginOidcSignIn: {
        parameters: {
            query: {
                orgSlug: string;
                callbackPort?: number;
                freshProof?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    beginOidcSignOut: {
        parameters: {
            query: {
                orgSlug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    completeOidcSignIn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    completeOidcSignInOfOrganization: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    linkOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkOwnAccountBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkOwnAccountResult"];
                };
            };
        };
    };
    getProjectRoleById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleByIdResult"];
                };
            };
        };
    };
    listProjectRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectRolesResult"];
                };
            };
        };
    };
    createProjectRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProjectRoleResult"];
                };
            };
        };
    };
    listProjectRolesViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectRolesResult"];
                };
            };
        };
    };
    createProjectRoleViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProjectRoleResult"];
                };
            };
        };
    };
    listProjectRolesViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectRolesResult"];
                };
            };
        };
    };
    createProjectRoleViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateProjectRoleResult"];
                };
            };
        };
    };
    getProjectRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleBySlugResult"];
                };
            };
        };
    };
    getProjectRoleBySlugViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleBySlugResult"];
                };
            };
        };
    };
    getProjectRoleBySlugViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleBySlugResult"];
                };
            };
        };
    };
    getProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleResult"];
                };
            };
        };
    };
    deleteProjectRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteProjectRoleResult"];
                };
            };
        };
    };
    updateProjectRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectRoleResult"];
                };
            };
        };
    };
    getProjectRoleViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleResult"];
                };
            };
        };
    };
    deleteProjectRoleViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteProjectRoleResult"];
                };
            };
        };
    };
    updateProjectRoleViaWorkspaceV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectRoleResult"];
                };
            };
        };
    };
    getProjectRoleViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProjectRoleResult"];
                };
            };
        };
    };
    deleteProjectRoleViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteProjectRoleResult"];
                };
            };
        };
    };
    updateProjectRoleViaWorkspaceV2: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                projectId: string;
                roleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProjectRoleResult"];
                };
            };
        };
    };
    searchIdentitiesV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchIdentitiesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchIdentitiesResult"];
                };
            };
        };
    };
    searchIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchIdentitiesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchIdentitiesResult"];
                };
            };
        };
    };
    createPermanentPrivilegeV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePermanentPrivilegeV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePermanentPrivilegeV1Result"];
                };
            };
        };
    };
    createTemporaryPrivilegeV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemporaryPrivilegeV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateTemporaryPrivilegeV1Result"];
                };
            };
        };
    };
    listPrivilegesV1: {
        parameters: {
            query: {
                identityId: string;
                projectSlug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPrivilegesV1Result"];
                };
            };
        };
    };
    deletePrivilegeV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePrivilegeV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePrivilegeV1Result"];
                };
            };
        };
    };
    updatePrivilegeV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePrivilegeV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePrivilegeV1Result"];
                };
            };
        };
    };
    getPrivilegeV1: {
        parameters: {
            query: {
                identityId: string;
                projectSlug: string;
            };
            header?: never;
            path: {
                privilegeSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPrivilegeV1Result"];
                };
            };
        };
    };
    listPrivileges: {
        parameters: {
            query: {
                identityId: string;
                projectId?: string;
                projectSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPrivilegesResult"];
                };
            };
        };
    };
    createPrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrivilegeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePrivilegeResult"];
                };
            };
        };
    };
    getPrivilegeBySlug: {
        parameters: {
            query: {
                identityId: string;
                projectSlug: string;
            };
            header?: never;
            path: {
                privilegeSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPrivilegeBySlugResult"];
                };
            };
        };
    };
    getPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPrivilegeResult"];
                };
            };
        };
    };
    deletePrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePrivilegeResult"];
                };
            };
        };
    };
    updatePrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePrivilegeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePrivilegeResult"];
                };
            };
        };
    };
    listUserPrivileges: {
        parameters: {
            query: {
                projectMembershipId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUserPrivilegesResult"];
                };
            };
        };
    };
    createUserPrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserPrivilegeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUserPrivilegeResult"];
                };
            };
        };
    };
    getUserPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                privilegeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUserPrivilegeResult"];
                };
            };
        };
    };
    deleteUserPrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                privilegeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserPrivilegeResult"];
                };
            };
        };
    };
    updateUserPrivilege: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                privilegeId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePrivilegeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserPrivilegeResult"];
                };
            };
        };
    };
    listOwnOrganizationPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListOwnOrganizationPermissionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrgPermissions"];
                };
            };
        };
    };
    listPermissionCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPermissionCatalogResult"];
                };
            };
        };
    };
    listOwnPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListOwnPermissionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPermissions"];
                };
            };
        };
    };
    getPermissionMatrix: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPermissionMatrixBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionMatrix"];
                };
            };
        };
    };
    explainPermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainPermissionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionExplanation"];
                };
            };
        };
    };
    listPermittedIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListPermittedIdentitiesBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPermittedIdentitiesResult"];
                };
            };
        };
    };
    previewPermissionChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPermissionChangeResult"];
                };
            };
        };
    };
    getPermissionChangeEffect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeEffect"];
                };
            };
        };
    };
    openProjectEventStream: {
        parameters: {
            query?: {
                ticket?: string;
                projectId?: string;
                projectSlug?: string;
                register?: string;
                cursor?: string;
            };
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    subscribeToProjectEvents: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeToProjectEventsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
        };
    };
    createEventStreamTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEventStreamTicketBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicket"];
                };
            };
        };
    };
    listScimTokens: {
        parameters: {
            query: {
                organizationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimTokensResult"];
                };
            };
        };
    };
    createScimToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScimTokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateScimTokenResult"];
                };
            };
        };
    };
    deleteScimToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                scimTokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteScimTokenResult"];
                };
            };
        };
    };
    listScimEvents: {
        parameters: {
            query?: {
                fromDate?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListScimEventsResult"];
                };
            };
        };
    };
    getScimServiceConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimServiceConfig"];
                };
            };
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: {
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    getScimResourceType: {
        parameters: {
            query?: {
                filter?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResourceType"];
                };
            };
        };
    };
    listScimSchemas: {
        parameters: {
            query?: {
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    getScimSchema: {
        parameters: {
            query?: {
                filter?: string;
            };
            header?: never;
            path: {
                urn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimSchema"];
                };
            };
        };
    };
    searchScim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimSearchBodyBody"];
                "application/scim+json": components["schemas"]["ScimSearchBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
                filter?: string;
                startIndex?: string;
                count?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimUserBodyBody"];
                "application/scim+json": components["schemas"]["ScimUserBodyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
        };
    };
    searchScimUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimSearchBodyBody"];
                "application/scim+json": components["schemas"]["ScimSearchBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimUserBodyBody"];
                "application/scim+json": components["schemas"]["ScimUserBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateScimUser: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimPatchBodyBody"];
                "application/scim+json": components["schemas"]["ScimPatchBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
                filter?: string;
                startIndex?: string;
                count?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimGroupBodyBody"];
                "application/scim+json": components["schemas"]["ScimGroupBodyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
        };
    };
    searchScimGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimSearchBodyBody"];
                "application/scim+json": components["schemas"]["ScimSearchBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimList"];
                };
            };
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimGroupBodyBody"];
                "application/scim+json": components["schemas"]["ScimGroupBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateScimGroup: {
        parameters: {
            query?: {
                attributes?: string;
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScimPatchBodyBody"];
                "application/scim+json": components["schemas"]["ScimPatchBodyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listApprovalPoliciesV1: {
        parameters: {
            query?: {
                workspaceId?: string;
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApprovalPoliciesV1Result"];
                };
            };
        };
    };
    createApprovalPolicyV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApprovalPolicyV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApprovalPolicyV1Result"];
                };
            };
        };
    };
    listApprovalPolicies: {
        parameters: {
            query?: {
                workspaceId?: string;
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApprovalPoliciesV1Result"];
                };
            };
        };
    };
    createApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApprovalPolicyV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApprovalPolicyV1Result"];
                };
            };
        };
    };
    findGoverningApprovalPolicyV1: {
        parameters: {
            query: {
                workspaceId?: string;
                projectId?: string;
                environment: string;
                secretPath?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindGoverningApprovalPolicyV1Result"];
                };
            };
        };
    };
    findGoverningApprovalPolicy: {
        parameters: {
            query: {
                workspaceId?: string;
                projectId?: string;
                environment: string;
                secretPath?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindGoverningApprovalPolicyV1Result"];
                };
            };
        };
    };
    getApprovalPolicyV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetApprovalPolicyV1Result"];
                };
            };
        };
    };
    deleteApprovalPolicyV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteApprovalPolicyV1Result"];
                };
            };
        };
    };
    updateApprovalPolicyV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApprovalPolicyV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateApprovalPolicyV1Result"];
                };
            };
        };
    };
    getApprovalPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetApprovalPolicyV1Result"];
                };
            };
        };
    };
    deleteApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteApprovalPolicyV1Result"];
                };
            };
        };
    };
    updateApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApprovalPolicyV1Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateApprovalPolicyV1Result"];
                };
            };
        };
    };
    listApprovalRequests: {
        parameters: {
            query?: {
                workspaceId?: string;
                projectId?: string;
                environment?: string;
                committer?: string;
                status?: "open" | "close";
                search?: string;
                toReview?: boolean;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApprovalRequestsResult"];
                };
            };
        };
    };
    countApprovalRequests: {
        parameters: {
            query?: {
                workspaceId?: string;
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountApprovalRequestsResult"];
                };
            };
        };
    };
    getApprovalRequest: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                viewSecretValue?: boolean;
                commitId?: string;
            };
            header?: never;
            path: {
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetApprovalRequestResult"];
                };
            };
        };
    };
    reviewApprovalRequest: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewApprovalRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewApprovalRequestResult"];
                };
            };
        };
    };
    setApprovalRequestStatus: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetApprovalRequestStatusBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetApprovalRequestStatusResult"];
                };
            };
        };
    };
    mergeApprovalRequest: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                approvalRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MergeApprovalRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeApprovalRequestResult"];
                };
            };
        };
    };
    listAccessPolicies: {
        parameters: {
            query: {
                projectSlug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAccessPoliciesResult"];
                };
            };
        };
    };
    createAccessPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccessPolicyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAccessPolicyResult"];
                };
            };
        };
    };
    countAccessPolicies: {
        parameters: {
            query: {
                projectSlug: string;
                envSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountAccessPoliciesResult"];
                };
            };
        };
    };
    getAccessPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accessPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAccessPolicyResult"];
                };
            };
        };
    };
    deleteAccessPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                accessPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAccessPolicyResult"];
                };
            };
        };
    };
    updateAccessPolicy: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                accessPolicyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAccessPolicyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAccessPolicyResult"];
                };
            };
        };
    };
    listAccessRequests: {
        parameters: {
            query: {
                projectSlug: string;
                authorUserId?: string;
                envSlug?: string;
                status?: "pending" | "ended";
                toReview?: boolean;
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAccessRequestsResult"];
                };
            };
        };
    };
    requestAccess: {
        parameters: {
            query: {
                projectSlug: string;
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestAccessBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAccessResult"];
                };
            };
        };
    };
    countAccessRequests: {
        parameters: {
            query: {
                projectSlug: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessCounts"];
                };
            };
        };
    };
    getAccessRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accessRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAccessRequestResult"];
                };
            };
        };
    };
    updateAccessRequest: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                accessRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccessRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAccessRequestResult"];
                };
            };
        };
    };
    reviewAccessRequest: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                accessRequestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewAccessRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewAccessRequestResult"];
                };
            };
        };
    };
    revokeAccessRequest: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                accessRequestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeAccessRequestResult"];
                };
            };
        };
    };
    createSecretsV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretsV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretsResult"];
                };
            };
        };
    };
    deleteSecretsV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretsV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretsResult"];
                };
            };
        };
    };
    updateSecretsV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretsV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretsResult"];
                };
            };
        };
    };
    createSecrets: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretsResult"];
                };
            };
        };
    };
    deleteSecrets: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretsResult"];
                };
            };
        };
    };
    updateSecrets: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretsResult"];
                };
            };
        };
    };
    listSecretReferrers: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                projectId: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referrers"];
                };
            };
        };
    };
    getSecretReferenceTree: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                projectId: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceTree"];
                };
            };
        };
    };
    getSecretReferenceTreeV3: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                workspaceId?: string;
                projectId?: string;
                projectSlug?: string;
                workspaceSlug?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceTree"];
                };
            };
        };
    };
    listFolderChanges: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                recursive?: boolean;
                secretKey?: string;
                startDate?: string;
                endDate?: string;
                buckets?: number;
                limit?: number;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderChanges"];
                };
            };
        };
    };
    rollBackFolder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollBackFolderBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollBackFolderResult"];
                };
            };
        };
    };
    moveSecrets: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSecretsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveReport"];
                };
            };
        };
    };
    moveSecretsV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSecretsV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveReport"];
                };
            };
        };
    };
    compareSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompareSecretsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretComparison"];
                };
            };
        };
    };
    listSecretNames: {
        parameters: {
            query?: {
                secretPath?: string;
                recursive?: boolean;
                search?: string;
                limit?: number;
                cursor?: string;
                includeDeleted?: boolean;
                includeFolders?: boolean;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretNames"];
                };
            };
        };
    };
    listSecretImportsV1: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretImportsResult"];
                };
            };
        };
    };
    createSecretImportV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretImportResult"];
                };
            };
        };
    };
    listSecretImports: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretImportsResult"];
                };
            };
        };
    };
    createSecretImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretImportResult"];
                };
            };
        };
    };
    listImportedSecretsV1: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListImportedSecretsResult"];
                };
            };
        };
    };
    listImportedSecretsV1Raw: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListImportedSecretsResult"];
                };
            };
        };
    };
    listImportedSecrets: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListImportedSecretsResult"];
                };
            };
        };
    };
    listImportedSecretsRaw: {
        parameters: {
            query: {
                projectId?: string;
                workspaceId?: string;
                path?: string;
                secretPath?: string;
                environment: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListImportedSecretsResult"];
                };
            };
        };
    };
    getSecretImportV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretImportResult"];
                };
            };
        };
    };
    deleteSecretImportV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretImportResult"];
                };
            };
        };
    };
    updateSecretImportV1: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretImportResult"];
                };
            };
        };
    };
    getSecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretImportResult"];
                };
            };
        };
    };
    deleteSecretImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretImportResult"];
                };
            };
        };
    };
    updateSecretImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretImportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretImportBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretImportResult"];
                };
            };
        };
    };
    listSecretVersions: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            header?: never;
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretVersionsResult"];
                };
            };
        };
    };
    rollBackSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollBackSecretBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollBackSecretResult"];
                };
            };
        };
    };
    listSecretsV3: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                workspaceId?: string;
                projectId?: string;
                projectSlug?: string;
                workspaceSlug?: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
                recursive?: boolean;
                include_imports?: boolean;
                includeImports?: boolean;
                tagSlugs?: string;
                metadataFilter?: string;
                asOf?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretsResult"];
                };
            };
        };
    };
    getSecretByIdV3: {
        parameters: {
            query?: {
                asOf?: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretByIdResult"];
                };
            };
        };
    };
    getSecretV3: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                workspaceId?: string;
                projectId?: string;
                projectSlug?: string;
                workspaceSlug?: string;
                version?: number;
                asOf?: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
                include_imports?: boolean;
                includeImports?: boolean;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretResult"];
                };
            };
        };
    };
    createSecretV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretResult"];
                };
            };
        };
    };
    deleteSecretV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretResult"];
                };
            };
        };
    };
    updateSecretV3: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretV3Body"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretResult"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                projectId: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
                recursive?: boolean;
                include_imports?: boolean;
                includeImports?: boolean;
                tagSlugs?: string;
                metadataFilter?: string;
                asOf?: string;
                includePersonalOverrides?: boolean;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretsResult"];
                };
            };
        };
    };
    getSecret: {
        parameters: {
            query: {
                environment: string;
                secretPath?: string;
                type?: "shared" | "personal";
                projectId: string;
                version?: number;
                asOf?: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
                include_imports?: boolean;
                includeImports?: boolean;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretResult"];
                };
            };
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretResult"];
                };
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSecretResult"];
                };
            };
        };
    };
    updateSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                secretName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateSecretResult"];
                };
            };
        };
    };
    getSecretById: {
        parameters: {
            query?: {
                asOf?: string;
                viewSecretValue?: boolean;
                expandSecretReferences?: "true" | "false" | "strict";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecretByIdResult"];
                };
            };
        };
    };
    listEmailDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEmailDomainsResult"];
                };
            };
        };
    };
    claimEmailDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimEmailDomainBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimEmailDomainResult"];
                };
            };
        };
    };
    verifyEmailDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                domainId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerifyEmailDomainBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyEmailDomainResult"];
                };
            };
        };
    };
    giveUpEmailDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                domainId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiveUpEmailDomainResult"];
                };
            };
        };
    };
}
