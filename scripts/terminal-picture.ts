import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { minuteMs } from '@upvigil/core/time';
import { SerializeAddon } from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import type { Browser } from 'playwright-core';

const bin = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));
/** Has the glyphs of the terminal screens, which other fonts lack. */
const font = 'DejaVu Sans Mono';
const columns = 100;
const rows = 36;
const longestWaitMilliseconds = minuteMs;

/** The command to run, and the text that appears last. */
interface Scene {
  argv: readonly string[];
  environment: Record<string, string>;
  until: RegExp;
}

/**
 * Takes a picture of `upvigil` in a real pseudo-terminal. Rejects if the font is missing or the text does not appear.
 */
export async function takeTerminalPicture(browser: Browser, scene: Scene): Promise<Buffer> {
  if (!execFileSync('fc-match', [font], { encoding: 'utf8' }).includes(font))
    throw new Error(`The font ${font} is missing: apt-get install fonts-dejavu-core`);
  const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 900, height: 760 } });
  await page.setContent(`<style>
    body { margin: 0; background: #000 }
    pre, pre * { margin: 0; font: 14px/20px '${font}' !important }
    body > div { padding: 12px 16px; width: max-content }
  </style><div>${await screenAsHtml(scene)}</div>`);
  const picture = await page.locator('body > div').screenshot();
  await page.close();
  return picture;
}

async function screenAsHtml({ argv, environment, until }: Scene): Promise<string> {
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const serializer = new SerializeAddon();
  emulator.loadAddon(serializer);
  const child = pty.spawn(process.execPath, [bin, ...argv], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8', ...environment },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(
        () => reject(new Error(`${until} did not come:\n${shown()}`)),
        longestWaitMilliseconds,
      );
      const shown = () =>
        Array.from({ length: rows }, (_, row) => emulator.buffer.active.getLine(row)?.translateToString() ?? '').join(
          '\n',
        );
      child.onData((data) =>
        emulator.write(data, () => {
          if (!until.test(shown())) return;
          clearTimeout(tooLate);
          resolve();
        }),
      );
    });
    return serializer.serializeAsHTML({ includeGlobalBackground: true });
  } finally {
    child.kill('SIGKILL');
  }
}
