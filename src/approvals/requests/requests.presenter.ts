import type { ApprovalView } from '../../secrets/held-write.presenter.js';
import type { RequestRecord } from './requests.repository.js';

export const presentRequest = (row: RequestRecord): ApprovalView => ({
  id: row.id,
  slug: row.slug,
  policyId: row.policyId,
  folderId: row.folderId,
  status: row.isOpen ? 'open' : 'close',
  hasMerged: row.closeReason === 'merged',
  conflicts: row.conflicts,
  isReplicated: false,
  committerUserId: row.committerUserId,
  committerIdentityId: row.committerIdentityId,
  statusChangedByUserId: row.statusChangedBy,
  bypassReason: row.bypassReason,
  commitMessage: null,
  closeReason: row.closeReason,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
