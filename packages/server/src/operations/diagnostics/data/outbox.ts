import { formatDuration } from '@upvigil/core/format/duration';
import { type Diagnostic, gradeAbove, graded, ok, withStorage } from '../diagnostic.ts';
import { readOutbox } from '../diagnostics-store.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** The oldest notification that could be sent and was not. */
export const outbox = {
  id: 'outbox',
  title: 'Notifications waiting',
  run: (tools) =>
    withStorage(tools, async ({ db }) => {
      const now = tools.clock.now();
      const { waiting, oldest, reason } = await readOutbox(db, now);
      if (oldest === null) return ok('None waits');
      const waited = Math.max(0, now - oldest);
      const why = reason === null ? '' : `: ${reason}`;
      const message = `${waiting} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${formatDuration(waited / 1000)}${why}`;
      const remedy = 'See the diagnostics of email, SMS and Slack, and the deliveries on the Alerts page';
      return graded(gradeAbove(waited, diagnosticThresholds.outboxMilliseconds), message, remedy);
    }),
} as const satisfies Diagnostic;
