import { openSync } from 'node:fs';
import { type DiagnosticResult, diagnosticIds } from '@upvigil/core/contract/diagnostics';
import { z } from 'zod';
import { createEmailChannel } from '../alerts/notify/channels/email.ts';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import type { DiagnosticTools } from '../operations/diagnostics/diagnostic.ts';
import { createLatenessWindow } from '../operations/diagnostics/notices/lateness-window.ts';
import { diagnostics } from '../operations/diagnostics/registry.ts';
import { runDiagnostics } from '../operations/diagnostics/run-diagnostics.ts';
import { plainSecrets } from './plain-secrets.ts';

/**
 * Runs diagnostics in a process whose limits the test has set, each after opening a number of files. Writes the
 * results as JSON.
 */
const { ids, folder, open } = z
  .object({ ids: z.array(z.enum(diagnosticIds)), folder: z.string(), open: z.array(z.int()).default([0]) })
  .parse(JSON.parse(process.argv[2] ?? ''));

const dialer = createDialer();
const tools: DiagnosticTools = {
  config: readConfig({ DATA_DIR: folder, CHROMIUM_PATH: 'off' }),
  clock: systemClock,
  dialer,
  storage: { missing: 'a test', file: null },
  email: createEmailChannel({ dialer, secrets: plainSecrets }),
  process: {
    engineStats: () => null,
    lateness: createLatenessWindow(systemClock),
    presentSince: Date.now,
    isBehindProxy: () => false,
  },
};
const chosen = ids.map((id) => diagnostics[id]);
const onError = (error: unknown): void => void process.stderr.write(String(error));
const results: DiagnosticResult[] = [];
for (const files of open) {
  for (let count = 0; count < files; count++) openSync('/dev/null', 'r');
  results.push(...(await runDiagnostics(chosen, tools, { isDeep: false, onError, limit: 60_000 })));
}
process.stdout.write(JSON.stringify(results));
