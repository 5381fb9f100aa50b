import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In bytes: files grow by whole pages. */
const pageSize = 4096;
/** Enough space, in pages. */
export const plenty = 16_384;

/** The reason why this machine cannot mount a private file system; null if it can. */
export function smallDiskProblem(): string | null {
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]);
  if (status === 0) return null;
  return `a file system of its own needs Linux and root: ${error?.message ?? String(stderr).trim()}`;
}

export type SmallDisk = Awaited<ReturnType<typeof openSmallDisk>>;

/** A file system in memory that only its processes see. It ends with this process. */
export async function openSmallDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-small-disk-'));
  const mount = `mount -t tmpfs -o size=${plenty * pageSize},mode=700 tmpfs ${folder} && echo mounted && exec cat`;
  const holder = spawn('unshare', ['--mount', 'sh', '-c', mount], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the mount ended with ${code}`))),
  ]);
  const wrapper = ['nsenter', '--target', String(holder.pid), '--mount', '--'];
  const folderFromHere = path.join('/proc', String(holder.pid), 'root', folder);
  return {
    /** Its mount point, for programs that run on it. */
    folder,
    /** The same for this process. */
    folderFromHere,
    /** A command line that runs the following command inside the mount. */
    wrapper,
    /** Fills the disk up to this number of free pages. */
    leaveFree(pages: number): void {
      const { blocks, bfree, bsize } = statfsSync(folderFromHere);
      const size = (blocks - bfree) * bsize + pages * pageSize;
      const [command = '', ...args] = wrapper;
      execFileSync(command, [...args, 'mount', '-o', `remount,size=${size}`, folder]);
    },
    async remove(): Promise<void> {
      holder.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
