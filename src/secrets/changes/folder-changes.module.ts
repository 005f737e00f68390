import { Module } from '@nestjs/common';
import { FolderChangesController } from './folder-changes.controller.js';
import { FolderChangesRepository } from './folder-changes.repository.js';
import { FolderChanges } from './folder-changes.service.js';

@Module({
  controllers: [FolderChangesController],
  providers: [FolderChanges, FolderChangesRepository],
  exports: [FolderChangesRepository],
})
export class FolderChangesModule {}
