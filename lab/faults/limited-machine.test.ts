import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { expect, it } from 'vitest';
import { findNamespaces, runInNamespace } from '../../packages/server/src/testing/namespaces.ts';
import { runProgram } from '../../packages/server/src/testing/run-program.ts';

const namespaces = await findNamespaces();

/** Runs diagnostics, named by id, in a process with its own limits. */
const underLimits = new URL('../../packages/server/src/testing/limited-diagnostics.ts', import.meta.url);

it('descriptors warn and fail when most of the allowed ones are open', { timeout: 90_000 }, async () => {
  const input = JSON.stringify({ ids: ['descriptors'], folder: '/tmp', open: [0, 850, 110] });
  const loader = import.meta.resolve('tsx/esm');
  const program = [process.execPath, '--conditions=source', '--import', loader, underLimits.pathname, input];
  const script = 'ulimit -n 1000 && exec "$@"';
  const output = await runProgram('sh', ['-c', script, 'sh', ...program], { deadlineSeconds: 80 });
  const results = JSON.parse(output) as DiagnosticResult[];
  expect(results.map(({ status }) => status)).toEqual(['ok', 'warn', 'fail']);
  for (const { message } of results) expect(message).toMatch(/^\d+ of 1000 are open$/);
});

it.skipIf(!namespaces.isPossible)(
  `a disk that is really small, and a loopback that does not answer, fail${namespaces.note}`,
  { timeout: 90_000 },
  async () => {
    const setup = ['mount -t tmpfs -o size=64m tmpfs /mnt', 'ip link set lo down'];
    const results = await runInNamespace(underLimits, { ids: ['disk', 'icmp'], folder: '/mnt' }, setup);
    expect(results).toMatchObject([
      { status: 'fail', message: expect.stringMatching(/^6\d\.\d\d MB free/) },
      { status: 'fail', message: expect.stringContaining('does not answer') },
    ]);
  },
);
