import { spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { acknowledgedWrites, type WritesSize } from './acknowledged-writes.js';
import { Cluster } from './cluster.js';
import { atInterrupt } from './endings.js';
import type { Fault } from './faults.js';
import type { Finding } from './finding.js';
import { OwnPostgres } from './own-postgres.js';

const MIB = 1024 * 1024;
const DISK = 512;
/** Milliseconds for which nothing can be written. */
const FULL = 3_000;

/** A small file system in memory; null where we may not make one. */
function mountSmall(directory: string): (() => void) | null {
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', directory];
  if (spawnSync('mount', mount).status !== 0) return null;
  const unmount = () => void spawnSync('umount', ['-l', directory]);
  const forget = atInterrupt(unmount);
  return () => {
    unmount();
    forget();
  };
}

/** G1, on a database whose disk is full again and again. */
export async function fullDisk(directory: string, size: WritesSize): Promise<Finding> {
  const disk = join(directory, 'small-disk');
  await mkdir(disk);
  const unmount = mountSmall(disk);
  if (!unmount) return skipped();
  try {
    const postgres = await OwnPostgres.start(join(disk, 'data'));
    try {
      const cluster = await Cluster.start({ databaseUrl: postgres.url, replicas: 2 });
      try {
        return await acknowledgedWrites(cluster, [diskFull(disk, postgres)], size);
      } finally {
        await cluster.end();
      }
    } finally {
      await postgres.stop();
    }
  } finally {
    unmount();
  }
}

const diskFull = (disk: string, postgres: OwnPostgres): Fault => ({
  name: 'disk full',
  strike: async () => {
    const ballast = join(disk, 'ballast');
    await fill(ballast);
    await delay(FULL);
    await rm(ballast);
    await delay(500);
    // As whoever runs it would: a database that could not even write its log has ended.
    if (postgres.hasEnded) await postgres.restart();
  },
});

/** Writes until there is no room left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const piece = Buffer.alloc(MIB);
  try {
    for (let size = piece.length; size > 0;) {
      const { bytesWritten } = await file.write(piece, 0, size).catch(() => ({ bytesWritten: 0 }));
      // What is too large for the rest is tried smaller.
      size = bytesWritten > 0 ? size : Math.floor(size / 2);
    }
  } finally {
    await file.close();
  }
}

function skipped(): Finding {
  return {
    goal: 'G1',
    what: 'acknowledged writes survive a full disk',
    figure: 'skipped: this user may not mount a small file system (mount -t tmpfs)',
    threshold: '0 lost, 0 torn',
    isMet: null,
  };
}
