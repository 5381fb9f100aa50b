import { queryOptions, useQuery } from '@tanstack/react-query';
import { minuteMs } from '@upvigil/core/time';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../api/api.ts';
import { polling } from '../api/polling.ts';
import { pageTabClass } from '../components/basics/page-tab-class.ts';
import { useShownTab } from '../components/basics/use-shown-tab.ts';
import { alertViewOf, alertViewPath } from './alert-view.ts';
import { openAlerts } from './open-alerts-query.ts';

/** Published incidents that are open, and public maintenance; a small document that the server keeps ready. */
export const publicPage = () =>
  queryOptions({
    queryKey: ['open-incidents'],
    queryFn: async ({ signal }) => (await api()).publicIncidents.page({ signal }),
    ...polling.dashboard,
  });

/** Certificates change slowly, so a count that is a few minutes old is accurate enough. */
const dueCertificates = () =>
  queryOptions({
    queryKey: ['certificates'],
    queryFn: async ({ signal }) => (await api()).certificates.list({ signal }),
    select: (certificates) => certificates.filter(({ state }) => state === 'expiring' || state === 'expired').length,
    staleTime: 5 * minuteMs,
  });

interface AlertTab {
  label: string;
  to: string;
  isCurrent: boolean;
  /** Number of unacknowledged alerts. */
  count?: number | undefined;
}

/** The five pages about problems, as equal tabs below the heading of each. */
export const AlertTabs = memo(function AlertTabs() {
  const tabs = useTabs();
  const list = useShownTab<HTMLElement>(tabs.findIndex(({ isCurrent }) => isCurrent));
  return (
    <nav
      ref={list}
      aria-label="Alerts"
      className="relative flex gap-1 overflow-x-auto border-b border-(--border) max-md:-mx-4 max-md:px-2 max-md:[mask-image:linear-gradient(90deg,#000_88%,transparent)] max-md:[scrollbar-width:none]"
    >
      {tabs.map(({ label, to, isCurrent, count = 0 }) => (
        <Link key={label} to={to} aria-current={isCurrent ? 'page' : undefined} className={pageTabClass}>
          {label}{' '}
          {count > 0 ? (
            <span className="rounded-[5px] bg-(--none-bg) px-1.5 text-xs leading-4.5 text-(--muted)">{count}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
});

function useTabs(): AlertTab[] {
  const { pathname, search } = useLocation();
  const isList = pathname === '/alerts';
  const query = new URLSearchParams(isList ? search : '');
  const view = isList ? alertViewOf(query) : null;
  const alerts = useQuery({ ...openAlerts(), select: (open) => open.length });
  const incidents = useQuery({ ...publicPage(), select: ({ incidents }) => incidents.length });
  const certificates = useQuery(dueCertificates());
  const isBelow = (to: string): boolean => pathname.startsWith(to);
  return [
    { label: 'Alerts', to: alertViewPath('alerts', query), isCurrent: view === 'alerts', count: alerts.data },
    { label: 'Outages', to: alertViewPath('outages', query), isCurrent: view === 'outages' },
    {
      label: 'Incidents',
      to: '/alerts/incidents',
      isCurrent: isBelow('/alerts/incidents'),
      count: incidents.data,
    },
    { label: 'Maintenance', to: '/alerts/maintenance', isCurrent: isBelow('/alerts/maintenance') },
    { label: 'Certificates', to: '/certificates', isCurrent: isBelow('/certificates'), count: certificates.data },
  ];
}
