import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsIn } from '../../access/epoch.js';
import { Administrators } from '../../access/escalation/administrators.js';
import { LastInstanceAdmin } from '../../access/escalation/last-instance-admin.js';
import { LockedAccess } from '../../access/locked-access.js';
import { AccountsRepository } from '../../accounts/accounts.repository.js';
import { Audit } from '../../audit/audit.js';
import type { ScimActor } from '../../auth/actor.js';
import { endedOf } from '../../credentials/ended-service-tokens.js';
import { Database } from '../../database/database.js';
import { newId, toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { canonicalEmail } from '../../http/body/email.field.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { leavingItems, OrgMemberEnds } from '../../org-members/org-member-ends.js';
import { leftIn } from '../left-without-administrator.js';
import type { ListRequest } from '../protocol/list-request.js';
import { readPatch } from '../protocol/patch-body.js';
import { patchUser } from '../protocol/patch-user.js';
import { isSame } from '../protocol/same-values.js';
import { scimProblem } from '../protocol/scim-problem.js';
import { loginEmailOf, readUser, type UserAttributes } from '../protocol/user-attributes.js';
import { ScimAddress } from '../scim-address.js';
import { ScimTokenMakers } from '../tokens/scim-token-makers.js';
import { ScimUsersRepository } from './scim-users.repository.js';
import { userAttributesOf, presentScimUser, type ScimUserRecord } from './user.presenter.js';

/** What everybody holds in an organization who comes by provisioning: groups give the rest. */
const ROLE = 'member';

const TAKEN = 'Another user of the organization has this userName, externalId or e-mail address.';

/**
 * Users of an organization as a provider keeps them. SCIM holds no rights that could be weighed: it decides who is in
 * the organization, and a person decides what their groups may do.
 */
@Injectable()
export class ScimUsersService {
  // oxlint-disable-next-line max-params -- the layers of the module
  constructor(
    private readonly users: ScimUsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly ends: OrgMemberEnds,
    private readonly administrators: Administrators,
    private readonly instanceAdmins: LastInstanceAdmin,
    private readonly access: LockedAccess,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly recorder: AccessChangeRecorder,
    private readonly address: ScimAddress,
    private readonly makers: ScimTokenMakers,
  ) {}

  async list({ orgId }: ScimActor, { filter, startIndex, count }: ListRequest) {
    const total = await this.users.count(orgId, filter);
    const page = { filter, offset: startIndex - 1, limit: count };
    return { total, users: count === 0 ? [] : await this.users.list(orgId, page) };
  }

  /** Throws 404. */
  async get({ orgId }: ScimActor, id: string): Promise<ScimUserRecord> {
    const user = await this.users.find(orgId, toUuid(id));
    if (!user) throw notFound();
    return user;
  }

  /** Throws 409 where the organization has the user already, whether active, invited or deactivated. */
  create(actor: ScimActor, body: unknown): Promise<ScimUserRecord> {
    const given = readUser(body);
    const user = { ...given, active: given.active ?? true, emails: given.emails ?? [] };
    const email = canonicalEmail(loginEmailOf(user));
    if (email === null) {
      throw scimProblem('invalidValue', 'The address that identifies the account is none.');
    }
    const { orgId } = actor;
    return this.database.transaction(async (tx) => {
      await this.access.lockOrganizationOf(tx, actor);
      await this.makers.requireToLetIn(tx, actor);
      const { id: accountId } = await this.accounts.findOrMake(tx, email);
      const id = newId();
      await this.requireFree(tx, { orgId, id, accountId }, user);
      // Nobody has shown whose address it is: only the person can accept.
      const row = { id, orgId, accountId, role: ROLE, status: 'invited' };
      await this.users.insert(tx, row, user);
      const target = { membershipId: id, userId: accountId, userName: user.userName };
      await this.audit.record(tx, actor, { action: 'scim-user.create', target });
      return this.reread(tx, orgId, id);
    });
  }

  /** What the body leaves out of names and labels is cleared; `active` and `emails` stay (RFC 7644 3.5.1). */
  replace(actor: ScimActor, id: string, body: unknown): Promise<ScimUserRecord> {
    const given = readUser(body);
    return this.change(actor, id, ({ active, emails }) => ({ active, emails, ...given }));
  }

  patch(actor: ScimActor, id: string, body: unknown): Promise<ScimUserRecord> {
    const operations = readPatch(body);
    return this.change(actor, id, (user, before) =>
      patchUser(user, operations, presentScimUser(before, this.address.base)),
    );
  }

  /**
   * Removes a user: that access to the organization ends must not depend on who else there is in it. Throws 403 for the last place of
   * an administrator of the instance.
   */
  remove(actor: ScimActor, id: string): Promise<void> {
    const { orgId } = actor;
    return this.database.transaction(async (tx) => {
      await this.access.lockOrganizationOf(tx, actor);
      const user = await this.reread(tx, orgId, id);
      const { result: ended, left } = await this.watch(tx, orgId, user, () =>
        this.ends.leave(tx, orgId, [user]),
      );
      const record = {
        action: 'scim-user.delete',
        target: { ...namesOf(user), ...left, ...endedOf(ended.serviceTokens, [user.userId]) },
      };
      const items = leavingItems(ended.places);
      await this.recorder.recordInProjects(tx, actor, record, { type: 'membership:delete', items });
    });
  }

  private change(
    actor: ScimActor,
    id: string,
    make: (user: UserAttributes, before: ScimUserRecord) => UserAttributes,
  ): Promise<ScimUserRecord> {
    const { orgId } = actor;
    return this.database.transaction(async (tx) => {
      await this.access.lockOrganizationOf(tx, actor);
      const before = await this.reread(tx, orgId, id);
      const from = userAttributesOf(before);
      const to = make(from, before);
      const changed = differences(from, to);
      if (changed.length === 0) return before;
      await this.requireFree(tx, { orgId, id: before.id, accountId: null }, to);
      await this.write(tx, actor, { before, from, to, changed });
      return this.reread(tx, orgId, before.id);
    });
  }

  private async write(tx: EntityManager, actor: ScimActor, change: Change): Promise<void> {
    const { before, from, to, changed } = change;
    const { orgId } = actor;
    const verb = from.active === to.active ? 'update' : to.active ? 'reactivate' : 'deactivate';
    const newName = from.userName === to.userName ? {} : { newUserName: to.userName };
    const target = { ...namesOf(before), ...newName, changed, ...loginEmailIn(change) };
    if (verb === 'update') {
      await this.store(tx, change);
      await this.audit.record(tx, actor, { action: 'scim-user.update', target });
      return;
    }
    if (verb === 'reactivate') await this.makers.requireToLetIn(tx, actor);
    const { left } = await this.watch(tx, orgId, before, () => this.store(tx, change));
    if (verb === 'deactivate') await this.ends.endAccess(tx, orgId, [before]);
    const record = { action: `scim-user.${verb}`, target: { ...target, ...left } };
    await this.audit.record(tx, actor, record);
  }

  /** Does a change of whether the user counts, under the locks of all that it is in. Throws 403 as `remove`. */
  private async watch<T>(
    tx: EntityManager,
    orgId: string,
    { userId }: ScimUserRecord,
    work: () => Promise<T>,
  ) {
    const projectIds = await this.ends.lockProjects(tx, orgId, [userId]);
    const { result, left } = await this.instanceAdmins.keepPlaceDuring(tx, userId, () =>
      this.administrators.watch(tx, { orgId, projectIds }, work),
    );
    await raiseEpochsIn(tx, { orgId, projectIds });
    return { result, left: leftIn(left) };
  }

  private async store(tx: EntityManager, { before, to, changed }: Change): Promise<void> {
    await this.users.update(tx, before.id, to);
    if (changed.includes('emails')) await this.users.replaceEmails(tx, before.id, to.emails);
  }

  private async requireFree(
    tx: EntityManager,
    { orgId, id, accountId }: { orgId: string; id: string; accountId: string | null },
    user: UserAttributes,
  ): Promise<void> {
    if (await this.users.isTaken(tx, orgId, id, user, accountId))
      throw scimProblem('uniqueness', TAKEN);
  }

  /** The user as it stands under the lock of the organization. Throws 404. */
  private async reread(tx: EntityManager, orgId: string, id: string): Promise<ScimUserRecord> {
    const user = await this.users.findIn(tx, orgId, toUuid(id));
    if (!user) throw notFound();
    return user;
  }
}

interface Change {
  readonly before: ScimUserRecord;
  readonly from: UserAttributes;
  readonly to: UserAttributes;
  readonly changed: readonly string[];
}

const namesOf = ({ id, userId, userName }: ScimUserRecord) => ({
  membershipId: id,
  userId,
  userName,
});

const ATTRIBUTES = ['userName', 'externalId', 'displayName', 'name', 'active', 'emails'] as const;

/** The names of the attributes that differ. */
const differences = (from: UserAttributes, to: UserAttributes): string[] =>
  ATTRIBUTES.filter((name) => !isSame(from[name], to[name]));

/**
 * The address with which a person signs in follows nothing that a provider says: a domain could be anybody's. The audit
 * log tells that it stayed.
 */
function loginEmailIn({ from, to }: Change): { readonly loginEmail?: 'kept' } {
  return addressOf(from) === addressOf(to) ? {} : { loginEmail: 'kept' };
}

function addressOf(user: UserAttributes): string | null {
  const address = user.emails.length > 0 ? loginEmailOf(user) : user.userName;
  return canonicalEmail(address);
}
