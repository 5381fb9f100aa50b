import { useQuery } from '@tanstack/react-query';
import * as queries from '../../../api/queries.ts';
import { useThrottledValue } from '../../../components/states/use-throttled-value.ts';
import { Time } from '../../../components/time/time.tsx';
import { failureText } from '../../../failures.ts';

interface DuePreviewProps {
  period: number | null;
  cron: string | null;
  timeZone: string;
}

const waitMs = () => 500;

/** The next five due times of a schedule, or why it is not valid. */
export function DuePreview({ period, cron, timeZone }: DuePreviewProps) {
  const schedule = useThrottledValue(JSON.stringify({ period, cron, time_zone: timeZone }), waitMs);
  const { data, error } = useQuery(queries.heartbeatPreview(schedule));
  return (
    <div role="status" className="min-h-12 text-[0.8125rem]">
      <span className="font-medium">Next due times</span>
      {error ? <p className="text-(--down-fg)">{failureText(error)}</p> : null}
      {data && !error ? (
        <ol className="flex flex-wrap gap-x-5 gap-y-1 text-(--muted)">
          {data.due_at.map((at) => (
            <li key={at}>
              <Time value={at} />
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
