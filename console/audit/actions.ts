/** Actions that auditors ask for most; whatever else is in the log may be typed. */
export const ACTIONS = [
  ...(['secret.read', 'secret.compare', 'secret.create', 'secret.update'] as const),
  ...(['secret.delete', 'secret.move', 'secret.rollback'] as const),
  ...(['project-role.create', 'project-role.update', 'project-role.delete'] as const),
  ...(['privilege.grant', 'privilege.amend', 'privilege.revoke'] as const),
  ...(['identity.create', 'identity.update', 'identity.delete', 'identity.new-subject'] as const),
  ...(['client-secret.create', 'client-secret.revoke'] as const),
  ...(['identity-membership.create', 'identity-membership.update'] as const),
  ...(['identity-membership.delete', 'token.create', 'token.revoke'] as const),
  ...(['project.create', 'user.login', 'audit.read', 'audit.exposure-read'] as const),
] as const;
