import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { Time } from '../../components/time/time.tsx';
import { startOfLocalDay } from '../../components/time/time-format.ts';
import { Badge } from '../../components/tones/badge.tsx';
import { inChosenLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';

/** Current and announced public maintenance: links with time, affected websites and state. */
export function Maintenances({ maintenances }: { maintenances: readonly PublicMaintenance[] }) {
  const words = publicTexts('pages');
  if (maintenances.length === 0) return null;
  return (
    <section className="mt-4 grid gap-3">
      <h2>{words.maintenances}</h2>
      <ul className="card py-3">
        {maintenances.map(({ id, title, state, starts_at, ends_at, affected }) => (
          <li key={id} className="flex items-start gap-3 border-b border-(--border) py-2.5 last:border-0">
            <div className="min-w-0 flex-1">
              <a
                href={inChosenLanguage(`/status/maintenance/${id}`)}
                className="font-semibold wrap-anywhere text-(--text) pointer-coarse:py-3"
              >
                {title}
              </a>
              <p className="text-[0.8125rem] wrap-anywhere text-(--muted)">
                <Time value={starts_at} /> –{' '}
                <Time value={ends_at} shape={isOneDay(starts_at, ends_at) ? 'hourMinute' : 'dateTime'} /> ·{' '}
                {affected.join(', ')}
              </p>
            </div>
            <Badge tone={state === 'scheduled' ? 'none' : 'info'}>{stateWord(state)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOneDay = (start: string, end: string): boolean =>
  startOfLocalDay(Date.parse(start)) === startOfLocalDay(Date.parse(end));

function stateWord(state: PublicMaintenance['state']): string {
  const words = publicTexts('pages');
  if (state === 'scheduled') return words.runScheduled;
  return state === 'in_progress' ? words.runInProgress : words.runVerifying;
}
