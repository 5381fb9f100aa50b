import type { Heartbeat } from '../contract/heartbeats.ts';

type Addressed = Pick<Heartbeat, 'ping_url' | 'cron' | 'period' | 'post_only'>;

/** Ready-made text that reports a job. */
interface Setup {
  label: string;
  text: string;
}

const job = '/path/to/job';

/** Text for a job's machine, which needs only curl except for `upvigil run`. Empty if the address is not shown. */
export function heartbeatSetups(heartbeat: Addressed): Setup[] {
  const { ping_url: url, post_only } = heartbeat;
  if (url === null) return [];
  const curl = `curl -fsS -m 10 --retry 5 -o /dev/null${post_only ? ' -X POST' : ''}`;
  const when = crontabTime(heartbeat);
  return [
    { label: 'Crontab', text: `${when} ${job}; ${curl} ${url}/$?` },
    { label: 'Crontab with the output', text: `${when} upvigil run --heartbeat ${url} -- ${job}` },
    {
      label: 'curl',
      text: `${curl} ${url}/start\n${job} > /tmp/job.log 2>&1\ncurl -fsS -m 10 --retry 5 -o /dev/null --data-binary @/tmp/job.log ${url}/$?`,
    },
    {
      label: 'systemd',
      text: `[Service]\nType=oneshot\nExecStartPre=-/usr/bin/${curl} ${url}/start\nExecStart=${job}\nExecStopPost=-/bin/sh -c 'r=$$EXIT_STATUS; [ "$$EXIT_CODE" = exited ] || r=fail; ${curl} ${url}/$$r'`,
    },
  ];
}

/** The five fields of a crontab for a schedule; a usual time for a period that these cannot give. */
function crontabTime({ cron, period }: Addressed): string {
  if (cron !== null) return cron;
  const minutes = (period ?? 0) / 60;
  if (minutes === 1) return '* * * * *';
  if (minutes < 60 && 60 % minutes === 0) return `*/${minutes} * * * *`;
  return minutes === 60 ? '0 * * * *' : '0 3 * * *';
}
