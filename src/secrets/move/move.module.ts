import { Module } from '@nestjs/common';
import { BatchModule } from '../batch/batch.module.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { SecretMovesController } from './secret-moves.controller.js';
import { SecretMoves } from './secret-moves.service.js';

@Module({
  imports: [BatchModule, SecretStoreModule],
  controllers: [SecretMovesController],
  providers: [SecretMoves],
})
export class MoveModule {}
