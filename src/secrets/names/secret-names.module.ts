import { Module } from '@nestjs/common';
import { FolderChangesModule } from '../changes/folder-changes.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { DeletedNames } from './deleted-names.js';
import { DeletedNamesRepository } from './deleted-names.repository.js';
import { NameCursors } from './name-cursors.js';
import { SecretNamesController } from './secret-names.controller.js';
import { SecretNamesRepository } from './secret-names.repository.js';
import { SecretNames } from './secret-names.service.js';

@Module({
  imports: [FolderChangesModule, ImportsModule],
  controllers: [SecretNamesController],
  providers: [
    DeletedNames,
    DeletedNamesRepository,
    NameCursors,
    SecretNames,
    SecretNamesRepository,
  ],
})
export class SecretNamesModule {}
