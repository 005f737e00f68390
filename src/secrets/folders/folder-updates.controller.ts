import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { FolderUpdatesService } from '../../projects/folders/folder-updates.service.js';
import { UpdateFolderDto, UpdateFoldersDto } from '../../projects/folders/folders.dto.js';
import { FolderView, presentFolder } from '../../projects/folders/folders.presenter.js';
import { BrokenReferenceReport } from '../references/broken-reference-report.js';
import {
  MAY_BE_REFERRED_TO,
  presentBrokenReferences,
  REFERENCED_BY,
} from '../references/secret-references.presenter.js';

@ApiTags('Folders')
@Controller(['v1/folders', 'v2/folders'])
export class FolderUpdatesController {
  constructor(
    private readonly updates: FolderUpdatesService,
    private readonly notes: BrokenReferenceReport,
  ) {}

  @Patch('batch')
  @Answers(
    'Changes several folders, all or none',
    { folders: [FolderView], ...REFERENCED_BY },
    MAY_BE_REFERRED_TO,
  )
  async updateMany(@CurrentActor() actor: Actor, @Body() dto: UpdateFoldersDto) {
    const { onFolderRemoval } = this.notes;
    const { folders, loss } = await this.updates.updateMany(
      actor,
      dto,
      dto.folders,
      onFolderRemoval,
    );
    return {
      folders: folders.map(presentFolder),
      ...presentBrokenReferences({ brokenReferences: loss }),
    };
  }

  @Patch(':folderIdOrName')
  @Answers(
    'Renames or describes a folder',
    { folder: FolderView, ...REFERENCED_BY },
    MAY_BE_REFERRED_TO,
  )
  async update(
    @CurrentActor() actor: Actor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: UpdateFolderDto,
  ) {
    const { environment, name, description } = dto;
    const address = { projectId: dto.toProjectId(), environment, path: dto.toPath(), idOrName };
    const change = { name, description };
    const { folder, loss } = await this.updates.update(
      actor,
      address,
      change,
      this.notes.onFolderRemoval,
    );
    return {
      folder: presentFolder(folder),
      ...presentBrokenReferences({ brokenReferences: loss }),
    };
  }
}
