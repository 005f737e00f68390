import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import {
  AttributeGains,
  type RulesOnFields,
} from '../../access/attribute-changes/attribute-gains.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { filterInSlices } from '../../access/slices.js';
import { flatMapInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { haveTemplates } from '../../permissions/templates.js';
import { type DeniedSecret, gainsDenied, secretsDenied } from './attribute-change-refusals.js';
import { GrantableRights, PAST_SECRET_ACTIONS, SECRET_ACTIONS } from './grantable-rights.js';
import { secretAttributes } from './secret-attributes.js';
import { type LocatedSecret, SecretAttributesRepository } from './secret-attributes.repository.js';

export interface TagSlugChange {
  readonly id: string;
  readonly projectId: string;
  readonly from: string;
  /** Null for a tag that is deleted. */
  readonly to: string | null;
}

/**
 * Decides whether the caller may rename or delete a tag, as a change of each secret that carries it. Runs under the
 * locks on project and tag, before the change is written.
 */
@Injectable()
export class TagChangeCheck {
  constructor(
    private readonly access: LockedAccess,
    private readonly secrets: SecretAttributesRepository,
    private readonly attributeGains: AttributeGains,
  ) {}

  /**
   * Throws 403 unless the caller may edit each of those secrets as it is and as it becomes, and nobody gains by
   * the change what the caller could not grant.
   */
  async requireChange(tx: EntityManager, actor: Actor, tag: TagSlugChange): Promise<void> {
    const access = await this.access.accessIn(tx, actor, tag.projectId);
    const grantable = await GrantableRights.of(access);
    if (grantable.holdsUnconditionally('secrets', SECRET_ACTIONS)) return;
    const present = await this.secrets.listTagged(tx, tag.id);
    await requireEdits(access, present, tag);
    const rules = await this.attributeGains.findRulesOn(tx, access, ['secretTags']);
    if (!(await mayName(rules, tag))) return;
    const past = await this.secrets.listPastTagged(tx, access.id, tag.id);
    const changes = [
      ...(await flatMapInSlices(present, (secret) => [secretChange(secret, tag, SECRET_ACTIONS)])),
      ...(await flatMapInSlices(past, (secret) => [
        secretChange(secret, tag, PAST_SECRET_ACTIONS),
      ])),
    ];
    const missing = await grantable.missingFrom(changes);
    const attributeGains = await this.attributeGains.findGains(tx, access, rules, missing);
    if (attributeGains.length > 0) throw gainsDenied(access, attributeGains);
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
  const denied = await flatMapInSlices(secrets, (secret): DeniedSecret[] => {
    const { before: now, after } = attributesOf(secret, tag);
    const attributes = [now, after].find((each) => !access.ability.allows('edit', 'secrets', each));
    return attributes ? [{ action: 'edit', attributes, now }] : [];
  });
  if (denied.length > 0) throw secretsDenied(access, denied);
}

function attributesOf(secret: LocatedSecret, { from, to }: TagSlugChange) {
  const { key } = secret;
  const tags = secret.tags.flatMap((slug) => (slug === from ? (to === null ? [] : [to]) : [slug]));
  const before = secretAttributes(secret, secret);
  return { before, after: secretAttributes(secret, { key, tags }) };
}

const secretChange = (
  secret: LocatedSecret,
  tag: TagSlugChange,
  actions: readonly string[],
): AttributeChange => ({ subject: 'secrets', actions, ...attributesOf(secret, tag) });
