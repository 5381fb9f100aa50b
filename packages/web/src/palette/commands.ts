import {
  Bell,
  ExternalLink,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Megaphone,
  Plus,
  RefreshCw,
  SunMoon,
  Wrench,
} from 'lucide-react';
import { navItems } from '../shell/main-nav.tsx';
import type { ThemeChoice } from '../shell/theme/theme.ts';
import type { Target } from './targets.ts';

/** An action, or a page to open. */
export interface Command {
  id: string;
  name: string;
  hint: string;
  Icon: LucideIcon;
  /** The page to open, or the action. */
  does: { path: string; isNewTab?: boolean } | { check: Target } | 'theme' | 'logout';
}

interface Situation {
  /** Search results, the best first. */
  found: readonly Target[];
  nextTheme: ThemeChoice;
}

/** Actions on the results, then general actions. */
export function commandsFor({ found, nextTheme }: Situation): Command[] {
  const service = found.find(({ monitor }) => monitor);
  const website = found[0]?.website;
  return [
    ...(service
      ? [{ id: 'check', name: 'Check now', hint: service.name, Icon: RefreshCw, does: { check: service } }]
      : []),
    ...(website
      ? [
          {
            id: 'add-url',
            name: 'Add New URL',
            hint: `to ${website.name}`,
            Icon: Plus,
            does: { path: `/websites/${website.id}?add` },
          },
        ]
      : []),
    { id: 'add-website', name: 'Add New Website', hint: '', Icon: Plus, does: { path: '/websites?add' } },
    { id: 'set-up-alerts', name: 'Set Up Alerts', hint: '', Icon: Bell, does: { path: '/settings?setup' } },
    {
      id: 'report-incident',
      name: 'Report incident',
      hint: '',
      Icon: Megaphone,
      does: { path: '/alerts/incidents?add' },
    },
    {
      id: 'start-maintenance',
      name: 'Start maintenance',
      hint: website ? `of ${website.name}` : '',
      Icon: Wrench,
      does: { path: `/alerts/maintenance?start${website ? `=${website.id}` : ''}` },
    },
    { id: 'theme', name: 'Change the theme', hint: `to ${nextTheme}`, Icon: SunMoon, does: 'theme' },
    { id: 'logout', name: 'Logout', hint: '', Icon: LogOut, does: 'logout' },
  ];
}

/** All pages, those of the main navigation first. */
export const pagesFor = (down: number): Command[] => [
  ...navItems.map(({ to, label, Icon }) => ({
    id: `page-${to}`,
    name: label,
    hint: to === '/alerts' && down > 0 ? `${down} down` : '',
    Icon,
    does: { path: to },
  })),
  { id: 'page-incidents', name: 'Incidents', hint: '', Icon: Bell, does: { path: '/alerts/incidents' } },
  { id: 'page-maintenance', name: 'Maintenance', hint: '', Icon: Bell, does: { path: '/alerts/maintenance' } },
  {
    id: 'page-certificates',
    name: 'Certificates',
    hint: 'and domains',
    Icon: Bell,
    does: { path: '/certificates' },
  },
  { id: 'page-wall', name: 'Wallboard', hint: 'for a screen on the wall', Icon: LayoutGrid, does: { path: '/?wall' } },
  {
    id: 'page-status',
    name: 'Public status',
    hint: 'in a new tab',
    Icon: ExternalLink,
    does: { path: '/status', isNewTab: true },
  },
];
