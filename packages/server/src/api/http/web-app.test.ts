import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptHashes } from './security-headers.ts';
import { readWebApp } from './web-app.ts';

describe('the web app', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-web-'));
    for (const assets of ['assets', 'public/assets', 'api-docs'])
      mkdirSync(path.join(folder, assets), { recursive: true });
    const inline = '<script>theme()</script><script type="module" src="/assets/a.js"></script>';
    writeFileSync(path.join(folder, 'index.html'), `<html><head>${inline}</head></html>`);
    writeFileSync(path.join(folder, 'public', 'index.html'), '<html><script>open()</script></html>');
    for (const assets of ['assets', 'public/assets'])
      writeFileSync(path.join(folder, assets, 'index-1.js'), 'console.log(1);'.repeat(100));
    writeFileSync(path.join(folder, 'api-docs', 'api-docs.html'), '<html><script>reference()</script></html>');
    writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const header = (headers: readonly string[] | undefined, name: string) => headers?.[headers.indexOf(name) + 1];

  it('lets exactly the inline scripts of its documents run', () => {
    const { document, inlineScripts } = readWebApp(folder);
    expect(inlineScripts).toEqual([
      "'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='",
      ...scriptHashes('<script>open()</script>'),
    ]);
    expect(header(document.identity.headers, 'Content-Security-Policy')).toContain(inlineScripts[0]);
    expect(scriptHashes('<script type="application/json" id="x">{}</script>')).toEqual([]);
  });

  it('lets hashed files be cached forever and others for an hour', async () => {
    const app = readWebApp(folder);
    for (const file of ['/assets/index-1.js', '/public/assets/index-1.js']) {
      const asset = await app.find(file);
      expect(header(asset?.br.headers, 'Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(header(asset?.br.headers, 'Content-Encoding')).toBe('br');
    }
    expect(header((await app.find('/robots.txt'))?.identity.headers, 'Cache-Control')).toBe('public, max-age=3600');
  });

  it('finds its own files only', async () => {
    const app = readWebApp(folder);
    for (const outside of [
      '/../etc/passwd',
      '/assets/../index.html',
      '/assets',
      '/index.html',
      '/public/index.html',
      '/api-docs/api-docs.html',
    ]) {
      expect(await app.find(outside)).toBeNull();
    }
  });

  it('has a document of its own for the public pages', () => {
    expect(readWebApp(folder).publicHtml).toContain('open()');
  });

  it('runs no inline script in the API reference', () => {
    const { apiDocs } = readWebApp(folder);
    expect(apiDocs.identity.body.toString()).toContain('reference()');
    expect(header(apiDocs.identity.headers, 'Content-Security-Policy')).toContain("script-src 'self';");
  });

  it('explains that it was not built', () => {
    const { publicHtml, document } = readWebApp(path.join(folder, 'gone'));
    expect(publicHtml).toContain('npm run build');
    expect(document.identity.body.toString()).toContain('npm run build');
  });
});
