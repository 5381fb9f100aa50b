import { expect, it } from 'vitest';
import { heartbeatSetups } from './heartbeat-setup.ts';

const url = 'https://status.example.org/ping/nightly-backup';
const setups = (schedule: { cron?: string; period?: number }, post_only = false) =>
  heartbeatSetups({ ping_url: url, cron: null, period: null, post_only, ...schedule }).map(({ text }) => text);

it('gives the lines that report a job to its address', () => {
  expect(setups({ cron: '30 4 * * *' })).toEqual([
    `30 4 * * * /path/to/job; curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$?`,
    `30 4 * * * upvigil run --heartbeat ${url} -- /path/to/job`,
    `curl -fsS -m 10 --retry 5 -o /dev/null ${url}/start
/path/to/job > /tmp/job.log 2>&1
curl -fsS -m 10 --retry 5 -o /dev/null --data-binary @/tmp/job.log ${url}/$?`,
    `[Service]
Type=oneshot
ExecStartPre=-/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${url}/start
ExecStart=/path/to/job
ExecStopPost=-/bin/sh -c 'r=$$EXIT_STATUS; [ "$$EXIT_CODE" = exited ] || r=fail; curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$$r'`,
  ]);
});

it.each([
  [60, '* * * * *'],
  [300, '*/5 * * * *'],
  [3600, '0 * * * *'],
  [86_400, '0 3 * * *'],
  [420, '0 3 * * *'],
])('gives a crontab time for a period of %s s', (period, time) => {
  expect(setups({ period })[0]).toMatch(new RegExp(`^${time.replaceAll('*', '\\*')} /path`));
});

it('sends POST where only POST counts', () => {
  expect(setups({ period: 60 }, true)[0]).toContain('-X POST https');
});

it('gives nothing without an address', () => {
  expect(heartbeatSetups({ ping_url: null, cron: null, period: 60, post_only: false })).toEqual([]);
});
