import { Body, Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { FolderRemovalsService, type RemovedFolder } from './folder-removals.service.js';
import { DeleteFolderDto, DeleteFolderV2Dto } from '../../projects/folders/folders.dto.js';
import { FolderView, presentFolder } from '../../projects/folders/folders.presenter.js';
import {
  MAY_BE_REFERRED_TO,
  presentBrokenReferences,
  REFERENCED_BY,
} from '../references/secret-references.presenter.js';

const FOLDER_GONE = { folder: FolderView, ...REFERENCED_BY } as const;

@ApiTags('Folders')
@Controller()
export class FolderRemovalsController {
  constructor(private readonly removals: FolderRemovalsService) {}

  @Delete('v1/folders/:folderIdOrName')
  @Answers('Deletes a folder and all that is in it', FOLDER_GONE, MAY_BE_REFERRED_TO)
  async remove(
    @CurrentActor() actor: Actor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: DeleteFolderDto,
  ) {
    const address = addressOf(dto, idOrName);
    return presentRemoved(await this.removals.remove(actor, address, true));
  }

  @Delete('v2/folders/:folderIdOrName')
  @Answers(
    'Deletes a folder; with what is in it only if `forceDelete` says so',
    FOLDER_GONE,
    MAY_BE_REFERRED_TO,
  )
  async removeCarefully(
    @CurrentActor() actor: Actor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: DeleteFolderV2Dto,
  ) {
    const address = addressOf(dto, idOrName);
    return presentRemoved(await this.removals.remove(actor, address, dto.forceDelete));
  }
}

const presentRemoved = ({ folder, brokenReferences }: RemovedFolder) => ({
  folder: presentFolder(folder),
  ...presentBrokenReferences({ brokenReferences }),
});

const addressOf = (dto: DeleteFolderDto, idOrName: string) => ({
  projectId: dto.toProjectId(),
  environment: dto.environment,
  path: dto.toPath(),
  idOrName,
});
