import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { Deprecated } from '../../http/deprecated.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import {
  toKey,
  type SecretScopeDto,
  V3SecretScopeDto,
  V4SecretScopeDto,
} from '../secrets.fields.js';
import { SecretReferences } from './secret-references.service.js';
import {
  presentReferrers,
  presentTree,
  ReferenceTreeView,
  ReferrersView,
} from './secret-references.presenter.js';

const TREE_SUMMARY = 'Returns what a secret refers to, and what that refers to';

@ApiTags('Secrets, references')
@RateLimited('secrets')
@Controller()
export class SecretReferencesController {
  constructor(private readonly references: SecretReferences) {}

  @Get('v4/secrets/:secretName/secret-references')
  @Answers('Lists the secrets that refer to a secret', ReferrersView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('secretName') name: string,
    @Query() query: V4SecretScopeDto,
  ) {
    const where = { ...query.toScope(), key: toKey(name) };
    return presentReferrers(await this.references.listReferrers(actor, where));
  }

  @Get('v4/secrets/:secretName/secret-reference-tree')
  @Answers(TREE_SUMMARY, ReferenceTreeView)
  treeV4(
    @CurrentActor() actor: Actor,
    @Param('secretName') name: string,
    @Query() query: V4SecretScopeDto,
  ) {
    return this.tree(actor, name, query);
  }

  @Get('v3/secrets/raw/:secretName/secret-reference-tree')
  @Deprecated('/api/v4/secrets')
  @Answers(TREE_SUMMARY, ReferenceTreeView, { deprecated: true })
  treeV3(
    @CurrentActor() actor: Actor,
    @Param('secretName') name: string,
    @Query() query: V3SecretScopeDto,
  ) {
    return this.tree(actor, name, query);
  }

  private async tree(actor: Actor, name: string, query: SecretScopeDto) {
    const where = { ...query.toScope(), key: toKey(name) };
    return presentTree(await this.references.getTree(actor, where));
  }
}
