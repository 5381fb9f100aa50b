import { minuteMs } from '@upvigil/core/time';
import { createRaiseAlerts } from '@upvigil/server/alerts/decide/raise-alerts';
import type { Clock } from '@upvigil/server/base/clock';
import { createHeartbeatRecorder, type ReceivedPing } from '@upvigil/server/checks/heartbeats/heartbeat-recorder';
import { hashOfKey } from '@upvigil/server/checks/heartbeats/heartbeat-store';
import type { Database } from '@upvigil/server/storage/database';
import { type DemoJob, demoJobs } from './demo-company.ts';

/** Records the runs of the demo's jobs, oldest first. Their alerts notify nobody. */
export async function recordJobs(
  db: Database,
  { end, clock, setNow }: { end: number; clock: Clock; setNow(moment: number): void },
): Promise<void> {
  const recorder = createHeartbeatRecorder({
    db,
    clock,
    changes: { publish: () => undefined },
    raiseAlerts: createRaiseAlerts({ clock, channels: [] }),
    runsAt: () => [],
    listeningPast: async () => ({ gaps: [], decidedUntil: clock.now() }),
    earlierGaps: () => [],
    afterRecorded: () => undefined,
  });
  for (const job of demoJobs) {
    for (let ago = job.runs; ago > 0; ago -= 1) {
      const startedAt = end - ago * job.period * 1000 + job.period * 400;
      for (const ping of pingsOf(job, ago, startedAt)) {
        setNow(ping.at);
        await recorder.recordPings([ping]);
      }
    }
  }
}

function pingsOf({ key, minutes, failedRun, output }: DemoJob, ago: number, startedAt: number): ReceivedPing[] {
  const code = ago === failedRun ? 2 : 0;
  const common = { key_hash: hashOfKey(key), rid: null, counts_as_post: true, response_time_us: null };
  const endedAt = startedAt + minutes * minuteMs;
  return [
    { ...common, type: 'start', at: startedAt, code: null, text: null },
    {
      ...common,
      type: code === 0 ? 'success' : 'fail',
      at: endedAt,
      code,
      text: code === 0 ? output : 'No space left on device',
    },
  ];
}
