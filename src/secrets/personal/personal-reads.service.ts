import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import type { ContentActor, UserActor } from '../../auth/actor.js';
import { notFound } from '../../errors/api-error.js';
import { personalSecretNotFound, versionNotFound } from '../../errors/missing.js';
import type { ImportResolver } from '../imports/import-resolver.js';
import { type OpenOptions, ReferenceResolver } from '../references/reference-resolver.js';
import { sealedSize } from '../secret-columns.sql.js';
import { mayDescribe } from '../secret-guards.js';
import { type OpenSecret, type SealedSecret, type SecretOfProject } from '../secret.js';
import { type SecretAddress, SecretsRepository } from '../secrets.repository.js';
import { openedAs, type SealedPersonal } from './personal-secret.js';
import { PersonalSecretsRepository } from './personal-secrets.repository.js';
import { PersonalVault } from './personal-vault.js';
import { requirePerson } from './refuse-personal.js';

/** What a list shows of the caller's personal secrets: none, each after its shared one, in its place, or nothing else. */
export type PersonalListing = 'none' | 'beside' | 'instead' | 'only';

/** What a list is made of. */
export interface ListedRows {
  /** Secrets of the folders, which may be shown. */
  readonly own: readonly SealedSecret[];
  readonly imported: readonly SealedSecret[];
}

export interface OpenedRows {
  readonly own: readonly OpenSecret[];
  readonly imported: readonly OpenSecret[];
}

type Imported = Awaited<ReturnType<ImportResolver['resolve']>>['secrets'];

/**
 * What people read of their own personal secrets. Who may describe the shared secret sees the own personal one, with its
 * value: they wrote it. References in it lead to shared values alone, as those of every value do.
 */
