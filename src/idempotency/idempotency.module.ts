import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerVault } from './answer-vault.js';
import { IdempotencySweep } from './idempotency-sweep.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';
import { IdempotentRequests } from './idempotent-requests.service.js';
import { ReplayRights } from './replay-rights.js';

@Module({
  providers: [
    AnswerVault,
    IdempotencySweep,
    IdempotentAnswersRepository,
    IdempotentRequests,
    ReplayRights,
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class IdempotencyModule {}
