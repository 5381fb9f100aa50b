import type { IncidentImpact, PublishedIncident } from '@upvigil/core/contract/incidents';
import type { Tone } from '@upvigil/core/status/tone';
import { Time } from '../../components/time/time.tsx';
import { toneTint } from '../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { inChosenLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';
import type { OpenIncident } from '../public-source.ts';

/** The page of an incident: a document of its own, in the language that was chosen. */
export const incidentAddress = (id: number): string => inChosenLanguage(`/status/incidents/${id}`);

/** Further incidents are in the month. */
const mostCards = 3;

/** Open incidents above the summary: state, time and text of the newest update, impact, and the states so far. */
export function OpenIncidents({ incidents }: { incidents: readonly OpenIncident[] }) {
  if (incidents.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={publicTexts('pages').openIncidents}>
      {incidents.slice(0, mostCards).map((incident) => (
        <OpenIncidentCard key={incident.id} incident={incident} />
      ))}
      {incidents.length > mostCards ? <HistoryLink until={Date.now()} /> : null}
    </section>
  );
}

const tones: Record<IncidentImpact, Tone> = { critical: 'down', major: 'down', minor: 'warn', none: 'none' };

function OpenIncidentCard({ incident }: { incident: OpenIncident }) {
  const { id, title, status, impact, summary, started_at, updates } = incident;
  const words = publicTexts('pages');
  const tone = tones[impact] ?? 'none';
  return (
    <article className="card overflow-hidden p-0">
      <div className={`flex items-center gap-3 px-[22px] py-3 max-md:items-start max-md:px-4 ${toneTint[tone]}`}>
        <ToneIcon tone={tone} size={20} />
        <h2 className="min-w-0 flex-1 wrap-anywhere">
          <a href={incidentAddress(id)} className="text-inherit pointer-coarse:py-3">
            {title}
          </a>
        </h2>
        <span className="text-[0.8125rem] font-medium whitespace-nowrap">{impactWord(impact)}</span>
      </div>
      <div className="px-[22px] pt-3.5 pb-3.5 md:pl-[54px] max-md:px-4">
        <p className="text-[0.8125rem] text-(--muted)">
          <span className="mr-2 text-[0.9375rem] font-semibold text-(--text)">{statusWord(status)}</span>
          <Time value={updates[0]?.display_at ?? started_at} />
        </p>
        {summary ? <p className="mt-0.5 max-w-[66ch] text-[0.9375rem] leading-6 wrap-anywhere">{summary}</p> : null}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <StatesSoFar updates={updates} />
          {updates.length > 1 ? (
            <a href={incidentAddress(id)} className="text-[0.8125rem] pointer-coarse:py-3">
              {words.allUpdates({ count: updates.length })} <span aria-hidden="true">→</span>
            </a>
          ) : null}
        </div>
      </div>
    </article>
  );
}

/** Each state once, with the time of its first update; nothing with a single one. */
function StatesSoFar({ updates }: Pick<OpenIncident, 'updates'>) {
  const steps = updates.toReversed().filter(({ status }, at, all) => status !== all[at - 1]?.status);
  if (steps.length < 2) return <span />;
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-(--hint)" aria-label={publicTexts('pages').statesSoFar}>
      {steps.map(({ status, display_at }, at) => (
        <li
          key={display_at}
          aria-current={at === steps.length - 1 ? 'step' : undefined}
          className="aria-[current]:font-medium aria-[current]:text-(--text)"
        >
          {statusWord(status)} <Time value={display_at} shape="hourMinute" />
        </li>
      ))}
    </ol>
  );
}

/** An open incident has one of these. */
function statusWord(status: PublishedIncident['status']): string {
  const words = publicTexts('pages');
  if (status === 'identified') return words.statusIdentified;
  return status === 'monitoring' ? words.statusMonitoring : words.statusInvestigating;
}

function impactWord(impact: IncidentImpact): string {
  const words = publicTexts('pages');
  const texts: Record<IncidentImpact, string> = {
    none: words.impactNone,
    minor: words.impactMinor,
    major: words.impactMajor,
    critical: words.impactCritical,
  };
  return texts[impact];
}

/** Link to earlier incidents by month. `until`: a time in the newest month, in ms since the epoch. */
export const HistoryLink = ({ until }: { until: number }) => (
  <p className="text-center text-[0.8125rem]">
    <a
      href={inChosenLanguage(`/status/history/${new Date(until).toISOString().slice(0, 7)}`)}
      className="pointer-coarse:py-3"
    >
      {publicTexts('pages').incidentHistory}
    </a>
  </p>
);
