import { Module } from '@nestjs/common';
import { AccountRecoveryController } from './account-recovery.controller.js';
import { AccountRecovery } from './account-recovery.service.js';

@Module({ controllers: [AccountRecoveryController], providers: [AccountRecovery] })
export class AccountRecoveryModule {}
