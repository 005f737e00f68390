import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AssociatedData, SealBroken } from '../../crypto/envelope.js';
import { addCost, reserveAnswer } from '../../http/limits/admission.js';
import { mapInSlices } from '../../access/slices.js';
import { KeyRing, type WriteKey } from '../../keys/key-ring.js';
import type { OpenItem, ProposedContent, ProposedItem } from './proposed-items.js';

/** The request whose items are sealed, and its project. */
export interface SealedRequest {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
}

export interface SealedItem extends ProposedItem {
  readonly sealed: Buffer | null;
}

/** Proposed secrets, and bytes of them, that cost as much as one more request to open; what is sent of them costs by itself. */
const ITEMS_OF_A_UNIT = 100;
const BYTES_OF_A_UNIT = 1024 * 1024;

/** Seals what is proposed under the key of its project, and opens it. */
@Injectable()
export class ProposalVault {
  constructor(private readonly keyRing: KeyRing) {}

  /** One key for all items of a request; its data key stays until the transaction ends. */
  keyFor(tx: EntityManager, projectId: string): Promise<WriteKey> {
    return this.keyRing.forWriting(tx, projectId);
  }

  seal({ key }: WriteKey, request: SealedRequest, item: OpenItem): SealedItem {
    const { content, ...rest } = item;
    if (content === null) return { ...rest, sealed: null };
    return { ...rest, sealed: key.seal(JSON.stringify(content), placeOf(request, rest)) };
  }

  /** Opens the items of a request. The caller is charged for them, and for what is opened; those that `mayShow` leaves out, and those without content, stay closed. */
  async open(
    request: SealedRequest & Pick<WriteKey, 'keyVersion' | 'salt'>,
    items: readonly SealedItem[],
    mayShow: (item: ProposedItem) => boolean = () => true,
    tx?: EntityManager,
  ): Promise<OpenItem[]> {
    const isOpened = (item: SealedItem) => item.sealed !== null && mayShow(item);
    // The items of a request that has ended cost as much: what is shown of each is still found and weighed.
    addCost(items.length / ITEMS_OF_A_UNIT);
    if (!items.some(isOpened)) return items.map((item) => ({ ...item, content: null }));
    const bytes = items.reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), 0);
    addCost(bytes / BYTES_OF_A_UNIT);
    if (!tx) await reserveAnswer(bytes);
    const keyOf = await this.keyRing.forReading(request.projectId, [request], tx);
    const key = keyOf(request);
    return mapInSlices(items, (item) => {
      const { sealed, ...rest } = item;
      if (sealed === null || !mayShow(rest)) return { ...rest, content: null };
      const opened = this.reporting(request, () => key.open(sealed, placeOf(request, rest)));
      return { ...rest, content: JSON.parse(opened.toString('utf8')) as ProposedContent };
    });
  }

  private reporting<T>({ id: requestId, projectId }: SealedRequest, open: () => T): T {
    try {
      return open();
    } catch (error) {
      if (error instanceof SealBroken) this.keyRing.reportBroken({ projectId, requestId });
      throw error;
    }
  }
}

/** Copied to another request, or beside another name, it does not open. */
const placeOf = ({ id, orgId, projectId }: SealedRequest, item: ProposedItem): AssociatedData => ({
  purpose: 'approval',
  ids: [orgId, projectId, id, item.id],
  field: 'content',
  beside: [
    ...[item.op, item.secretId ?? '', item.baseVersion ?? 0, item.folderId, item.environmentId],
    ...[item.key, item.newFolderId ?? '', item.newKey ?? ''],
  ],
});
