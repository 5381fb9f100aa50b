import { open } from 'node:fs/promises';
import path from 'node:path';
import { RequestError } from '@upvigil/core/contract/errors';
import { screenshotsDir } from '../../checks/screenshots/screenshot-files.ts';
import type { FileAnswer } from '../http/serve-endpoints.ts';

/**
 * A file never changes, because names are never reused. Shared caches must not keep it: the name is its only
 * protection.
 */
const cacheControl = 'private, max-age=31536000, immutable';

/**
 * The file of a screenshot. The contract's form of `name` cannot lead out of the folder.
 * @throws RequestError `notFound` when there is no such screenshot
 */
export async function openScreenshot(dataDir: string, name: string): Promise<FileAnswer> {
  const file = await open(path.join(screenshotsDir(dataDir), name)).catch(() => null);
  if (!file) throw new RequestError('notFound', 'This screenshot no longer exists');
  const { size } = await file.stat();
  return { fileName: null, contentType: 'image/webp', size, cacheControl, etag: null, handle: file };
}
