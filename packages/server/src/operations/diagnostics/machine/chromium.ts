import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { type ChromiumFound, findChromium } from '../../../checks/screenshots/browser/find-chromium.ts';
import { type Diagnostic, fail, ok, warn } from '../diagnostic.ts';

const run = promisify(execFile);
const remedy = 'Install Chromium, or set CHROMIUM_PATH to the path of Chrome or Chromium';

/** Runs the browser with --version: this fails when a library is missing or it is another program. */
export const chromium = {
  id: 'chromium',
  title: 'Browser (Chromium)',
  async run({ config }, { signal }) {
    if (config.chromiumPath === false) return warn('Off: CHROMIUM_PATH is off, so there are no screenshots', remedy);
    const found = await findChromium(config.chromiumPath);
    if (found.length === 0) return warn('Off: no Chromium was found, so there are no screenshots', remedy);
    let reason = '';
    for (const each of found) {
      const answer = await versionOf(each, signal);
      if ('version' in answer) return ok(answer.version);
      reason ||= answer.reason;
    }
    return fail(`Chromium does not start: ${reason}`, remedy);
  },
} as const satisfies Diagnostic;

async function versionOf(
  { executable, env }: ChromiumFound,
  signal: AbortSignal,
): Promise<{ version: string } | { reason: string }> {
  try {
    const { stdout } = await run(executable, ['--version'], { env, signal, maxBuffer: 64 * 1024 });
    const version = stripControls(stdout).slice(0, 100);
    return /chrom/i.test(version) ? { version } : { reason: `${executable} is another program` };
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    return { reason: stripControls(stderr.split('\n', 1)[0] || message) };
  }
}
