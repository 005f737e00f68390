import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';

/** Names that are read to find the nearest ones among them. */
const MAX_NAMES = 500;

const ENVIRONMENTS = statement(`
  select slug from environments where project_id = $1 order by position limit ${MAX_NAMES}`);

/** The deepest folder that is there on the way to a path, and the folders right below it. */
const AROUND = statement(`
  with nearest as (
    select f.id, f.path from folders f join environments e on e.id = f.environment_id
    where e.project_id = $1 and e.slug = $2 and f.path = any($3::text[])
    order by length(f.path) desc limit 1)
  select n.path nearest, c.path child from nearest n left join folders c on c.parent_id = n.id
  order by c.path limit ${MAX_NAMES}`);

const SECRETS = statement(`
  select s.key, array(
      select t.slug from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id
    ) tags
  from secrets s join folders f on f.id = s.folder_id join environments e on e.id = f.environment_id
  where e.project_id = $1 and e.slug = $2 and f.path = $3 order by s.key limit ${MAX_NAMES}`);

const slugsOf = (table: 'tags' | 'project_roles' | 'org_roles', scope: string) =>
  statement(`select slug from ${table} where ${scope} = $1 order by slug limit ${MAX_NAMES}`);

const SLUGS = {
  tags: slugsOf('tags', 'project_id'),
  roles: slugsOf('project_roles', 'project_id'),
  orgRoles: slugsOf('org_roles', 'org_id'),
};

export interface NamedSecretRow {
  readonly key: string;
  readonly tags: readonly string[];
}

/** Reads the names of what is there, each kind in one statement with a bound on its rows. */
@Injectable()
export class PresentNamesRepository {
  constructor(private readonly database: Database) {}

  /** Slugs of environments, in their order. */
  async listEnvironments(projectId: string): Promise<string[]> {
    const rows = await this.database.rows<{ slug: string }>(ENVIRONMENTS, [projectId]);
    return rows.map(({ slug }) => slug);
  }

  /** `lineage`: the path and all above it. Null where the environment has none of them, so is not there. */
  async listFoldersAround(
    projectId: string,
    environment: string,
    lineage: readonly string[],
  ): Promise<{ readonly nearest: string; readonly children: readonly string[] } | null> {
    const rows = await this.database.rows<{ nearest: string; child: string | null }>(AROUND, [
      projectId,
      environment,
      lineage,
    ]);
    if (!rows[0]) return null;
    const children = rows.flatMap(({ child }) => (child === null ? [] : [child]));
    return { nearest: rows[0].nearest, children };
  }

  /** Keys of a folder with the slugs of their tags. */
  listSecrets(projectId: string, environment: string, path: string): Promise<NamedSecretRow[]> {
    return this.database.rows<NamedSecretRow>(SECRETS, [projectId, environment, path]);
  }

  /** Slugs of tags or custom roles of a project, or of custom roles of an organization. */
  async listSlugs(of: keyof typeof SLUGS, scopeId: string): Promise<string[]> {
    const rows = await this.database.rows<{ slug: string }>(SLUGS[of], [scopeId]);
    return rows.map(({ slug }) => slug);
  }
}
