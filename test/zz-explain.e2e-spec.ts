import { useApp } from './harness.js';
import { aProject, aScene } from './scene.js';
import { MembershipsRepository } from '../src/memberships/memberships.repository.js';
const server = useApp();
it('explains', async () => {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  const s = server.database.source;
  await s.query(
      `with i as (
         insert into identities (id, org_id, membership_id, name, role)
         select gen_random_uuid(), $1, gen_random_uuid(), 'bot-' || lpad(n::text, 6, '0'), 'no-access'
         from generate_series(1, 19999) n returning id
       ), m as (
         insert into project_memberships (id, project_id, identity_id)
         select gen_random_uuid(), $2, id from i returning id
       )
       insert into membership_roles (id, membership_id, role)
       select gen_random_uuid(), id, r from m, unnest(array['viewer', 'member']) r`,
      [orgId, project.id],
    );
  const repo = server.app.get(MembershipsRepository);
  const db = (repo as any).database;
  let st: any;
  const orig = db.rows.bind(db);
  db.rows = async (x: any, v: any) => { st = [x, v]; return []; };
  await repo.list(project.id, { offset: 0, limit: 20000, orderDirection: 'asc', identityIds: null });
  db.rows = orig;
  for (const analyzed of [false, true]) {
    if (analyzed) await s.query('analyze');
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const r = s.createQueryRunner();
      await r.query(`set plan_cache_mode = ${mode}`);
      await r.query(`set statement_timeout = '20s'`);
      await r.query(`prepare x as ${st[0].text}`);
      const q = st[1].map((v: any) => v === null ? 'null' : typeof v === 'number' ? v : `'${v}'`).join(',');
      const t = performance.now();
      try {
      const plan = await r.query(`explain (analyze, timing off) execute x(${q})`);
      console.log(analyzed, mode, Math.round(performance.now() - t), plan.map((p: any) => p['QUERY PLAN']).join('\n'));
      } catch (e) { console.log(analyzed, mode, String(e)); const plan = await r.query(`explain execute x(${q})`); console.log(plan.map((p: any) => p['QUERY PLAN']).join('\n')); }
      await r.query('deallocate x');
      await r.release();
    }
  }
  const t = performance.now();
  const page = await repo.list(project.id, { offset: 0, limit: 20000, orderDirection: 'asc', identityIds: null }).catch((e) => e);
  console.log('list', Math.round(performance.now() - t), page.totalCount);
  const t2 = performance.now();
  const page2 = await repo.list(project.id, { offset: 0, limit: 20000, orderDirection: 'asc', identityIds: null, search: 'b'.repeat(10000) }).catch((e) => e);
  console.log('search', Math.round(performance.now() - t2), page2.totalCount);
}, 120000);
