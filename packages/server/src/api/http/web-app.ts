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
/** Formats that are already compressed. */
const packedAlready = new Set(['.png', '.webp', '.woff2', '.ico']);

const missingApp = `<!doctype html><meta charset="utf-8"><title>Upvigil</title>
<p>The server runs, but its pages were not built: run <code>npm run build</code> and start it again.</p>`;

/** The built web app: documents for the admin's pages, the public pages and the API reference, and their files. */
export interface WebApp {
  /** The template of the public pages: each page gets its data inserted. */
  readonly publicHtml: string;
  /** Hashes of the inline scripts in the documents. */
  readonly inlineScripts: readonly string[];
  /** The document of all other pages. */
  readonly document: CachedResponse;
  /** The API reference, which has no inline script. */
  readonly apiDocs: CachedResponse;
  readonly files: readonly string[];
  /** A file by its path, such as `/assets/index-x.js`; null when there is none. */
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

const documents = ['/index.html', '/public/index.html', '/api-docs/api-docs.html'] as const;

/** Reads the file list and the documents now, each file at its first request. Files stay in memory. */
export function readWebApp(folder: string): WebApp {
  const files = new Map(listFiles(folder).map((file) => [`/${file.split(path.sep).join('/')}`, file]));
  const [html, publicHtml, apiDocsHtml] = documents.map((file) =>
    files.has(file) ? readFileSync(path.join(folder, file), 'utf8') : missingApp,
  ) as [string, string, string];
  const inlineScripts = [...new Set([...scriptHashes(html), ...scriptHashes(publicHtml)])];
  const kept = new Map<string, Promise<CachedResponse>>();
  return {
    publicHtml,
    inlineScripts,
    files: [...files.keys()],
    document: makeCachedResponse(html, { ...pageForm(inlineScripts), cacheControl: 'no-cache' }),
    apiDocs: makeCachedResponse(apiDocsHtml, { ...pageForm([]), cacheControl: 'no-cache' }),
    async find(pathname) {
      const file = files.get(pathname);
      if (file === undefined || documents.some((each) => each === pathname)) return null;
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

/** File names below `assets` contain a content hash, so browsers may cache them forever. */
async function readAsset(file: string, pathname: string): Promise<CachedResponse> {
  const body = await readFile(file);
  const extension = path.extname(file);
  const form = {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    cacheControl: /^\/(?:public\/|api-docs\/)?assets\//.test(pathname)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  };
  if (packedAlready.has(extension)) return makeCachedResponse(body, form, null);
  const [zipped, br] = await Promise.all([
    compressGzip(body, { level: 9 }),
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ]);
  return makeCachedResponse(body, form, { gzip: () => zipped, br: () => br });
}
