import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const dist = new URL('../../packages/web/dist/', import.meta.url);

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const manifestOf = (folder: URL) =>
  JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Manifest;
const app = manifestOf(dist);
const publicFolder = new URL('public/', dist);

/** These chunks and all that they import statically. */
function withImports(manifest: Manifest, names: readonly string[]): Chunk[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const imported of manifest[name]?.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return [...found].map((name) => manifest[name] as Chunk);
}

const gzippedKb = (folder: URL, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, folder))).length / 1000, 0);

// The deep part appearance counts what a browser loads before the first content, `import()` included.
it.each([
  ['dashboard', ['dashboard/dashboard-page', 'dashboard/dashboard-sections']],
  ['websites', ['websites/websites-page']],
  ['website', ['website-detail/website-detail-page', 'website-detail/website-tabs', 'website-detail/urls/url-panel']],
  ['alerts', ['alerts/alerts-page']],
  ['settings', ['settings/settings-page', 'settings/notifications-panel']],
  ['backup', ['backup/backup-page']],
])('the page %s imports at most 220 KB of script', (_page, modules) => {
  const names = ['src/app/admin-layout.tsx', ...modules.map((name) => `src/pages/${name}.tsx`)];
  const total = gzippedKb(dist, new Set(withImports(app, names).map(({ file }) => file)));
  expect(total).toBeGreaterThan(50);
  expect(total).toBeLessThanOrEqual(220);
});

it('pages before a sign-in import at most 150 KB of script, and nothing of the admin pages', () => {
  const login = withImports(app, ['src/pages/login/login-page.tsx']).map(({ file }) => file);
  expect(gzippedKb(dist, login)).toBeGreaterThan(50);
  expect(gzippedKb(dist, login)).toBeLessThanOrEqual(150);
  const files = login.filter((file) => /admin|dashboard|websites-page/.test(file));
  expect(files).toEqual([]);
  const pages = withImports(manifestOf(publicFolder), ['index.html', 'src/pages/website-pages.ts']);
  const total = gzippedKb(
    publicFolder,
    pages.map(({ file }) => file),
  );
  expect(total).toBeGreaterThan(50);
  expect(total).toBeLessThanOrEqual(150);
});

it('keeps the style sheets within 15 KB', () => {
  const total = gzippedKb(dist, new Set(Object.values(app).flatMap(({ css = [] }) => css)));
  expect(total).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(15);
});
