import { addCertificate } from '@upvigil/core/testing/fake-certificates';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { runCommand, serverForTest } from '../testing/run-command.ts';

const certificates = (...lefts: number[]): FakeState => {
  const data = noWebsites();
  for (const left of lefts) addCertificate(data, { left, names: [`in${left}.example`, 'www.example'] });
  return data;
};
async function run(data: FakeState, ...argv: string[]) {
  const server = await serverForTest(data);
  return await runCommand(['certificates', ...argv], { environment: { server: server.url, token: data.token } });
}

test.each([
  [[60, 20], [], 0, 'UPVIGIL OK - 2 certificates, the next expires in 20 days: in20.example and 1 more'],
  [[60, 13], [], 1, 'UPVIGIL WARNING - 1 of 2 certificates expires within 14 days: in13.example and 1 more (13 days)'],
  [[60, 20], ['--days', '30'], 1, 'UPVIGIL WARNING - 1 of 2 certificates expires within 30 days'],
  [[60, -3], [], 2, 'UPVIGIL CRITICAL - 1 of 2 certificates expired: in-3.example and 1 more (expired 2 days ago)'],
  [
    [1, 2, 3, 4, 5],
    [],
    1,
    'in1.example and 1 more (1 day), in2.example and 1 more (2 days), in3.example and 1 more (3 days), 2 more',
  ],
  [[], [], 3, 'UPVIGIL UNKNOWN - No certificates yet'],
])('of %j with %j the exit code is %i', async (lefts, argv, code, sentence) => {
  const ran = await run(certificates(...lefts), ...argv);
  expect(ran.exitCode).toBe(code);
  expect(ran.stdout.split('\n')[0]).toContain(sentence);
});

test('each certificate is a line, the soonest first', async () => {
  const { stdout } = await run(certificates(60, 5));
  expect(
    stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').slice(0, 2)),
  ).toEqual([['expiring', '5'], ['valid', '60'], ['']]);
});

test('refuses days that are none', async () => {
  const { exitCode, stderr } = await run(certificates(60), '--days', '0');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('--days <n> must be a whole number from 1 to 365');
});
