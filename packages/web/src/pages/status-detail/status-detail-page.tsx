import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import type { StatusDetail, StatusNetworkMonitor, StatusUrl } from '@upvigil/core/contract/public-status';
import { incidentsSentence } from '@upvigil/core/languages/overview-sentences';
import { overallBadge, publicNetworkBadge, publicUrlBadge, withSlow } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { maintenanceBadge, withMaintenance } from '@upvigil/core/status/under-maintenance';
import { shownOverall, shownStatus } from '@upvigil/core/status/website-status';
import { useMemo } from 'react';
import { Ledger, LedgerFigure } from '../../components/figures/ledger.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { figures } from '../../language/figures.ts';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { inChosenLanguage, inPageLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { stateTexts } from '../../language/state-texts.ts';
import { Maintenances } from '../../public/announcements/maintenances.tsx';
import { HistoryLink, OpenIncidents } from '../../public/announcements/open-incidents.tsx';
import { coverageTitle } from '../../public/coverage-title.ts';
import type { PublicPageProps } from '../../public/public-page-props.ts';
import { detailSource } from '../../public/public-source.ts';
import { PublicView } from '../../public/public-view.tsx';
import { usePublicData } from '../../public/use-public-data.ts';
import { Verdict } from '../../public/verdict.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { incidentsId, RecentIncidents } from './recent-incidents.tsx';
import { ServiceCard } from './service-card.tsx';

/** With more strips, those outside the viewport are simplified. */
const wholeStripsUpTo = 40;
/** With more services, healthy ones are single lines. URLs count before network services. */
const cardsUpTo = 8;

/** Loads the page with the catalogue of its language. */
export const openStatusDetailPage = () => inPageLanguage(StatusDetailPage, 'detail');

/** Public page of the website with the id in the address. */
function StatusDetailPage({ websiteId }: PublicPageProps) {
  return <WebsiteStatus key={websiteId} websiteId={websiteId} />;
}

function WebsiteStatus({ websiteId }: { websiteId: string }) {
  const source = useMemo(() => detailSource(websiteId), [websiteId]);
  const state = usePublicData(source);
  const website = state.data?.website;
  const words = publicTexts('detail');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <a
          href={inChosenLanguage('/status')}
          className="inline-block text-[0.8125rem] text-(--muted) pointer-coarse:py-3"
        >
          <span aria-hidden="true">‹ </span>
          {publicTexts('pages').title}
        </a>
        <div className={website ? 'mt-2' : 'sr-only'}>
          <PageHeading title={website?.name ?? words.websiteStatus} />
        </div>
        {website?.description ? <p className="mt-0.5 wrap-anywhere text-(--muted)">{website.description}</p> : null}
      </div>
      <PublicView
        state={state}
        lead={(detail) => <OpenIncidents incidents={openIncidents(detail)} />}
        banner={(detail) => <DetailBanner detail={detail} />}
      >
        {(detail) => <DetailContent detail={detail} until={state.loadedAt ?? 0} />}
      </PublicView>
      <LanguageSwitch />
    </div>
  );
}

function countServices({ urls, network_monitors: monitors }: StatusDetail) {
  const states = [...urls, ...monitors].map((service) => service.status);
  return {
    total: states.length,
    online: states.filter((status) => status === 'up').length,
    down: states.filter((status) => status === 'down').length,
  };
}

const openIncidents = ({ incidents }: StatusDetail) => incidents.filter(({ resolved_at }) => resolved_at === null);

/** What checks see, but never that all is well while an incident is open. */
function detailHeadline(detail: StatusDetail): { tone: Tone | InfoTone; sentence: string; detail?: string } {
  const { label, tone } = detail.maintenance
    ? maintenanceBadge(stateTexts())
    : overallBadge(shownOverall(detail.overall_status, [...detail.urls, ...detail.network_monitors]), stateTexts());
  if (tone === 'down' || tone === 'warn') return { tone, sentence: label };
  const isSlow = [...detail.urls, ...detail.network_monitors].some(({ slow }) => slow);
  if (isSlow) return { tone: 'warn', sentence: stateTexts().slow };
  const open = openIncidents(detail).length;
  if (open === 0) return { tone, sentence: label };
  const words = publicTexts('pages');
  const sentence = incidentsSentence(open, detail.maintenance ? 1 : 0, words);
  return { tone: 'none', sentence, ...(tone === 'up' ? { detail: words.checksFine } : {}) };
}

