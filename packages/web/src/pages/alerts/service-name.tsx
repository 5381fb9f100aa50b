import type { Alert } from '@upvigil/core/contract/alerts';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { addressParts, type ServiceWords, shortName } from './outage-texts.ts';

/** Path of the monitor of an alert, with its history opened. */
export function monitorAddress({ website_id, url_id, network_monitor_id, monitor_kind }: Alert): string {
  if (url_id !== null) return monitorPath(website_id, 'URL', url_id);
  if (network_monitor_id === null) return `/websites/${website_id}`;
  return monitorPath(website_id, monitor_kind, network_monitor_id);
}

interface ServiceNameProps {
  alert: Alert;
  words: ServiceWords;
  /** Shows the address in a second line. */
  isTall?: boolean;
}

/** Name of the service, linked to its history. On small screens name and address share a line. */
export function ServiceName({ alert, words, isTall = false }: ServiceNameProps) {
  const address = isTall ? addressParts(words) : null;
  return (
    <div
      className={`min-w-0 ${isTall ? 'max-md:col-span-full max-md:row-start-2 max-md:flex max-md:items-baseline max-md:gap-2' : ''}`}
      title={alert.message}
    >
      <a
        href={monitorAddress(alert)}
        className={`relative block truncate leading-5 text-(--text) ${isTall ? 'font-semibold max-md:shrink-0 max-md:max-w-7/10 max-md:text-[0.9375rem]' : 'text-[0.8125rem] font-medium'}`}
      >
        {shortName(words)}
      </a>
      {address ? (
        <p className="flex min-w-0 text-xs text-(--hint)">
          <span className="min-w-0 shrink-99 truncate">{address[0]}</span>
          <span className="truncate text-(--muted)">{address[1]}</span>
        </p>
      ) : null}
    </div>
  );
}
