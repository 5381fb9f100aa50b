import { Archive, Bell, Globe, House, Settings } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';

const items = [
  { to: '/', label: 'Dashboard', Icon: House },
  { to: '/websites', label: 'Websites', Icon: Globe },
  { to: '/alerts', label: 'Alerts', Icon: Bell },
  { to: '/settings', label: 'Settings', Icon: Settings },
  { to: '/backup', label: 'Backup', Icon: Archive },
] as const;

/** Active when the path equals the link or, for every link but the root, starts with it. */
export const isActive = (to: string, pathname: string): boolean =>
  pathname === to || (to !== '/' && pathname.startsWith(to));

/** One list of links: in the top bar on wide screens, a tab bar at the bottom on small ones, moved there by CSS. */
export function MainNav({ onIntent }: { onIntent: (path: string) => void }) {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Main"
      className="flex flex-1 gap-1 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:gap-0 max-md:border-t max-md:border-(--border) max-md:bg-(--surface) max-md:px-1 max-md:pt-1 max-md:pb-[calc(4px+env(safe-area-inset-bottom))]"
    >
      {items.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={isActive(to, pathname) ? 'page' : undefined}
          className="flex h-9 items-center gap-2 rounded-md px-3 font-medium text-(--muted) no-underline hover:bg-(--hover) hover:text-(--text) aria-[current=page]:bg-(--accent-subtle) aria-[current=page]:text-(--accent) max-md:h-13 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-0 max-md:text-xs max-[359px]:text-[0.6875rem] pointer-coarse:min-h-11"
          onPointerEnter={() => onIntent(to)}
          onFocus={() => onIntent(to)}
        >
          <Icon aria-hidden="true" className="size-4 max-md:size-5" strokeWidth={1.5} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
