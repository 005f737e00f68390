import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ValueAccessInterceptor } from './value-access.js';

@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: ValueAccessInterceptor }] })
export class ReadAuditModule {}
