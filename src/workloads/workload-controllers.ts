import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Req,
  type Type,
} from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Public } from '../auth/public.decorator.js';
import {
  MADE_SERVICE_TOKENS,
  MAY_NAME_SERVICE_TOKENS,
  madeTokensIn,
} from '../credentials/made-service-tokens.js';
import { Answers } from '../http/answers.decorator.js';
import { FormBody } from '../http/body/body.guard.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { withLater } from '../http/later-answer.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { IssuedTokenView } from '../identities/tokens/token-issuer.js';
import { LoginExplanationView } from './logins/login-explanation.view.js';
import { LoginExplanations } from './logins/login-explanations.service.js';
import { WorkloadLogins } from './logins/workload-logins.service.js';
import type { WorkloadMethod, WorkloadMethodName } from './methods/method.js';
import type { WorkloadLoginDto } from './methods/token-login.js';
import type { TokenTermsDto } from './settings/token-terms.js';
import {
  presentWorkloadAuth,
  type ShownAuth,
  type WorkloadAuthView,
} from './workload-auth.presenter.js';
import { WorkloadAuthsService } from './workload-auths.service.js';

/** What the routes of a method have of their own. */
interface MethodRoutes {
  readonly path: WorkloadMethodName;
  /** Names the class of the controller, and so its operations. */
  readonly className: string;
  readonly title: string;
  readonly method: Type<WorkloadMethod>;
  readonly wrapper: string;
  readonly dto: Type<TokenTermsDto>;
  readonly login: Type<WorkloadLoginDto>;
  readonly view: Type<WorkloadAuthView>;
}

/** Tells the validation which class a parameter of a route is: it is known only here. */
const TakesBody =
  (dto: Type, ...before: readonly Type[]): MethodDecorator =>
  (target, key) => {
    Reflect.defineMetadata('design:paramtypes', [...before, dto], target, key);
  };

/** The routes of a method: the same for all, around settings and a proof of its own. */
// oxlint-disable-next-line max-lines-per-function -- a class of six short routes, around what a method has of its own
export function workloadController(routes: MethodRoutes): Type {
  const { path, title, method: Method, wrapper, dto: Settings, login: Login, view } = routes;

  @ApiTags(title)
  @Controller(`v1/auth/${path}`)
  class WorkloadController {
    constructor(
      private readonly auths: WorkloadAuthsService,
      private readonly logins: WorkloadLogins,
      private readonly explanations: LoginExplanations,
      private readonly method: WorkloadMethod,
    ) {}

    @Post('login')
    @Public()
    @FormBody()
    @RateLimited('login')
    @Header('Cache-Control', 'no-store')
    @ApiBody({ type: Login })
    @Answers(`Logs in by ${title}`, IssuedTokenView)
    login(@Body() dto: WorkloadLoginDto, @Req() req: Request) {
      return this.logins.login(this.method, dto, requestContext(req));
    }

    @Post('login/explain')
    @ChangesNothing()
    @RateLimited('write')
    @Header('Cache-Control', 'no-store')
    @ApiBody({ type: Login })
    @Answers(`Explains a login by ${title}, check by check`, LoginExplanationView)
    explain(@CurrentActor() actor: Actor, @Body() dto: WorkloadLoginDto) {
      return this.explanations.explain(this.method, actor, dto);
    }

    @Post('identities/:identityId')
    @ApiBody({ type: Settings })
    @Answers(`Attaches ${title} to an identity`, { [wrapper]: view })
    async attach(
      @CurrentActor() actor: Actor,
      @Param('identityId') id: string,
      @Body() dto: TokenTermsDto,
    ) {
      return this.tried(actor, await this.auths.attach(this.method, actor, id, dto));
    }

    @Get('identities/:identityId')
    @Answers(`Returns the ${title} of an identity`, { [wrapper]: view })
    async get(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
      return this.present(await this.auths.get(this.method, actor, id));
    }

    @Patch('identities/:identityId')
    @ApiBody({ type: Settings })
    @Answers(
      `Changes the ${title} of an identity`,
      { [wrapper]: view, ...MADE_SERVICE_TOKENS },
      MAY_NAME_SERVICE_TOKENS,
    )
    async update(
      @CurrentActor() actor: Actor,
      @Param('identityId') id: string,
      @Body() dto: TokenTermsDto,
    ) {
      return this.tried(actor, await this.auths.update(this.method, actor, id, dto));
    }

    @Delete('identities/:identityId')
    @Answers(
      `Removes the ${title} of an identity with its tokens`,
      { [wrapper]: view, ...MADE_SERVICE_TOKENS },
      MAY_NAME_SERVICE_TOKENS,
    )
    async detach(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
      return this.present(await this.auths.detach(this.method, actor, id));
    }

    private tried(actor: Actor, written: ShownAuth) {
      return withLater(this.present(written), async () =>
        this.present(await this.auths.probe(this.method, actor, written)),
      );
    }

    private present(shown: ShownAuth) {
      return {
        [wrapper]: presentWorkloadAuth(this.method, shown),
        ...madeTokensIn(shown.made ?? {}),
      };
    }
  }

  const { prototype } = WorkloadController;
  const own = (name: 'login' | 'explain' | 'attach' | 'update') =>
    Object.getOwnPropertyDescriptor(prototype, name)!;
  TakesBody(Login)(prototype, 'login', own('login'));
  TakesBody(Login, Object)(prototype, 'explain', own('explain'));
  for (const name of ['attach', 'update'] as const)
    TakesBody(Settings, Object, String)(prototype, name, own(name));
  Reflect.defineMetadata(
    'design:paramtypes',
    [WorkloadAuthsService, WorkloadLogins, LoginExplanations, Method],
    WorkloadController,
  );
  Object.defineProperty(WorkloadController, 'name', { value: routes.className });
  return WorkloadController;
}
