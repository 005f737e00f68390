/** How many streams one replica has. */
export interface StreamBounds {
  /** Streams of one caller in one project. */
  readonly perCaller: number;
  readonly perOrganization: number;
  readonly perReplica: number;
}

export interface StreamHolder {
  readonly orgId: string;
  readonly callerId: string;
  readonly projectId: string;
}

/** The slot of one stream. */
export interface StreamSlot {
  readonly holder: StreamHolder;
  /** Set once the stream is open: ends it, so that a caller with less than a fair share has its slot. */
  evict?: () => void;
  /** Gives the slot back; a second call does nothing. */
  readonly release: () => void;
}

/** The slots of a caller, the oldest first. */
type Slots = Set<StreamSlot>;

interface Organization {
  count: number;
  readonly callers: Map<string, Slots>;
}

/**
 * Shares out slots for streams. A free slot goes to any caller within its bounds. On a full replica, an organization with
 * less than its fair share (the bound divided by the organizations with streams) gets a slot of the organization that has
 * the most; in a full organization, a caller gets one of the caller that has the most by the same rule.
 */
export class StreamSlots {
  private readonly organizations = new Map<string, Organization>();
  private count = 0;

  constructor(private readonly bounds: StreamBounds) {}

  /** Slots in use. */
  get size(): number {
    return this.count;
  }

  /** Returns null if there is no slot for this holder. */
  reserve(holder: StreamHolder): StreamSlot | null {
    const organization = this.organizations.get(holder.orgId) ?? empty();
    const own = organization.callers.get(holder.callerId) ?? new Set();
    const inProject = [...own].filter(
      ({ holder: { projectId } }) => projectId === holder.projectId,
    );
    if (inProject.length >= this.bounds.perCaller) return null;
    const isFull = organization.count >= this.bounds.perOrganization;
    if (isFull && !this.evictFromOrganization(organization, own)) return null;
    if (this.count >= this.bounds.perReplica && !this.evictFromReplica(organization)) return null;
    return this.add(holder);
  }

  /** Ends a stream of the identity that has the most in the organization, if that is more than its share. */
  private evictFromOrganization({ callers }: Organization, own: Slots): boolean {
    const askers = callers.size + (own.size === 0 ? 1 : 0);
    const share = Math.max(1, Math.floor(this.bounds.perOrganization / askers));
    const most = largest(callers.values(), ({ size }) => size);
    return own.size < share && most !== null && most.size > share && evictNewest(most);
  }

  /** Ends a stream of the organization that has the most, if that is more than its share. */
  private evictFromReplica(organization: Organization): boolean {
    const askers = this.organizations.size + (organization.count === 0 ? 1 : 0);
    const share = Math.max(1, Math.floor(this.bounds.perReplica / askers));
    const most = largest(this.organizations.values(), ({ count }) => count);
    if (organization.count >= share || most === null || most.count <= share) return false;
    return evictNewest(largest(most.callers.values(), ({ size }) => size) ?? new Set());
  }

  private add(holder: StreamHolder): StreamSlot {
    const { orgId, callerId } = holder;
    const organization = this.organizations.get(orgId) ?? empty();
    this.organizations.set(orgId, organization);
    const slots = organization.callers.get(callerId) ?? new Set();
    organization.callers.set(callerId, slots);
    const slot: StreamSlot = {
      holder,
      release: () => {
        if (!slots.delete(slot)) return;
        this.count--;
        organization.count--;
        if (slots.size === 0) organization.callers.delete(callerId);
        if (organization.count === 0) this.organizations.delete(orgId);
      },
    };
    slots.add(slot);
    this.count++;
    organization.count++;
    return slot;
  }
}

const empty = (): Organization => ({ count: 0, callers: new Map() });

function largest<T>(all: Iterable<T>, sizeOf: (each: T) => number): T | null {
  let found: T | null = null;
  for (const each of all) if (!found || sizeOf(each) > sizeOf(found)) found = each;
  return found;
}

/** Older streams stay. A stream that is still being opened cannot be evicted. */
function evictNewest(slots: Slots): boolean {
  const newest = [...slots].reverse().find(({ evict }) => evict);
  if (!newest) return false;
  newest.release();
  newest.evict?.();
  return true;
}
