import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ContentActor } from '../../auth/actor.js';
import { CurrentContentActor, TakesServiceToken } from '../../auth/service-token.decorators.js';
import { Answers } from '../../http/answers.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { ImportView, presentImports } from '../secret.presenter.js';
import { ImportedReads } from './imported-reads.service.js';
import {
  CreateImportDto,
  DeleteImportDto,
  ImportedSecretsQuery,
  PlaceOfImports,
  UpdateImportDto,
} from './secret-imports.dto.js';
import {
  LocatedImportView,
  presentImport,
  presentLocatedImport,
  SecretImportView,
} from './secret-imports.presenter.js';
import { SecretImports } from './secret-imports.service.js';

const CREATION_DEMANDS =
  'Demands create on secret-imports, and create on secrets of the importing folder, since an import decides ' +
  'what readers of the folder get; both without exceptions by name or tag. Demands describeSecret on secrets ' +
  'of the source.';
const UPDATE_DEMANDS =
  'Demands edit on secret-imports, and create on secrets of the importing folder, since an import decides ' +
  'what readers of the folder get. Another source also demands delete on secrets of the importing folder, ' +
  'since it takes the names of the old one away, and describeSecret on secrets of the new source.';
const DELETION_DEMANDS =
  'Demands delete on secret-imports, and delete on secrets of the importing folder, since its readers lose ' +
  'what was imported.';

@ApiTags('Secret imports')
@RateLimited('secrets')
@TakesServiceToken()
@Controller(['v1/secret-imports', 'v2/secret-imports'])
export class SecretImportsController {
  constructor(
    private readonly imports: SecretImports,
    private readonly reads: ImportedReads,
  ) {}

  @Post()
  @Answers(
    'Lets a folder import the secrets of another; the newest import prevails',
    { message: String, secretImport: SecretImportView },
    { description: CREATION_DEMANDS },
  )
  async create(@CurrentContentActor() actor: ContentActor, @Body() dto: CreateImportDto) {
    const { isReplication = false } = dto;
    const made = await this.imports.create(actor, dto.toPlace(), dto.toSource(), isReplication);
    return { message: 'The import was created', secretImport: presentImport(made) };
  }

  @Get()
  @Answers('Lists the imports of a folder by position', {
    message: String,
    secretImports: [SecretImportView],
  })
  async list(@CurrentContentActor() actor: ContentActor, @Query() query: PlaceOfImports) {
    const records = await this.imports.list(actor, query.toPlace());
    return { message: 'The imports of the folder', secretImports: records.map(presentImport) };
  }

  @Get(['secrets', 'secrets/raw'])
  @Answers('Lists the secrets that a folder imports from others', { secrets: [ImportView] })
  async listSecrets(
    @CurrentContentActor() actor: ContentActor,
    @Query() query: ImportedSecretsQuery,
  ) {
    const found = await this.reads.list(actor, query.toPlace(), query);
    return { secrets: await presentImports(found) };
  }

  @Get(':secretImportId')
  @Answers('Returns an import', { secretImport: LocatedImportView })
  async get(@CurrentContentActor() actor: ContentActor, @Param('secretImportId') id: string) {
    return { secretImport: presentLocatedImport(await this.imports.get(actor, id)) };
  }

  @Patch(':secretImportId')
  @Answers(
    'Changes the source of an import, or its position in the order',
    { message: String, secretImport: SecretImportView },
    { description: UPDATE_DEMANDS },
  )
  async update(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretImportId') id: string,
    @Body() dto: UpdateImportDto,
  ) {
    const changed = await this.imports.update(actor, dto.toAddress(id), dto.toChange());
    return { message: 'The import was changed', secretImport: presentImport(changed) };
  }

  @Delete(':secretImportId')
  @Answers(
    'Deletes an import',
    { message: String, secretImport: SecretImportView },
    { description: DELETION_DEMANDS },
  )
  async remove(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretImportId') id: string,
    @Body() dto: DeleteImportDto,
  ) {
    const gone = await this.imports.remove(actor, dto.toAddress(id));
    return { message: 'The import was deleted', secretImport: presentImport(gone) };
  }
}
