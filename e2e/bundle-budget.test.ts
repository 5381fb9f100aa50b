import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = new URL('../packages/web/dist/', import.meta.url);

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** The shared chunks of the build, by name. */
const admin = ['router', 'admin'];
const page = (name: string) => `src/pages/${name}/${name}-page.tsx`;

/** KB of gzipped script before first content: what the page imports statically, transitively. */
const budgets = [
  { path: '/login', chunks: ['router', page('login')], maxKb: 95 },
  { path: '/status', chunks: [page('status')], maxKb: 95 },
  { path: '/status/{id}', chunks: [page('status-detail')], maxKb: 100 },
  { path: '/', chunks: [...admin, page('dashboard')], maxKb: 120 },
  { path: '/websites', chunks: [...admin, page('websites')], maxKb: 120 },
  { path: '/websites/{id}', chunks: [...admin, page('website-detail')], maxKb: 120 },
  { path: '/alerts', chunks: [...admin, page('alerts')], maxKb: 120 },
  { path: '/settings', chunks: [...admin, page('settings')], maxKb: 120 },
  { path: '/backup', chunks: [...admin, page('backup')], maxKb: 120 },
] as const;

const readManifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;

/** Files of the chunks and of all that they import before they run. */
function filesOf(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
    if (!chunk) throw new Error(`The build has no chunk ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return files;
}

const gzippedKb = (file: string): number => gzipSync(readFileSync(new URL(file, dist))).length / 1000;

describe('script before first content', () => {
  const manifest = readManifest();

  it.each(budgets)('$path needs at most $maxKb KB', ({ chunks, maxKb }) => {
    const files = [...filesOf(manifest, ['index.html', ...chunks])];
    const sizes = Object.fromEntries(files.map((file) => [file, gzippedKb(file)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(maxKb);
  });

  it.each(budgets.slice(0, 3))('$path loads nothing of the admin pages', ({ chunks }) => {
    const files = filesOf(manifest, ['index.html', ...chunks]);
    const adminOnly = Object.entries(manifest).filter(
      ([name, chunk]) => chunk.name === 'admin' || /pages\/(dashboard|web|alerts|settings|backup)/.test(name),
    );
    expect(adminOnly.length).toBeGreaterThan(5);
    for (const [, chunk] of adminOnly) expect(files).not.toContain(chunk.file);
  });

  it('keeps the style sheets within 12 KB', () => {
    const sheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const total = [...sheets].reduce((sum, file) => sum + gzippedKb(file), 0);
    expect(total).toBeGreaterThan(1);
    expect(total).toBeLessThanOrEqual(12);
  });
});