function DetailBanner({ detail }: { detail: StatusDetail }) {
  const words = publicTexts('detail');
  const { total, down } = countServices(detail);
  const affected = words.servicesAffected({ down, total });
  return (
    <Verdict {...detailHeadline(detail)} {...(down > 0 ? { detail: affected } : {})}>
      {detail.recent_incidents.length === 0 ? null : (
        <a href={`#${incidentsId}`} className="text-[0.8125rem] whitespace-nowrap text-inherit underline max-md:hidden">
          {words.whatHappened}
        </a>
      )}
    </Verdict>
  );
}

function DetailContent({ detail, until }: { detail: StatusDetail; until: number }) {
  const { total, online, down } = countServices(detail);
  const isLight = total > wholeStripsUpTo;
  const words = publicTexts('detail');
  const urls = useShownRows(detail.urls);
  const monitors = useShownRows(detail.network_monitors);
  return (
    <>
      <Ledger columns={4}>
        <LedgerFigure
          label={words.uptimeWeek}
          value={figures().percent(detail.uptime_7d)}
          {...coverageTitle(detail.coverage_7d)}
        />
        <LedgerFigure label={words.totalServices} value={total} />
        <LedgerFigure label={words.servicesOnline} value={online} />
        <LedgerFigure label={words.servicesDown} value={down} tone={down > 0 ? 'down' : undefined} />
      </Ledger>
      <h2 className="-mb-1 mt-4">{words.websiteMonitoring}</h2>
      {detail.urls.length === 0 ? <p className="text-(--muted)">{words.noPages}</p> : null}
      {urls.rows.map((url, index) => (
        <UrlCard key={url.id} url={url} until={until} isLight={isLight} folds={foldsAt(index, url)} />
      ))}
      <ShowMore shown={urls} noun={publicTexts('pages').urls} />
      {detail.network_monitors.length === 0 ? null : <h2 className="-mb-1 mt-4">{words.networkServices}</h2>}
      {monitors.rows.map((monitor, index) => (
        <NetworkCard
          key={monitor.id}
          monitor={monitor}
          until={until}
          isLight={isLight}
          folds={foldsAt(detail.urls.length + index, monitor)}
        />
      ))}
      <ShowMore shown={monitors} noun={words.networkServicesNoun} />
      <Maintenances maintenances={detail.maintenances} />
      {detail.recent_incidents.length === 0 ? null : <RecentIncidents incidents={detail.recent_incidents} />}
      <HistoryLink until={until} />
    </>
  );
}

const foldsAt = (index: number, { status }: StatusUrl | StatusNetworkMonitor): boolean =>
  index >= cardsUpTo && status === 'up';

interface Shown {
  until: number;
  isLight: boolean;
  folds: boolean;
}

function UrlCard({ url, ...shown }: Shown & { url: StatusUrl }) {
  const words = publicTexts('detail');
  const { label, metadata_tag } = url;
  const subtitle = [label && url.url, metadata_tag && words.monitoring({ tag: metadata_tag })];
  return (
    <ServiceCard
      title={label ?? url.url}
      subtitle={subtitle.filter(Boolean).join(' · ') || null}
      badges={withSlow(
        withMaintenance(publicUrlBadge(shownStatus(url), stateTexts()), url, stateTexts()),
        url.slow === true,
        stateTexts(),
      )}
      lastCheck={url.last_check_time}
      responseLabel={words.totalLoad}
      response={<Elapsed seconds={url.last_response_time} />}
      uptime={url.uptime_24h}
      coverage={url.coverage_24h}
      checkInterval={url.check_interval}
      chartLabel={words.loadHistory}
      unit="s"
      points={url.response_times}
      days={url.daily_uptime}
      {...shown}
    />
  );
}

function NetworkCard({ monitor, ...shown }: Shown & { monitor: StatusNetworkMonitor }) {
  const words = publicTexts('detail');
  return (
    <ServiceCard
      title={monitor.name}
      subtitle={[kindLabel(monitor.monitor_type), formatHostPort(monitor.host, monitor.port)]
        .filter(Boolean)
        .join(' · ')}
      badges={withSlow(
        withMaintenance(publicNetworkBadge(shownStatus(monitor), stateTexts()), monitor, stateTexts()),
        monitor.slow === true,
        stateTexts(),
      )}
      lastCheck={monitor.last_check_time}
      responseLabel={words.responseTime}
      response={<Elapsed seconds={monitor.last_response_time} kind={monitor.monitor_type} />}
      uptime={monitor.uptime_24h}
      coverage={monitor.coverage_24h}
      checkInterval={monitor.check_interval}
      chartLabel={words.responseHistory}
      unit={monitor.monitor_type === 'ICMP_PING' ? 'ms' : 's'}
      points={monitor.response_times}
      days={monitor.daily_uptime}
      {...shown}
    />
  );
}
