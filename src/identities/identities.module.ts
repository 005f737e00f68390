import { Module } from '@nestjs/common';
import { Bootstrap } from './bootstrap.js';
import { IdentitiesController } from './identities.controller.js';
import { IdentitiesRepository } from './identities.repository.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityGate } from './identity-gate.js';
import { IdentityProjectsService } from './identity-projects.service.js';
import { IdentityRemovalService } from './identity-removal.service.js';
import { StoredTokensController } from './token-auth/stored-tokens.controller.js';
import { StoredTokensService } from './token-auth/stored-tokens.service.js';
import { TokenAuthController } from './token-auth/token-auth.controller.js';
import { TokenAuthRepository } from './token-auth/token-auth.repository.js';
import { TokenAuthService } from './token-auth/token-auth.service.js';
import { TokenMint } from './token-auth/token-mint.js';
import { TokenSweep } from './token-sweep.js';
import { TokenIssuer } from './tokens/token-issuer.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';
import { ClientSecretsController } from './universal-auth/client-secrets.controller.js';
import { ClientSecretsService } from './universal-auth/client-secrets.service.js';
import { Lockout } from './universal-auth/lockout.js';
import { UniversalAuthLoginController } from './universal-auth/login.controller.js';
import { LoginsRepository } from './universal-auth/logins.repository.js';
import { Logins } from './universal-auth/logins.service.js';
import { UniversalAuthController } from './universal-auth/universal-auth.controller.js';
import { UniversalAuthRepository } from './universal-auth/universal-auth.repository.js';
import { UniversalAuthService } from './universal-auth/universal-auth.service.js';

@Module({
  controllers: [
    IdentitiesController,
    UniversalAuthController,
    ClientSecretsController,
    UniversalAuthLoginController,
    TokenAuthController,
    StoredTokensController,
    TokensController,
  ],
  providers: [
    IdentitiesService,
    IdentitiesRepository,
    IdentityGate,
    IdentityProjectsService,
    IdentityRemovalService,
    UniversalAuthService,
    UniversalAuthRepository,
    ClientSecretsService,
    Logins,
    LoginsRepository,
    Lockout,
    TokenAuthService,
    TokenAuthRepository,
    StoredTokensService,
    TokenMint,
    TokenIssuer,
    TokensService,
    TokensRepository,
    TokenSweep,
    Bootstrap,
  ],
  exports: [Bootstrap, Logins, IdentityGate],
})
export class IdentitiesModule {}
