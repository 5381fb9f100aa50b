import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { Time } from '../../components/time/time.tsx';
import { inChosenLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';

/** Current and announced public maintenance: links with time and affected websites. */
export function Maintenances({ maintenances }: { maintenances: readonly PublicMaintenance[] }) {
  const words = publicTexts('pages');
  if (maintenances.length === 0) return null;
  return (
    <section className="mt-4 grid gap-3">
      <h2>{words.maintenances}</h2>
      <ul className="card py-3">
        {maintenances.map(({ id, title, state, starts_at, ends_at, affected }) => (
          <li key={id} className="border-b border-(--border) py-2.5 last:border-0">
            <a
              href={inChosenLanguage(`/status/maintenance/${id}`)}
              className="font-semibold wrap-anywhere text-(--text) pointer-coarse:py-3"
            >
              {title}
            </a>
            <p className="text-[0.8125rem] wrap-anywhere text-(--muted)">
              <span className="font-medium text-(--text)">{stateWord(state)}</span> · <Time value={starts_at} /> –{' '}
              <Time value={ends_at} /> · {affected.join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateWord(state: PublicMaintenance['state']): string {
  const words = publicTexts('pages');
  if (state === 'scheduled') return words.runScheduled;
  return state === 'in_progress' ? words.runInProgress : words.runVerifying;
}
