import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Folder } from './folder.entity.js';
import { Project } from './project.entity.js';

/** An entry of `secretMetadata`: `value` in the clear, or `sealed` (base64) when it is encrypted. */
export interface StoredMetadata {
  readonly key: string;
  readonly value?: string;
  readonly sealed?: string;
}

/** The number of the transaction that runs, in the form TypeORM can hold a schema against. */
const CURRENT_XID = () => 'txid_current()';

/**
 * What a client sets of a secret and the database keeps as it is, unsealed. Statements that select, insert, update and
 * keep states are built from these columns (`secret-columns.ts`, beside this file).
 */
export abstract class SecretOptions {
  @Column({ type: 'boolean', nullable: true })
  skipMultilineEncoding: boolean | null;

  /** The older, free-form `metadata` object. */
  @Column({ type: 'json', nullable: true })
  legacyMetadata: Readonly<Record<string, unknown>> | null;

  @Column({ type: 'text', nullable: true })
  reminderNote: string | null;

  @Column({ type: 'integer', nullable: true })
  reminderRepeatDays: number | null;
}

/** What every state of a secret holds, the present one and those before it. */
export abstract class SecretState extends SecretOptions {
  @Column('uuid')
  projectId: string;

  @Column({ type: 'text', collation: 'C' })
  key: string;

  /** The data key's version and the salt of the write: together they give the key of the sealed columns. */
  @Column('integer')
  keyVersion: number;

  @Column('bytea')
  salt: Buffer;

  @Column('bytea')
  value: Buffer;

  @Column({ type: 'bytea', nullable: true })
  comment: Buffer | null;

  @Column({ type: 'json', nullable: true })
  metadata: readonly StoredMetadata[] | null;

  /** Who wrote this state; the name as it was then. */
  @Column('uuid')
  actorId: string;

  /** `identity` or `user`. */
  @Column({ type: 'text', default: 'identity' })
  actorKind: string;

  @Column('text')
  actorName: string;

  @Column('uuid')
  actorMembershipId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** When this state began. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  /** The transaction that wrote this state: its events tell between which of them it began. */
  @Column({ type: 'bigint', default: CURRENT_XID })
  xid: string;
}

@Entity('secrets')
@Unique('uq_secrets_key', ['folderId', 'key'])
@Index('ix_secrets_data_key', ['projectId', 'keyVersion', 'id'])
export class Secret extends SecretState {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secrets' })
  id: string;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column('uuid')
  folderId: string;

  @ManyToOne(() => Folder, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id', foreignKeyConstraintName: 'fk_secrets_folder' })
  folder: Relation<Folder>;
}

/** A state that was: moved here by the update or deletion that ended it. */
@Entity('secret_versions')
@Index('ix_secret_versions_data_key', ['projectId', 'keyVersion', 'secretId', 'version'])
@Index('ix_secret_versions_folder', ['folderId', 'endedAt'])
@Index('ix_secret_versions_name', ['folderId', 'key', 'endedAt'])
@Index('ix_secret_versions_ended_at', ['endedAt'])
export class SecretVersion extends SecretState {
  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_secret_versions_project' })
  project: Relation<Project>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secret_versions' })
  secretId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_secret_versions' })
  version: number;

  @Column('uuid')
  folderId: string;

  /** The environment of its folder, kept for when the folder is gone: the seal binds it. */
  @Column('uuid')
  environmentId: string;

  @Column({ type: 'json', default: '[]' })
  tagIds: readonly string[];

  /** When the next state began, or the secret was deleted. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  endedAt: Date;

  /** The transaction that ended the state. */
  @Column({ type: 'bigint', default: CURRENT_XID })
  endedXid: string;
}
