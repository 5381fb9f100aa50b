import { defaults } from '@upvigil/core/defaults';
import { Time } from '../components/time/time.tsx';

/** When the figures were read, and that they are read again. Names the time zone, once for the whole page. */
export function StatusFooter({ loadedAt }: { loadedAt: number | null }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="py-6 text-center text-(--muted)">
      <p>
        Last updated {loadedAt === null ? 'never' : <Time value={new Date(loadedAt).toISOString()} shape="clock" />}
      </p>
      <p>Auto-refreshing every {defaults.refreshSeconds.publicStatus} seconds</p>
      <p className="text-xs">Times are in {zone.replaceAll('_', ' ')}, days of the strips are UTC days</p>
    </div>
  );
}
