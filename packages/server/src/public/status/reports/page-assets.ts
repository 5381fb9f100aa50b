import { type CachedResponse, makeCachedResponse } from '../../../api/http/cached-response.ts';
import type { WebApp } from '../../../api/http/web-app.ts';
import { pageScript } from './page-script.ts';
import { assetPaths } from './page-shell.ts';
import { fontFaces, pageStyle } from './page-style.ts';

/** Their addresses contain a content hash, but the fonts that the style names change with an upgrade. */
const cacheControl = 'public, max-age=3600';

/** The style and the script of the public report pages, by address. */
export const reportAssets = ({ files }: Pick<WebApp, 'files'>): ReadonlyMap<string, CachedResponse> =>
  new Map([
    [
      assetPaths.style,
      makeCachedResponse(fontFaces(files) + pageStyle, { contentType: 'text/css; charset=utf-8', cacheControl }),
    ],
    [
      assetPaths.script,
      makeCachedResponse(pageScript, { contentType: 'text/javascript; charset=utf-8', cacheControl }),
    ],
  ]);
