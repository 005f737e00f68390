import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { Work } from '../http/limits/admission.js';
import { requestContext } from '../http/request-context.js';
import { loginFailed } from './password-proofs.js';
import { SessionCookies } from './session-cookies.js';
import { PasswordLoginDto, SelectOrganizationDto } from './sign-in.dto.js';
import {
  PersonsOrganizationView,
  presentPersonsOrganization,
  SelectedOrganizationView,
} from './sign-in.presenter.js';
import { SignIn } from './sign-in.service.js';

@ApiTags('Sign-in')
@Controller('v3/auth')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('login')
  @Public()
  @RateLimited('login')
  @Work('none')
  @Header('Cache-Control', 'no-store')
  @Answers('Signs a person in with e-mail address and password', { accessToken: String })
  async login(
    @Body() { email, password }: PasswordLoginDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const kind = this.cookies.kindOf(req);
    if (kind === 'console') this.cookies.requireOwnPage(req);
    const { token, session } = await this.signIn.login(
      { email, password },
      kind,
      requestContext(req),
    );
    this.cookies.give(req, res, session);
    return { accessToken: token };
  }

  /** Existing clients try this after every failed login, and show what it answers. It is not counted. */
  @Post('login1')
  @Public()
  @RateLimited('login')
  @Answers('Refuses the first step of an older login, which is not offered', { message: String })
  olderLogin(): never {
    throw loginFailed();
  }

  @Post('login2')
  @Public()
  @RateLimited('login')
  @Answers('Refuses the second step of an older login, which is not offered', { message: String })
  olderLoginProof(): never {
    throw loginFailed();
  }

  @Post('select-organization')
  @ForPeople('begun')
  @RateLimited('login')
  @Header('Cache-Control', 'no-store')
  @Answers('Chooses the organization of a session', SelectedOrganizationView, {
    description:
      'Where `isMfaEnabled` is true, `token` opens `POST /api/v2/auth/mfa/verify` and nothing else.',
  })
  async select(
    @CurrentPerson() person: Person,
    @Body() { organizationId, userAgent }: SelectOrganizationDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<SelectedOrganizationView> {
    const isHandedOver = userAgent === 'cli';
    // The long token of a program is given to a page only right after the password.
    if (isHandedOver) requireFreshProof(person);
    const kind = isHandedOver ? 'cli' : person.kind;
    const choice = await this.signIn.choose(person, organizationId, kind);
    if (choice.isMfaDue) return { token: choice.token, isMfaEnabled: true, mfaMethod: 'totp' };
    this.cookies.give(req, res, choice.session);
    return { token: choice.token, isMfaEnabled: false };
  }
}

@ApiTags('Sign-in')
@Controller('v1/organization')
export class PersonsOrganizationsController {
  constructor(private readonly signIn: SignIn) {}

  @Get()
  @ForPeople('begun')
  @Answers('Lists the organizations of a person', { organizations: [PersonsOrganizationView] })
  async list(@CurrentPerson() person: Person) {
    const organizations = await this.signIn.organizations(person);
    return { organizations: organizations.map(presentPersonsOrganization) };
  }
}
