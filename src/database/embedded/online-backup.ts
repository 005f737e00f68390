import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** One entry of a backup; `name` is relative to the cluster. */
export interface BackupEntry {
  readonly name: string;
  /** Null for a directory. */
  readonly content: BackupContent | null;
}

export interface BackupContent {
  readonly size: number;
  /** Exactly `size` bytes. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/** Kept as empty directories: the server fills them anew (https://www.postgresql.org/docs/18/protocol-replication.html, BASE_BACKUP). */
const EMPTIED = [
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  ...['pg_subtrans', 'pg_wal'],
];
/** What belongs to the running server, or to one connection of it. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|current_logfiles|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Copied last, as PostgreSQL's own tool does. */
const CONTROL = 'global/pg_control';
const CHUNK = 256 * 1024;
/** Segments and histories of timelines: the directory of WAL has others too. */
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;

/**
 * The files of a cluster whose server is at work, by PostgreSQL's low-level API
 * (https://www.postgresql.org/docs/18/continuous-archiving.html). Together they are a backup of the moment in which the
 * last is asked for: everything committed before is in it. `url` leads to the server as the application's role.
 */
export async function* clusterBackup(url: string, cluster: string): AsyncGenerator<BackupEntry> {
  const client = new pg.Client({ connectionString: asSuperuser(url) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const start = await begin(client);
    yield* treeOf(cluster, '');
    yield await fileEntry(cluster, CONTROL);
    const { label, map, lastSegment } = await finish(client);
    yield textEntry('backup_label', label);
    if (map !== '') yield textEntry('tablespace_map', map);
    yield* segmentsOf(cluster, start.segment, lastSegment);
  } finally {
    // Ends the backup, and lets go of the log, if it was not finished.
    await client.end();
  }
}

/** The account that made the cluster. Its socket is open to whoever owns the directory. */
function asSuperuser(url: string): string {
  const changed = new URL(url);
  changed.username = 'postgres';
  changed.pathname = '/postgres';
  return changed.href;
}

/** The slot keeps the log from here on, however long the copying takes; it goes with the connection. */
async function begin(client: pg.Client): Promise<{ segment: string }> {
  const slot = `strongroom_backup_${process.pid}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const { rows } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('strongroom', fast => true)) segment`,
  );
  return rows[0]!;
}

async function finish(client: pg.Client) {
  const { rows } = await client.query<{ label: string; map: string; lastSegment: string }>(`
    select labelfile label, spcmapfile map, pg_walfile_name(lsn) "lastSegment"
    from pg_backup_stop(wait_for_archive => false)`);
  return rows[0]!;
}

async function* treeOf(cluster: string, directory: string): AsyncGenerator<BackupEntry> {
  const entries = await readdir(join(cluster, directory), { withFileTypes: true }).catch(absent);
  for (const entry of entries ?? []) {
    const name = join(directory, entry.name);
    if (LEFT_OUT.test(entry.name) || name === CONTROL) continue;
    if (entry.isDirectory()) {
      yield { name, content: null };
      if (!EMPTIED.includes(name)) yield* treeOf(cluster, name);
      else if (name === 'pg_wal') yield { name: join(name, 'archive_status'), content: null };
    } else if (entry.isFile()) {
      const file = await fileEntry(cluster, name).catch(absent);
      if (file) yield file;
    }
  }
}

/** Tables come and go meanwhile: the log has what is needed of them. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function* segmentsOf(
  cluster: string,
  first: string,
  last: string,
): AsyncGenerator<BackupEntry> {
  const names = (await readdir(join(cluster, 'pg_wal'))).sort();
  for (const name of names) {
    const isNeeded = SEGMENT.test(name) ? first <= name && name <= last : HISTORY.test(name);
    if (isNeeded) yield await fileEntry(cluster, join('pg_wal', name));
  }
}

const textEntry = (name: string, text: string): BackupEntry => {
  const bytes = Buffer.from(text);
  const content = {
    size: bytes.length,
    async *bytes() {
      yield bytes;
    },
  };
  return { name, content };
};

async function fileEntry(cluster: string, name: string): Promise<BackupEntry> {
  const path = join(cluster, name);
  const { size } = await stat(path);
  return { name, content: { size, bytes: () => bytesOf(path, size) } };
}

/** A file may grow, shrink or go while it is read: the log repairs what is copied, as after a crash. */
async function* bytesOf(path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path).catch(absent);
  let left = size;
  try {
    while (file && left > 0) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, left));
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file?.close();
  }
  for (; left > 0; left -= CHUNK) yield Buffer.alloc(Math.min(CHUNK, left));
}
