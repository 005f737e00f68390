import { createServer } from 'node:http';
import pg from 'pg';

/** One row by its key, over nothing but `node:http` and `pg`: the floor by which machines are compared. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const ONE_ROW = {
  name: 'one_row',
  text: 'select id, name, slug, epoch from projects where id = $1',
};

const server = createServer((req, res) => {
  const values = [req.url!.slice(1)];
  pool.query({ ...ONE_ROW, values }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0]);
      res.setHeader('Content-Type', 'application/json');
      res.setHeader('Content-Length', Buffer.byteLength(body));
      res.end(body);
    },
    () => res.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
