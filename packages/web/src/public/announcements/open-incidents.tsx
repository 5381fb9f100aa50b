import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import { Time } from '../../components/time/time.tsx';
import { inChosenLanguage } from '../../language/page-language.ts';
import { publicWords } from '../../language/public-words.ts';
import type { OpenIncident } from '../public-source.ts';

/** Address of an incident's page in the chosen language. */
export const incidentAddress = (id: number): string => inChosenLanguage(`/status/incidents/${id}`);

/** Open incidents: links with status and start. The incident's page contains its updates. */
export function OpenIncidents({ incidents }: { incidents: readonly OpenIncident[] }) {
  const words = publicWords('pages');
  if (incidents.length === 0) return null;
  return (
    <section className="card" aria-label={words.openIncidents}>
      <ul className="grid gap-3">
        {incidents.map(({ id, title, status, started_at, updates }) => (
          <li key={id}>
            <a href={incidentAddress(id)} className="font-semibold wrap-anywhere text-(--text) pointer-coarse:py-3">
              {title}
            </a>
            <p className="text-[0.8125rem] text-(--muted)">
              <span className="font-medium text-(--text)">{statusWord(status)}</span> ·{' '}
              <Time value={updates[0]?.display_at ?? started_at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open incidents only have these statuses. */
function statusWord(status: PublishedIncident['status']): string {
  const words = publicWords('pages');
  if (status === 'identified') return words.statusIdentified;
  return status === 'monitoring' ? words.statusMonitoring : words.statusInvestigating;
}

/** Link to earlier incidents by month. `until`: a time in the newest month, in ms since the epoch. */
export const HistoryLink = ({ until }: { until: number }) => (
  <p className="text-center text-[0.8125rem]">
    <a
      href={inChosenLanguage(`/status/history/${new Date(until).toISOString().slice(0, 7)}`)}
      className="pointer-coarse:py-3"
    >
      {publicWords('pages').incidentHistory}
    </a>
  </p>
);
