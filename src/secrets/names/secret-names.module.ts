import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.js';
import { NameCursors } from './name-cursors.js';
import { SecretNamesController } from './secret-names.controller.js';
import { SecretNamesRepository } from './secret-names.repository.js';
import { SecretNames } from './secret-names.service.js';

@Module({
  imports: [ImportsModule],
  controllers: [SecretNamesController],
  providers: [NameCursors, SecretNames, SecretNamesRepository],
})
export class SecretNamesModule {}
