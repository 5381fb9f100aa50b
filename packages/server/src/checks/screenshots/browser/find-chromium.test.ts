import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';

const chromiums = await findChromium(null);
const ofPackage = chromiums.filter(({ env }) => env.FONTCONFIG_FILE !== undefined);

// Without any font, Chromium crashes at the first page with web fonts.
it.skipIf(ofPackage.length === 0)('gives the Chromium of the package its own fonts', async () => {
  for (const { executable, env } of ofPackage) {
    const settings = await readFile(env.FONTCONFIG_FILE ?? '', 'utf8');
    expect(settings).toContain(`<dir>${path.join(path.dirname(executable), 'fonts', 'fonts')}</dir>`);
    expect(settings).toContain('<dir>/usr/share/fonts</dir>');
  }
});
