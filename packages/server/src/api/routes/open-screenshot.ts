import { open } from 'node:fs/promises';
import path from 'node:path';
import { RequestError } from '@upvigil/core/contract/errors';
import { screenshotsDir } from '../../checks/screenshots/screenshot-files.ts';
import type { FileAnswer } from '../http/serve-endpoints.ts';

/** A file never changes, because a name is never given twice. Shared caches must not keep it: only its name keeps it private. */
const cacheControl = 'private, max-age=31536000, immutable';

/**
 * The file of a screenshot. `name` has the contract's form, which cannot lead out of the folder.
 * @throws RequestError `notFound` when there is none of this name
 */
export async function openScreenshot(dataDir: string, name: string): Promise<FileAnswer> {
  const file = await open(path.join(screenshotsDir(dataDir), name)).catch(() => null);
  if (!file) throw new RequestError('notFound', 'There is no such screenshot any more');
  const { size } = await file.stat();
  return { fileName: null, contentType: 'image/webp', size, cacheControl, etag: null, handle: file };
}
