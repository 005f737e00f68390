import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Secret } from './secret.entity.js';
import { Tag } from './tag.entity.js';

@Entity('secret_tags')
@Index('ix_secret_tags_tag', ['tagId'])
export class SecretTag {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secret_tags' })
  secretId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secret_tags' })
  tagId: string;

  @ManyToOne(() => Secret, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'secret_id', foreignKeyConstraintName: 'fk_secret_tags_secret' })
  secret: Relation<Secret>;

  @ManyToOne(() => Tag, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tag_id', foreignKeyConstraintName: 'fk_secret_tags_tag' })
  tag: Relation<Tag>;
}
