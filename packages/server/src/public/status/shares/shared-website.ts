import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { StatusDetail, StatusNetworkMonitor, StatusUrl } from '@upvigil/core/contract/public-status';
import { type SharedService, type SharedWebsite, sharedWebsiteSchema } from '@upvigil/core/contract/shares';
import { type Locale, localSentence } from '../documents/locale.ts';
import type { PublicWebsite } from '../view/public-view.ts';
import type { ShareHistory } from './share-history.ts';
import { noFigures } from './window-figures.ts';

interface Sharing {
  /** Milliseconds since the epoch. */
  expires_at: number;
  days: number;
  history: ShareHistory;
  locale: Locale;
}

/** The response of a share link. Names each field, so that new fields of the public pages stay private. */
export function sharedWebsite(
  { website, detail }: { website: PublicWebsite; detail: StatusDetail },
  { expires_at, days, history, locale }: Sharing,
): SharedWebsite {
  const { figures, monitors } = history;
  const figuresOf = ({ id }: { id: number }) => monitors.get(id) ?? noFigures;
  return sharedWebsiteSchema.parse({
    name: website.name,
    description: website.description,
    expires_at: new Date(expires_at).toISOString(),
    days,
    overall_status: detail.overall_status,
    maintenance: detail.maintenance,
    uptime_7d: detail.uptime_7d,
    coverage_7d: detail.coverage_7d,
    figures,
    history: history.history,
    services: [
      ...detail.urls.map((url) => ({ ...sharedUrl(url), figures: figuresOf(url) })),
      ...detail.network_monitors.map((monitor) => ({ ...sharedMonitor(monitor), figures: figuresOf(monitor) })),
    ],
    alerts: history.alerts.map((alert) => ({
      type: alert.alert_type,
      message: locale.language === 'en' ? alert.sentence : localSentence(alert, locale),
      time: new Date(alert.created_at).toISOString(),
    })),
  } satisfies SharedWebsite);
}

type WithoutFigures = Omit<SharedService, 'figures'>;

const sharedUrl = (url: StatusUrl): WithoutFigures => ({
  kind: 'URL',
  name: url.label ?? url.url,
  target: url.label === undefined ? null : url.url,
  metadata_tag: url.metadata_tag,
  ...stateOf(url),
});

const sharedMonitor = (monitor: StatusNetworkMonitor): WithoutFigures => ({
  kind: monitor.monitor_type,
  name: monitor.name,
  target: formatHostPort(monitor.host, monitor.port),
  metadata_tag: null,
  ...stateOf(monitor),
});

const stateOf = (service: StatusUrl | StatusNetworkMonitor) => ({
  status: service.status,
  maintenance: service.maintenance,
  uptime_24h: service.uptime_24h,
  coverage_24h: service.coverage_24h,
  last_check_time: service.last_check_time,
  last_response_time: service.last_response_time,
  check_interval: service.check_interval,
  response_times: service.response_times,
  daily_uptime: service.daily_uptime,
});
