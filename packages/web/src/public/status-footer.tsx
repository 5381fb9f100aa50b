import { defaults } from '@upvigil/core/defaults';
import { Time } from '../components/time/time.tsx';
import { publicTexts } from '../language/public-texts.ts';

/** Time of the data, refresh interval and time zone of the page. */
export function StatusFooter({ loadedAt }: { loadedAt: number | null }) {
  const words = publicTexts('pages');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="py-6 text-center text-(--muted)">
      <p>
        {words.updated}{' '}
        {loadedAt === null ? words.never : <Time value={new Date(loadedAt).toISOString()} shape="clock" />}
      </p>
      <p>{words.refreshing({ seconds: defaults.refreshSeconds.publicStatus })}</p>
      <p className="text-xs">{words.zone({ zone: zone.replaceAll('_', ' ') })}</p>
    </div>
  );
}
