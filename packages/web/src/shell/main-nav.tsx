import { Archive, Bell, Globe, House, Settings } from 'lucide-react';
import { useContext } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { OpenCount } from './down-count/open-count.ts';

export const navItems = [
  { to: '/', label: 'Dashboard', Icon: House },
  { to: '/websites', label: 'Websites', Icon: Globe },
  { to: '/alerts', label: 'Alerts', Icon: Bell },
  { to: '/settings', label: 'Settings', Icon: Settings },
  { to: '/backup', label: 'Backup', Icon: Archive },
] as const;

/** Active if the path equals the link or, except for the root, starts with it. Certificates are a tab of Alerts. */
export const isActive = (to: string, pathname: string): boolean =>
  pathname === to ||
  (to !== '/' && pathname.startsWith(to)) ||
  (to === '/alerts' && pathname.startsWith('/certificates'));

/** A single list of links: in the top bar on wide screens, in a bottom tab bar on small ones, placed by CSS. */
export function MainNav({ onIntent }: { onIntent: (path: string) => void }) {
  const { pathname } = useLocation();
  const open = useContext(OpenCount);
  return (
    <nav
      aria-label="Main"
      className="flex flex-1 gap-0.5 self-stretch max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:gap-0 max-md:border-t max-md:border-(--border) max-md:bg-(--surface) max-md:px-1 max-md:pt-1 max-md:pb-[calc(8px+env(safe-area-inset-bottom))]"
    >
      {navItems.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={isActive(to, pathname) ? 'page' : undefined}
          className="relative flex items-center gap-2 px-3 text-(--muted) after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 hover:text-(--text) hover:no-underline focus-visible:-outline-offset-2 aria-[current=page]:text-(--text) aria-[current=page]:after:bg-(--text) max-lg:px-2 max-md:h-13 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-0 max-md:text-[0.6875rem] max-md:leading-4 max-md:after:inset-x-1/4 max-md:after:-top-[5px] max-md:after:bottom-auto"
          onPointerEnter={() => onIntent(to)}
          onFocus={() => onIntent(to)}
        >
          <Icon aria-hidden="true" className="size-5 md:hidden" strokeWidth={1.75} />
          {label}
          {to === '/alerts' && open > 0 ? <CountMark count={open} /> : null}
        </Link>
      ))}
    </nav>
  );
}

/** Decorative, so that the link keeps its name. */
const CountMark = ({ count }: { count: number }) => (
  <span
    aria-hidden="true"
    className="min-w-4.5 rounded-full bg-(--down-solid) px-1.5 text-center text-[0.6875rem] leading-4.5 font-semibold text-(--on-solid) max-md:absolute max-md:top-0.5 max-md:left-1/2 max-md:min-w-4 max-md:px-1 max-md:leading-4 forced-colors:border"
  >
    {count > 99 ? '99+' : count}
  </span>
);
