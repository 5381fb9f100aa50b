import { expect, test } from 'vitest';
import { manyWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';

const start = () => serverForTest(manyWebsites(2));
test('a mark of a website, with where to read and when, is listed', async () => {
  const server = await start();
  const url = 'https://git.example.org/v1.4.2';
  const asked = [
    'mark',
    'v1.4.2',
    '--website',
    'Website 02',
    '--url',
    url,
    '--at',
    '2026-11-20T19:00:00+01:00',
    '--public',
  ];
  const { id } = JSON.parse((await run(server, [...asked, '--json'])).stdout) as { id: number };
  expect(server.state.marks).toMatchObject([
    { label: 'v1.4.2', website_id: 2, url, at: '2026-11-20T18:00:00.000Z', public: true },
  ]);
  const listed = await run(server, ['marks', '--hours', '1']);
  expect(listed.stdout).toBe(`${id}\tv1.4.2\t2026-11-20T18:00:00.000Z\tWebsite 02\tyes\t${url}\n`);
});
