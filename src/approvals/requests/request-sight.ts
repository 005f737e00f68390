import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, attributesOfSecret, tagsBySlug, tagSlugsOf } from '../../secrets/secret.js';
import type { ProposedItem } from '../held/proposed-items.js';
import type { PresentState } from '../merge/present-state.repository.js';
import type { Governors, PolicyTable } from '../policies/policy-table.js';
import type { RequestRecord } from './requests.repository.js';

/** Who looks at a request. */
export interface RequestReader {
  readonly callerId: string;
  readonly project: ProjectAccess;
  readonly isApprover: boolean;
  readonly isBypasser: boolean;
}

/** A request with the items that are looked at, and the present state of what they are about. */
interface LookedThrough {
  readonly request: RequestRecord;
  readonly items: readonly ProposedItem[];
  readonly present: PresentState;
  readonly table: PolicyTable;
}

/** What a rollback would write was written before, and is no more than its folder's other past values. */
const OF_THE_PAST = 'secret.rollback';

/** Whether a request brings past values back. */
export const isOfThePast = ({ action }: Pick<RequestRecord, 'action'>): boolean =>
  action === OF_THE_PAST;

/**
 * Decides for each item what of its content is shown: a request may reach into folders that its policy does not govern, and
 * the policy gives its approvers no sight there.
 */
export class RequestSight {
  private readonly isCommitter: boolean;

  private constructor(
    private readonly viewer: RequestReader,
    private readonly request: RequestRecord,
    private readonly present: PresentState,
    private readonly governing: Governors,
  ) {
    const { committerUserId, committerIdentityId } = request;
    this.isCommitter = [committerUserId, committerIdentityId].includes(viewer.callerId);
  }

  /** Looks up which policy governs the places of these items. */
  static async of(
    viewer: RequestReader,
    { request, items, present, table }: LookedThrough,
  ): Promise<RequestSight> {
    const governing = await table.governors([...items, ...present.folders.values()]);
    return new RequestSight(viewer, request, present, governing);
  }

  /** Whether comment, metadata and tags are shown: in the places of the policy to all who see the request. */
  mayDescribe(item: ProposedItem): boolean {
    const maySee = !this.isOfThePast && (this.isCommitter || this.isGoverned(item));
    return maySee || this.holds(item, ['describeSecret']);
  }

  /** Whether the value is shown as well. */
  mayRead(item: ProposedItem): boolean {
    return this.isShown(item) || this.holds(item, ['describeSecret', 'readValue']);
  }

  /**
   * Whether name and place are told of where the secret is; or, for a move, of where it goes. What the policy does not govern
   * is told to who proposed it, to who decides about it, and to who may describe it there.
   */
  mayName(item: ProposedItem, end: 'old' | 'new'): boolean {
    const { isApprover, isBypasser, project } = this.viewer;
    if (this.isCommitter || isApprover || isBypasser) return true;
    const folderId = end === 'old' ? item.folderId : (item.newFolderId ?? item.folderId);
    const { environmentId, secretPath } = item;
    const place = this.present.folders.get(folderId);
    const governed = place ?? (end === 'old' ? { environmentId, secretPath } : null);
    const isGoverned =
      folderId === this.request.folderId ||
      (governed && this.governing(governed)?.id === this.request.policyId) === true;
    if (isGoverned || !place) return isGoverned;
    return this.ends(item, end).every((at) =>
      project.ability.allows('describeSecret', 'secrets', at),
    );
  }

  /** To its committer; to approvers in the places of the policy. Never the past, which the rights there decide about. */
  private isShown(item: ProposedItem): boolean {
    if (this.isOfThePast) return false;
    return this.isCommitter || (this.viewer.isApprover && this.isGoverned(item));
  }

  private get isOfThePast(): boolean {
    return isOfThePast(this.request);
  }

  private isGoverned({ folderId, newFolderId, environmentId, secretPath }: ProposedItem): boolean {
    const old = this.present.folders.get(folderId) ?? { environmentId, secretPath };
    const next = this.present.folders.get(newFolderId ?? folderId);
    return [old, ...(next ? [next] : [])].some(
      (place) => this.governing(place)?.id === this.request.policyId,
    );
  }

  /** Whether the caller may do it where the secret is, and where the item would put its content: neither opens the other. */
  private holds(item: ProposedItem, actions: readonly ('describeSecret' | 'readValue')[]): boolean {
    if (!this.present.folders.has(item.newFolderId ?? item.folderId)) return false;
    const { ability } = this.viewer.project;
    return this.ends(item, 'new').every((at) =>
      actions.every((action) => ability.allows(action, 'secrets', at)),
    );
  }

  /** What rules see of the secret: as it is today where it is there, and for `new` as it would be after the change too. */
  private ends(item: ProposedItem, end: 'old' | 'new') {
    const { secrets, folders, tags } = this.present;
    const today = secrets.get(item.secretId ?? '');
    const proposedAt = (folderId: string, key: string) => {
      const place = folders.get(folderId);
      const slugs = tagSlugsOf({ tags: tagsBySlug(tags, item.tagIds) });
      return place ? [attributesOf(place, key, slugs)] : [];
    };
    const old = today ? [attributesOfSecret(today)] : proposedAt(item.folderId, item.key);
    if (end === 'old') return old;
    const next = proposedAt(item.newFolderId ?? item.folderId, item.newKey ?? item.key);
    return today ? [...old, ...next] : next;
  }
}
