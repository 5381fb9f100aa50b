import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotName } from '@upvigil/core/contract/files';

/** 128 bits. The name is the only protection of a screenshot, so it must be unguessable. */
const randomNameBytes = 16;
const unfinishedSuffix = '.unfinished';

export const screenshotsDir = (dataDir: string): string => path.join(dataDir, 'screenshots');

/** The monitor of a screenshot and its time (milliseconds since the epoch), parsed from its name. */
export interface ScreenshotOrigin {
  name: string;
  monitor_id: number;
  taken_at: number;
}

/** `{monitor}-{time in base 36}-{128 random bits}.webp`. */
export const newScreenshotName = (monitorId: number, takenAt: number): string =>
  `${monitorId}-${takenAt.toString(36)}-${randomBytes(randomNameBytes).toString('base64url')}.webp`;

/** Null for a name of another form. */
function parseScreenshotName(name: string): ScreenshotOrigin | null {
  const match = /^([1-9]\d{0,14})-([0-9a-z]{1,10})-[A-Za-z0-9_-]{22}\.webp$/.exec(name);
  if (!match) return null;
  const [, monitor = '', time = ''] = match;
  return { name, monitor_id: Number(monitor), taken_at: Number.parseInt(time, 36) };
}

/** All screenshots in the folder, in any order. */
export function listScreenshots(dataDir: string): ScreenshotOrigin[] {
  const dir = screenshotsDir(dataDir);
  return existsSync(dir) ? readdirSync(dir).flatMap((name) => parseScreenshotName(name) ?? []) : [];
}

/** Writes the image atomically, readable only by the user of this process. */
export async function writeScreenshot(dataDir: string, name: string, image: Uint8Array): Promise<void> {
  const dir = screenshotsDir(dataDir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unfinished = path.join(dir, name + unfinishedSuffix);
  await writeFile(unfinished, image, { mode: 0o600 });
  await rename(unfinished, path.join(dir, name));
}

/** Null if there is no such file. */
export async function readScreenshot(dataDir: string, name: string): Promise<Buffer | null> {
  if (!screenshotName.safeParse(name).success) return null;
  return readFile(path.join(screenshotsDir(dataDir), name)).catch(() => null);
}

/** Removes files. Skips missing ones, and names that are not a screenshot's. */
export async function removeScreenshots(dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (screenshotName.safeParse(name).success) await rm(path.join(screenshotsDir(dataDir), name), { force: true });
  }
}
