import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Chromium that may start, and what its environment must hold. */
export interface ChromiumFound {
  executable: string;
  env: Record<string, string>;
}

/** What all get: nothing of ours, as a page's process has no business with our secrets. */
const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: os.tmpdir(), TMPDIR: os.tmpdir() };
const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium of this machine, best first: the configured one alone, if it is there, else one on the PATH, else the one that npm
 * brought, which is unpacked at its first use. Empty when there is none, or none is wanted.
 */
export async function findChromium(configured: string | false | null): Promise<ChromiumFound[]> {
  if (configured === false) return [];
  if (configured !== null) return (await exists(configured)) ? [{ executable: configured, env: plainEnv }] : [];
  const installed = await findOnPath();
  if (installed !== null) return [{ executable: installed, env: plainEnv }];
  return unpackFromPackage();
}

async function findOnPath(): Promise<string | null> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', namesOnPath.map((name) => `command -v ${name}`).join(' || ')]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** The optional package unpacks beside its temporary folder's other files; ours is a folder that nobody else can write. */
async function unpackFromPackage(): Promise<ChromiumFound[]> {
  const entry = resolvePackage();
  if (entry === null) return [];
  const folder = await packageFolder(entry);
  const executable = path.join(folder, 'chromium');
  if (!(await exists(executable))) await unpack(entry, folder);
  const env = { ...plainEnv, FONTCONFIG_PATH: path.join(folder, 'fonts') };
  const libraries = path.join(folder, 'al2023', 'lib');
  // The package's own libraries are for machines that have none; beside newer ones of the system they may not fit.
  return [
    { executable, env },
    { executable, env: { ...env, LD_LIBRARY_PATH: libraries } },
  ];
}

function resolvePackage(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
}

/** One for each version and user, so that it is unpacked once on a machine. */
async function packageFolder(entry: string): Promise<string> {
  const { mtimeMs } = await stat(entry);
  const user = process.getuid?.() ?? os.userInfo().username;
  const folder = path.join(os.tmpdir(), `upvigil-chromium-${Math.round(mtimeMs).toString(36)}-${user}`);
  return (await isOurs(folder)) ? folder : `${folder}-${process.pid}`;
}

/** Absent, or a folder of this user that others cannot write: else another user could put a program there. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  if (!found) return true;
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Unpacks in a process of its own, as it takes seconds and reads where to from its environment; then all at once. */
async function unpack(entry: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await run(process.execPath, ['-e', `require(${JSON.stringify(entry)}).executablePath()`], {
      env: { TMPDIR: unfinished, HOME: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    // Another process may have been faster; then ours goes.
    await rename(unfinished, folder).catch(() => undefined);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
