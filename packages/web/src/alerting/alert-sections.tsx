import { memo, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '../components/basics/button.tsx';
import { keepAlertView } from './alert-view.ts';

/** Pages of the Alerts section, in display order. */
const sections = [
  { to: '/alerts/incidents', label: 'Incidents' },
  { to: '/alerts/maintenance', label: 'Maintenance' },
] as const;

interface AlertSectionsProps {
  /** Switch between the views of the alert list. Without it, links lead to each view. */
  views?: ReactNode;
}

/** Secondary navigation of the Alerts section: the views of the list, then the other pages. */
export const AlertSections = memo(function AlertSections({ views }: AlertSectionsProps) {
  const { pathname } = useLocation();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views}
      <nav aria-label="Below Alerts" className="flex min-w-0 flex-wrap gap-2">
        {views ? null : (
          <>
            <Link to="/alerts" className={buttonClass('bare', 'small')} onClick={() => keepAlertView('alerts')}>
              All alerts
            </Link>
            <Link to="/alerts" className={buttonClass('bare', 'small')} onClick={() => keepAlertView('outages')}>
              Outages
            </Link>
          </>
        )}
        {sections.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname.startsWith(to) ? 'page' : undefined}
            className={buttonClass(pathname.startsWith(to) ? 'quiet' : 'bare', 'small')}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
});
