import type { SharedService, SharedWebsite } from '@upvigil/core/contract/shares';
import { publicNetworkBadge, publicUrlBadge } from '@upvigil/core/status/public-badges';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { shownStatus } from '@upvigil/core/status/website-status';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { figures } from '../../language/figures.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { stateTexts } from '../../language/state-texts.ts';
import { ServiceCard } from '../status-detail/service-card.tsx';
import { timeWords } from './time-words.ts';

/** With more strips, those outside the viewport are simplified. */
const wholeStripsUpTo = 40;
/** With more services, healthy ones are single lines. */
const cardsUpTo = 8;

/** Every URL and network service with its state, last day and thirty days. */
export function SharedServices({ data, until }: { data: SharedWebsite; until: number }) {
  const shown = useShownRows(data.services);
  const words = publicTexts('detail');
  return (
    <>
      <h2 className="-mb-1 mt-4">{words.websiteMonitoring}</h2>
      {data.services.length === 0 ? <p className="text-(--muted)">{words.noPages}</p> : null}
      {shown.rows.map((service, index) => (
        <SharedServiceCard
          // biome-ignore lint/suspicious/noArrayIndexKey: two services may have the same name, and the order is fixed
          key={`${service.kind} ${service.name} ${service.target} ${index}`}
          service={service}
          days={data.days}
          until={until}
          isLight={data.services.length > wholeStripsUpTo}
          folds={index >= cardsUpTo && service.status === 'up'}
        />
      ))}
      <ShowMore shown={shown} noun={words.networkServicesNoun} />
    </>
  );
}

interface CardProps {
  service: SharedService;
  days: number;
  until: number;
  isLight: boolean;
  folds: boolean;
}

function SharedServiceCard({ service, days, ...shown }: CardProps) {
  const { kind } = service;
  const words = publicTexts('detail');
  const isUrl = kind === 'URL';
  const badge = (isUrl ? publicUrlBadge : publicNetworkBadge)(shownStatus(service), stateTexts());
  return (
    <ServiceCard
      title={service.name}
      subtitle={aboutOf(service, days)}
      badges={withMaintenance(badge, service, stateTexts())}
      lastCheck={service.last_check_time}
      responseLabel={isUrl ? words.totalLoad : words.responseTime}
      response={<Elapsed seconds={service.last_response_time} kind={kind} />}
      uptime={service.uptime_24h}
      coverage={service.coverage_24h}
      checkInterval={service.check_interval}
      chartLabel={isUrl ? words.loadHistory : words.responseHistory}
      unit={kind === 'ICMP_PING' ? 'ms' : 's'}
      points={service.response_times}
      days={service.daily_uptime}
      {...shown}
    />
  );
}

function aboutOf({ kind, target, metadata_tag, figures: over }: SharedService, days: number): string {
  const tag = metadata_tag && publicTexts('detail').monitoring({ tag: metadata_tag });
  const summary = publicTexts('share').serviceFigures({
    time: timeWords(days),
    uptime: figures().percent(over.uptime),
    median: figures().responseTime(kind, over.p50_response_time),
    p95: figures().responseTime(kind, over.p95_response_time),
  });
  return [target && (kind === 'URL' ? target : `${kind} · ${target}`), tag, over.checks === 0 ? null : summary]
    .filter(Boolean)
    .join(' · ');
}
