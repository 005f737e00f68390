import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import {
  AttributeGains,
  type RulesOnFields,
} from '../../access/attribute-changes/attribute-gains.js';
import { filterInSlices, flatMapInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { haveTemplates } from '../../permissions/templates.js';
import { attributesOfLabels, secretAttributes } from './secret-attributes.js';
import { SecretAttributesRepository, type LocatedSecret } from './secret-attributes.repository.js';
import { secretsDenied, accessOpened, type DeniedSecret } from './attribute-change-refusals.js';
import { GrantableRights, PAST_SECRET_ACTIONS, SECRET_ACTIONS } from './grantable-rights.js';

/** A tag that gets another slug, or goes: null. */
export interface TagSlugChange {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
}

/**
 * Weighs a tag's new slug or its end as a change of each secret that carries it (decision 427). Comes under the
 * locks on project and tag, before the change is written.
 */
@Injectable()
export class TagChangeCheck {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly secrets: SecretAttributesRepository,
    private readonly holders: AttributeGains,
  ) {}

  /** The project's lock, which comes before that on the tag. Throws 404 if the project is gone. */
  lock(tx: EntityManager, projectId: string): Promise<void> {
    return this.boundary.lockProject(tx, projectId);
  }

  /**
   * Throws 403 unless the caller may edit each of those secrets as it is and as it becomes, and nobody comes
   * to reach by it what the caller could not grant.
   */
  async require(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    tag: TagSlugChange,
  ): Promise<void> {
    const access = await this.boundary.accessIn(tx, actor, projectId);
    const grantable = await GrantableRights.of(access);
    if (grantable.holdsUnconditionally('secrets', SECRET_ACTIONS)) return;
    const present = await this.secrets.listTagged(tx, tag.id);
    await requireEdits(access, present, tag);
    const rules = await this.holders.findRulesOn(tx, access, ['secretTags']);
    const changes = await this.changesOf(tx, access.id, rules, present, tag);
    const beyond = await grantable.missingFrom(changes);
    const openings = await this.holders.findGains(tx, access, rules, beyond);
    if (openings.length > 0) throw accessOpened(access, openings);
  }

  private async changesOf(
    tx: EntityManager,
    projectId: string,
    rules: RulesOnFields,
    present: readonly LocatedSecret[],
    tag: TagSlugChange,
  ): Promise<AttributeChange[]> {
    if (!(await mayName(rules, tag))) return [];
    const past = await this.secrets.listPastTagged(tx, projectId, tag.id);
    return [
      ...(await flatMapInSlices(present, (secret) => [changeOf(secret, tag, SECRET_ACTIONS)])),
      ...(await flatMapInSlices(past, (secret) => [changeOf(secret, tag, PAST_SECRET_ACTIONS)])),
    ];
  }
}

/** Whether any of the rules names one of the slugs, or may do so for its holder: no other tells them apart. */
async function mayName({ sets }: RulesOnFields, { from, to }: TagSlugChange): Promise<boolean> {
  const slugs = [from, to].flatMap((slug) => (slug === null ? [] : [JSON.stringify(slug)]));
  const naming = await filterInSlices(sets, ({ rules }) => {
    const text = JSON.stringify(rules);
    return haveTemplates(rules) || slugs.some((slug) => text.includes(slug));
  });
  return naming.length > 0;
}

async function requireEdits(
  access: FreshAccess,
  secrets: readonly LocatedSecret[],
  tag: TagSlugChange,
): Promise<void> {
  const refused = await flatMapInSlices(secrets, (secret): DeniedSecret[] => {
    const now = secretAttributes(secret, secret);
    const attributes = [now, secretAttributes(secret, retagged(secret, tag))].find(
      (labels) => !access.ability.allows('edit', 'secrets', attributesOfLabels(labels)),
    );
    return attributes ? [{ action: 'edit', attributes, now }] : [];
  });
  if (refused.length > 0) throw secretsDenied(access, refused);
}

const changeOf = (
  secret: LocatedSecret,
  tag: TagSlugChange,
  actions: readonly string[],
): AttributeChange => ({
  subject: 'secrets',
  actions,
  before: attributesOfLabels(secretAttributes(secret, secret)),
  after: attributesOfLabels(secretAttributes(secret, retagged(secret, tag))),
});

const retagged = ({ key, tags }: LocatedSecret, { from, to }: TagSlugChange) => ({
  key,
  tags: tags.flatMap((slug) => (slug === from ? (to === null ? [] : [to]) : [slug])),
});
