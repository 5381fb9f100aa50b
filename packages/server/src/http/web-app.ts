import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CachedResponse, makeCachedResponse } from './cached-response.ts';
import { contentSecurityPolicy, scriptHashes } from './security-headers.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Formats that are compressed already. */
const packedAlready = new Set(['.png', '.webp', '.woff2', '.ico']);

const missingApp = `<!doctype html><meta charset="utf-8"><title>Upvigil</title>
<p>The server runs, but its pages were not built: run <code>npm run build</code> and start it again.</p>`;

/** The built web app: one document for every page, and its files. */
export interface WebApp {
  /** The document as it was built. */
  readonly html: string;
  readonly inlineScripts: readonly string[];
  /** The document as a response, for every page that has no data of its own. */
  readonly document: CachedResponse;
  /** A file of the app by its path, such as `/assets/index-x.js`; null when there is none. */
  find(pathname: string): Promise<CachedResponse | null>;
}

/** The headers of a page, with the policy that allows its inline scripts. */
export const pageForm = (inlineScripts: readonly string[]) => ({
  contentType: 'text/html; charset=utf-8',
  headers: [
    ...['Content-Security-Policy', contentSecurityPolicy(inlineScripts)],
    ...['Referrer-Policy', 'same-origin', 'X-Frame-Options', 'SAMEORIGIN'],
  ],
});

/** Reads the list of files and the document now, and each file when it is first asked for; then it is kept in memory. */
export function readWebApp(folder: string): WebApp {
  const files = new Map(listFiles(folder).map((file) => [`/${file.split(path.sep).join('/')}`, file]));
  const html = files.has('/index.html') ? readFileSync(path.join(folder, 'index.html'), 'utf8') : missingApp;
  const inlineScripts = scriptHashes(html);
  const kept = new Map<string, Promise<CachedResponse>>();
  return {
    html,
    inlineScripts,
    document: makeCachedResponse(html, { ...pageForm(inlineScripts), cacheControl: 'no-cache' }),
    async find(pathname) {
      const file = files.get(pathname);
      if (file === undefined || pathname === '/index.html') return null;
      const known = kept.get(pathname);
      if (known) return known;
      const answer = readAsset(path.join(folder, file), pathname);
      kept.set(pathname, answer);
      answer.catch(() => kept.delete(pathname));
      return answer;
    },
  };
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

/** Files below /assets carry a hash of their content in the name, so browsers may keep them for good. */
async function readAsset(file: string, pathname: string): Promise<CachedResponse> {
  const body = await readFile(file);
  const extension = path.extname(file);
  const form = {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    cacheControl: pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
  if (packedAlready.has(extension)) return makeCachedResponse(body, form, null);
  const [zipped, br] = await Promise.all([
    compressGzip(body, { level: 9 }),
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ]);
  return makeCachedResponse(body, form, () => ({ gzip: zipped, br }));
}
