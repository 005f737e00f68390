import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { ExplainDto, PreviewDto, WhoCanDto } from './permission-queries.dto.js';
import {
  AffectedIdentityView,
  AffectedUserView,
  AllowedIdentityView,
  AllowedUserView,
  ExplanationView,
  presentAffected,
  presentAllowed,
  presentExplanation,
} from './permission-queries.presenter.js';
import { ChangeEffectView, presentEffect } from './change-effect.presenter.js';
import { ChangeEffects } from './change-effect.service.js';
import { PermissionQueriesService } from './permission-queries.service.js';

const GUARD =
  'Needs `read` on `identity`, for each identity shown, and `read` on `role`, since rules of roles are shown.';

@ApiTags('Permissions')
@ChangesNothing()
@Controller('v1/projects/:projectId/permissions')
export class PermissionQueriesController {
  constructor(
    private readonly queries: PermissionQueriesService,
    private readonly effects: ChangeEffects,
  ) {}

  @Post('explain')
  @Answers(
    'Tells whether an identity or a person may do something, by which rule, and until when',
    ExplanationView,
    {
      description: `The answer is that of the engine that enforces. A rule that forbids prevails. ${GUARD} Everybody may ask about themselves.`,
    },
  )
  async explain(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: ExplainDto,
  ) {
    const asked = { question: dto.toQuestion(), at: dto.toMoment() };
    const { answer, ...about } = await this.queries.explain(
      actor,
      projectId,
      dto.toHolder(),
      asked,
    );
    return presentExplanation(answer, about);
  }

  @Post('who-can')
  @Answers(
    'Lists the identities and people who may do something, each with the rule that lets them',
    { identities: [AllowedIdentityView], users: [AllowedUserView], totalCount: Number },
    { description: `A page and the count are of both together, by name. ${GUARD}` },
  )
  async whoCan(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: WhoCanDto,
  ) {
    const asked = { question: dto.toQuestion(), at: dto.toMoment() };
    const { page, totalCount } = await this.queries.whoCan(actor, projectId, asked, dto);
    return { ...presentAllowed(page), totalCount };
  }

  @Post('preview')
  @Answers(
    'Lists who would gain and who would lose what by a change, without making it',
    { identities: [AffectedIdentityView], users: [AffectedUserView], totalCount: Number },
    {
      description: `From now on, whatever begins or ends later included. A rule counts as gained unless one other rule provably covers it. ${GUARD}`,
    },
  )
  async preview(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: PreviewDto,
  ) {
    const change = dto.toChange();
    const { page, totalCount } = await this.queries.preview(actor, projectId, change, dto);
    return { ...presentAffected(page), totalCount };
  }

  @Post('effect')
  @Answers(
    'Tells who would gain and who would lose what in every folder, without making the change',
    ChangeEffectView,
    {
      description: `From now on, whatever begins or ends later included. Each folder of each environment that the caller may see is put to the engine that enforces, and each secret where rules tell secrets apart; what has no folder is compared by its rules, as in a preview. Names and folders that do not exist yet are not looked at. Who loses comes first. ${GUARD}`,
    },
  )
  async effect(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: PreviewDto,
  ) {
    return presentEffect(await this.effects.weigh(actor, projectId, dto.toChange(), dto));
  }
}
