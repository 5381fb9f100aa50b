import { formatSeconds } from '@upvigil/core/format/seconds';
import { formatTime } from '../time/time-format.ts';
import { ToneIcon } from '../tones/tone-icon.tsx';
import type { TestAction } from './use-test-action.ts';

/** Result of a test with duration and time. It stays until the next test and is marked when the form has changed. */
export function TestResult({ action }: { action: TestAction }) {
  const { isRunning, result, isStale } = action;
  return (
    <div role="status" className="min-h-5 min-w-0">
      {isRunning ? <span className="text-(--muted)">Testing…</span> : null}
      {result && !isRunning ? (
        <span
          className={`flex flex-wrap items-center gap-x-2 wrap-anywhere ${isStale ? 'text-(--muted)' : result.success ? 'text-(--up-fg)' : 'text-(--down-fg)'}`}
        >
          <span className="flex items-center gap-2 font-medium">
            <ToneIcon tone={result.success ? 'up' : 'down'} />
            <span className="min-w-0">{result.message}</span>
          </span>
          {result.detail ? <span>{result.detail}</span> : null}
          <span className="text-xs text-(--muted)">
            in {formatSeconds(result.seconds)}, {formatTime(result.finishedAt.getTime(), 'clock')}
          </span>
          {isStale ? <span className="text-xs">settings changed since this test</span> : null}
        </span>
      ) : null}
    </div>
  );
}
