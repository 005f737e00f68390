import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CreateFolderDto, ListFoldersQuery } from './folders.dto.js';
import {
  FolderItemView,
  FolderView,
  presentFolder,
  presentReadFolder,
  presentReadFolderItem,
} from './folders.presenter.js';
import { FoldersService } from './folders.service.js';

@ApiTags('Folders')
@Controller(['v1/folders', 'v2/folders'])
export class FoldersController {
  constructor(private readonly folders: FoldersService) {}

  @Post()
  @Answers('Creates a folder, and those above it; returns the one that is there already', {
    folder: FolderView,
  })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateFolderDto) {
    const { environment, name, description = null } = dto;
    const place = { projectId: dto.toProjectId(), environment, path: dto.toPath() };
    return { folder: presentFolder(await this.folders.create(actor, place, name, description)) };
  }

  @Get()
  @Answers('Lists the folders in a folder', { folders: [FolderItemView] })
  async list(@CurrentActor() actor: Actor, @Query() query: ListFoldersQuery) {
    const { environment } = query;
    const place = { projectId: query.toProjectId(), environment, path: query.toPath() };
    const filter = query.toFilter();
    const folders = await this.folders.list(actor, place, filter);
    const base = filter.isRecursive ? place.path : undefined;
    return { folders: folders.map((folder) => presentReadFolderItem(folder, base)) };
  }

  @Get(':folderId')
  @Answers('Returns a folder', { folder: FolderView })
  async get(@CurrentActor() actor: Actor, @Param('folderId') id: string) {
    return { folder: presentReadFolder(await this.folders.get(actor, id)) };
  }

  @Get([':projectId/:environment', ':projectId/:environment/*path'])
  @Answers('Returns a folder by its path', { folder: FolderView })
  async getAt(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environment') environment: string,
    @Param('path') path: string | string[] = '',
  ) {
    const place = { projectId, environment, path: [path].flat().join('/') };
    return { folder: presentReadFolder(await this.folders.getAt(actor, place)) };
  }
}