@Injectable()
export class PersonalReads {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly rows: PersonalSecretsRepository,
    private readonly vault: PersonalVault,
    private readonly resolver: ReferenceResolver,
  ) {}

  /** Opens the rows of a list, with what the caller holds. No statement more for who holds nothing in the project. */
  async openList(
    actor: ContentActor,
    project: ProjectAccess,
    { own, imported }: ListedRows & { readonly imported: Imported },
    options: OpenOptions & { readonly personal?: PersonalListing },
  ): Promise<OpenedRows> {
    const { personal = 'none', expandSecretReferences, viewSecretValue } = options;
    const held = personal === 'none' ? NOTHING : await this.ofRows(actor, project, own);
    const shared = sharedOf(personal, own, held);
    const rows = imported.length === 0 ? shared : [...shared, ...imported];
    // Together, so that what refers to one thing asks for it once and the bounds are those of one answer.
    if (held.size === 0) {
      const opened = await this.resolver.open(project, rows, options, () => true);
      return cut(opened, shared.length);
    }
    const asWritten = { viewSecretValue, expandSecretReferences: false };
    const opened = await this.resolver.open(project, rows, asWritten, () => true);
    const values = await this.openAll(actor as UserActor, project, held);
    let all: readonly OpenSecret[] = [...opened, ...values];
    // Where no values are asked for, none of a shared secret is shown within a personal one either.
    if (expandSecretReferences && viewSecretValue)
      all = await this.resolver.expand(project, all, expandSecretReferences);
    const list = cut(all.slice(0, rows.length), shared.length);
    const holders = [...held.values()].map(({ twin }) => twin.id);
    const personals = new Map(all.slice(rows.length).map((each, at) => [holders[at]!, each]));
    const sharedById = new Map(list.own.map((each) => [each.id, each]));
    const merged = own.flatMap(({ id }) =>
      [sharedById.get(id), personals.get(id)].filter((each) => each !== undefined),
    );
    return { own: merged, imported: list.imported };
  }

  /** The caller's personal secret of this name. Throws 400 for who is no person, 404 where they hold none. */
  async get(
    actor: ContentActor,
    project: ProjectAccess,
    { version, ...address }: SecretAddress & { readonly version?: number | undefined },
    options: OpenOptions,
  ): Promise<SecretOfProject> {
    const person = requirePerson(actor);
    const twin = await this.secrets.find(project.id, address);
    const isKnown = twin !== null && mayDescribe(project, twin);
    const row = isKnown && holdsAny(project) ? await this.rows.find(person.userId, twin.id) : null;
    if (!isKnown || !row) throw personalSecretNotFound(address);
    if (version !== undefined && version !== row.version) throw versionNotFound(version);
    return this.answer(person, project, { twin, row }, options);
  }

  /** Throws 404 where the caller holds no personal secret with this id. */
  async getById(actor: ContentActor, id: string, options: OpenOptions): Promise<SecretOfProject> {
    if (actor.kind !== 'user') throw notFound();
    const place = await this.rows.locate(actor.orgId, actor.userId, id);
    if (!place) throw notFound();
    const project = await this.access.toProject(actor, { id: place.projectId });
    const twin = await this.secrets.findById(project.id, place.secretId);
    // Read after the project: its state vouches for no older one.
    const row = await this.rows.find(actor.userId, place.secretId);
    if (!twin || row?.id !== id || !mayDescribe(project, twin)) throw notFound();
    return this.answer(actor, project, { twin, row }, options);
  }

  private async answer(
    actor: UserActor,
    project: ProjectAccess,
    held: Held,
    { viewSecretValue, expandSecretReferences }: OpenOptions,
  ): Promise<SecretOfProject> {
    let secrets: readonly OpenSecret[] = await this.openAll(actor, project, new Map([['', held]]));
    if (expandSecretReferences && viewSecretValue)
      secrets = await this.resolver.expand(project, secrets, expandSecretReferences);
    return { projectId: project.id, secret: secrets[0]! };
  }

  /** What the caller holds of these secrets, by their ids. */
  private async ofRows(
    actor: ContentActor,
    project: ProjectAccess,
    rows: readonly SealedSecret[],
  ): Promise<HeldBySecret> {
    if (actor.kind !== 'user' || !holdsAny(project) || rows.length === 0) return NOTHING;
    const folders = [...new Set(rows.map(({ folderId }) => folderId))];
    const usedBytes = rows.reduce((sum, row) => sum + sealedSize(row), 0);
    const holder = { projectId: project.id, userId: actor.userId };
    const found = await this.rows.listIn(holder, folders, usedBytes);
    const bySecret = new Map(found.map((row) => [row.secretId, row]));
    const held = rows.flatMap((twin) => {
      const row = bySecret.get(twin.id);
      return row ? [[twin.id, { twin, row }] as const] : [];
    });
    return new Map(held);
  }

  private async openAll(
    actor: UserActor,
    project: ProjectAccess,
    held: HeldBySecret,
  ): Promise<OpenSecret[]> {
    const all = [...held.values()];
    const contents = await this.vault.open(
      project,
      all.map(({ row }) => row),
    );
    return all.map(({ twin, row }, at) => openedAs({ actor, project, twin }, row, contents[at]!));
  }
}

interface Held {
  readonly twin: SealedSecret;
  readonly row: SealedPersonal;
}

type HeldBySecret = ReadonlyMap<string, Held>;

const NOTHING: HeldBySecret = new Map();

/** Whether the caller may hold anything in the project, as it was found with it. */
const holdsAny = ({ personalStamp = null }: ProjectAccess): boolean => personalStamp !== null;

function sharedOf(
  personal: PersonalListing,
  own: readonly SealedSecret[],
  held: HeldBySecret,
): readonly SealedSecret[] {
  if (personal === 'only') return [];
  return personal === 'instead' && held.size > 0 ? own.filter(({ id }) => !held.has(id)) : own;
}

const cut = (secrets: readonly OpenSecret[], at: number): OpenedRows =>
  secrets.length === at
    ? { own: secrets, imported: [] }
    : { own: secrets.slice(0, at), imported: secrets.slice(at) };
