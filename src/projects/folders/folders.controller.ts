import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ContentActor } from '../../auth/actor.js';
import { CurrentContentActor, TakesServiceToken } from '../../auth/service-token.decorators.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  MAY_BE_REFERRED_TO,
  presentBrokenReferences,
  REFERENCED_BY,
} from '../broken-references.presenter.js';
import { type ChangedFolders, FolderChangesService } from './folder-changes.service.js';
import {
  CreateFolderDto,
  DeleteFolderDto,
  DeleteFolderV2Dto,
  ListFoldersQuery,
  UpdateFolderDto,
  UpdateFoldersDto,
} from './folders.dto.js';
import {
  FolderItemView,
  FolderView,
  presentFolder,
  presentReadFolder,
  presentReadFolderItem,
} from './folders.presenter.js';
import { FoldersService } from './folders.service.js';

const CHANGED_FOLDER = { folder: FolderView, ...REFERENCED_BY } as const;

@ApiTags('Folders')
@TakesServiceToken()
@Controller(['v1/folders', 'v2/folders'])
export class FoldersController {
  constructor(
    private readonly folders: FoldersService,
    private readonly changes: FolderChangesService,
  ) {}

  @Post()
  @Answers('Creates a folder, and those above it; returns the one that is there already', {
    folder: FolderView,
  })
  async create(@CurrentContentActor() actor: ContentActor, @Body() dto: CreateFolderDto) {
    const { environment, name, description = null } = dto;
    const place = { projectId: dto.toProjectId(), environment, path: dto.toPath() };
    return { folder: presentFolder(await this.folders.create(actor, place, name, description)) };
  }

  @Get()
  @Answers('Lists the folders in a folder', { folders: [FolderItemView] })
  async list(@CurrentContentActor() actor: ContentActor, @Query() query: ListFoldersQuery) {
    const { environment } = query;
    const place = { projectId: query.toProjectId(), environment, path: query.toPath() };
    const filter = query.toFilter();
    const folders = await this.folders.list(actor, place, filter);
    const base = filter.isRecursive ? place.path : undefined;
    return { folders: folders.map((folder) => presentReadFolderItem(folder, base)) };
  }

  @Get(':folderIdOrName')
  @Answers('Returns a folder', { folder: FolderView })
  async get(@CurrentContentActor() actor: ContentActor, @Param('folderIdOrName') id: string) {
    return { folder: presentReadFolder(await this.folders.get(actor, id)) };
  }

  @Get([':projectId/:environment', ':projectId/:environment/*path'])
  @Answers('Returns a folder by its path', { folder: FolderView })
  async getAt(
    @CurrentContentActor() actor: ContentActor,
    @Param('projectId') projectId: string,
    @Param('environment') environment: string,
    @Param('path') path: string | string[] = '',
  ) {
    const place = { projectId, environment, path: [path].flat().join('/') };
    return { folder: presentReadFolder(await this.folders.getAt(actor, place)) };
  }

  @Patch('batch')
  @Answers(
    'Changes several folders, all or none',
    { folders: [FolderView], ...REFERENCED_BY },
    MAY_BE_REFERRED_TO,
  )
  async updateMany(@CurrentContentActor() actor: ContentActor, @Body() dto: UpdateFoldersDto) {
    const { folders, broken } = await this.changes.updateMany(actor, dto, dto.folders);
    return { folders: folders.map(presentFolder), ...presentBrokenReferences(broken) };
  }

  @Patch(':folderIdOrName')
  @Answers('Renames or describes a folder', CHANGED_FOLDER, MAY_BE_REFERRED_TO)
  async update(
    @CurrentContentActor() actor: ContentActor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: UpdateFolderDto,
  ) {
    const { name, description } = dto;
    const edit = { name, description };
    return presentChangedFolder(
      await this.changes.update(actor, dto.toFolderAddress(idOrName), edit),
    );
  }
}

/** The two versions differ in what they do with a folder that is not empty. */
@ApiTags('Folders')
@TakesServiceToken()
@Controller()
export class FolderDeletionsController {
  constructor(private readonly changes: FolderChangesService) {}

  @Delete('v1/folders/:folderIdOrName')
  @Answers('Deletes a folder and all that is in it', CHANGED_FOLDER, MAY_BE_REFERRED_TO)
  async delete(
    @CurrentContentActor() actor: ContentActor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: DeleteFolderDto,
  ) {
    const address = dto.toFolderAddress(idOrName);
    return presentChangedFolder(await this.changes.delete(actor, address, true));
  }

  @Delete('v2/folders/:folderIdOrName')
  @Answers(
    'Deletes a folder; with what is in it only if `forceDelete` says so',
    CHANGED_FOLDER,
    MAY_BE_REFERRED_TO,
  )
  async deleteV2(
    @CurrentContentActor() actor: ContentActor,
    @Param('folderIdOrName') idOrName: string,
    @Body() dto: DeleteFolderV2Dto,
  ) {
    const address = dto.toFolderAddress(idOrName);
    return presentChangedFolder(await this.changes.delete(actor, address, dto.forceDelete));
  }
}

const presentChangedFolder = ({ folders, broken }: ChangedFolders) => ({
  folder: presentFolder(folders[0]!),
  ...presentBrokenReferences(broken),
});
