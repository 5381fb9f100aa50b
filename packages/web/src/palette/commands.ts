import { apiDocsPath, apiPrefix } from '@upvigil/core/contract/names/paths';
import {
  Bell,
  BellOff,
  BookOpen,
  Braces,
  CalendarClock,
  Clapperboard,
  ExternalLink,
  Keyboard,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Megaphone,
  Pause,
  Plus,
  RefreshCw,
  Settings,
  ShieldCheck,
  SunMoon,
  UserRoundCheck,
  Wrench,
} from 'lucide-react';
import { keysOfPath } from '../shell/keys/key-map.ts';
import { navItems } from '../shell/main-nav.tsx';
import { type SettingsTab, settingsTabs } from '../shell/settings-tabs.ts';
import type { ThemeChoice } from '../shell/theme/theme.ts';
import type { Target } from './targets.ts';

/** An action, or a page to open. */
export interface Command {
  id: string;
  name: string;
  hint: string;
  /** Other words that people search it by. */
  words?: string;
  Icon: LucideIcon;
  /** The page to open, or the action. */
  does:
    | { path: string; isNewTab?: boolean }
    | { check: Target }
    | { mute: Target }
    | { theme: ThemeChoice }
    | 'keys'
    | 'logout';
  /** Keys that do the same. */
  keys?: readonly string[] | undefined;
}

const words = {
  check: 'run test now',
  mute: 'silence snooze quiet ignore stop alerts',
  acknowledge: 'ack acknowledge take confirm incident alert',
  pause: 'disable stop suspend',
  maintenance: 'downtime window planned',
} as const;

/**
 * Actions on the results, then general actions.
 * @param found results of the search, the best first
 */
export const commandsFor = (found: readonly Target[]): Command[] => [
  ...actionsOn(found),
  ...generalActions(found[0]?.website),
];

function actionsOn(found: readonly Target[]): Command[] {
  const [best] = found;
  const service = found.find(({ monitor }) => monitor);
  const commands: Command[] = [];
  if (service) {
    commands.push({
      id: 'check',
      name: 'Check now',
      hint: service.name,
      words: words.check,
      Icon: RefreshCw,
      does: { check: service },
    });
  }
  if (best) {
    commands.push({
      id: 'mute',
      name: 'Mute',
      hint: best.name,
      words: words.mute,
      Icon: BellOff,
      does: { mute: best },
    });
    commands.push({
      id: 'add-url',
      name: 'Add New URL',
      hint: `to ${best.website.name}`,
      words: 'create new monitor page',
      Icon: Plus,
      does: { path: `/websites/${best.website.id}?add` },
    });
  } else {
    commands.push({
      id: 'mute',
      name: 'Mute',
      hint: 'an open alert',
      words: words.mute,
      Icon: BellOff,
      does: { path: '/alerts' },
    });
  }
  return commands;
}

function generalActions(website: Target['website'] | undefined): Command[] {
  return [
    {
      id: 'acknowledge',
      name: 'Acknowledge All',
      hint: 'open alerts',
      words: words.acknowledge,
      Icon: UserRoundCheck,
      does: { path: '/alerts?acknowledge' },
    },
    {
      id: 'add-website',
      name: 'Add New Website',
      hint: '',
      words: 'create new site',
      Icon: Plus,
      does: { path: '/websites?add' },
    },
    {
      id: 'set-up-alerts',
      name: 'Set Up Alerts',
      hint: '',
      words: 'notifications channel email slack first',
      Icon: Bell,
      does: { path: '/settings?setup' },
    },
    {
      id: 'report-incident',
      name: 'Report incident',
      hint: '',
      words: 'new create post status',
      Icon: Megaphone,
      does: { path: '/alerts/incidents?add' },
    },
    {
      id: 'start-maintenance',
      name: 'Start maintenance',
      hint: website ? `of ${website.name}` : '',
      words: `${words.maintenance} ${words.pause}`,
      Icon: Wrench,
      does: { path: `/alerts/maintenance?start${website ? `=${website.id}` : ''}` },
    },
    {
      id: 'pause',
      name: 'Pause checks',
      hint: website ? `of a service of ${website.name}` : 'in the form of a service',
      words: words.pause,
      Icon: Pause,
      does: { path: website ? `/websites/${website.id}` : '/websites' },
    },
    {
      id: 'incident-templates',
      name: 'Templates of incidents',
      hint: '',
      words: 'texts canned',
      Icon: Clapperboard,
      does: { path: '/alerts/incidents?templates' },
    },
    ...themes,
    { id: 'logout', name: 'Logout', hint: '', words: 'sign out leave', Icon: LogOut, does: 'logout' },
  ];
}

/** One for each theme, so that the search for 'dark' sets it whatever the current theme is. */
const themes = Object.entries({
  dark: 'mode appearance colours night',
  light: 'mode appearance colours day',
  system: 'mode appearance colours automatic device',
} satisfies Record<ThemeChoice, string>).map(
  ([theme, words]): Command => ({
    id: `theme-${theme}`,
    name: 'Change the theme',
    hint: `to ${theme}`,
    words,
    Icon: SunMoon,
    does: { theme: theme as ThemeChoice },
  }),
);

/** Other words for the pages of the menu. */
const pageWords: Record<(typeof navItems)[number]['to'], string> = {
  '/': 'home overview start statistics',
  '/websites': 'sites monitors urls list',
  '/alerts': 'problems open notifications down',
  '/settings': 'options preferences configuration',
  '/backup': 'restore export import archive download save',
};

/** Every page, those of the menu first, then the tabs of the settings and documents. */
export const pagesFor = (down: number): Command[] => [
  ...menuPages(down),
  ...otherPages,
  ...settingsPages,
  ...documents,
];

const menuPages = (down: number): Command[] =>
  navItems.map(({ to, label, Icon }) => ({
    id: `page-${to}`,
    name: label,
    hint: to === '/alerts' && down > 0 ? `${down} down` : '',
    words: pageWords[to],
    Icon,
    does: { path: to },
    keys: keysOfPath(to),
  }));

const pageEntry = (path: string, name: string, Icon: LucideIcon, more: Partial<Command> = {}): Command => ({
  id: `page-${path}`,
  name,
  hint: '',
  Icon,
  does: { path },
  keys: keysOfPath(path),
  ...more,
});

const otherPages: readonly Command[] = [
  pageEntry('/alerts?view=outages', 'Outages', Bell, { words: 'downtime history export csv' }),
  pageEntry('/alerts/incidents', 'Incidents', Megaphone, { words: 'status page updates postmortem' }),
  pageEntry('/alerts/maintenance', 'Maintenance', CalendarClock, { words: `${words.maintenance} deployment marks` }),
  pageEntry('/certificates', 'Certificates', ShieldCheck, { hint: 'and domains', words: 'ssl tls expiry https' }),
  pageEntry('/?wall', 'Wallboard', LayoutGrid, { hint: 'for a screen on the wall', words: 'tv kiosk noc' }),
  pageEntry('/status', 'Public status', ExternalLink, {
    hint: 'in a new tab',
    words: 'status page customers visitors',
    does: { path: '/status', isNewTab: true },
  }),
  pageEntry('/device', 'Sign in a terminal', Keyboard, { words: 'device code command line cli' }),
];

/** Other words for the tabs of the settings. */
const settingsWords: Record<SettingsTab, string> = {
  notifications: 'cooldown alerts types digest problem streak',
  email: 'mail smtp server recipients',
  sms: 'text message phone',
  branding: 'logo name company',
  channels: 'slack telegram discord teams webhook pagerduty push ntfy notify',
  routing: 'route rules escalation policy on call quiet hours',
  reports: 'weekly monthly summary',
  access: 'users people team invite roles password two factor 2fa totp passkey sso token api key session',
  audit: 'log history who changed',
  diagnostics: 'health support bundle debug version',
  general: 'language time zone retention public address',
};

const settingsPages: readonly Command[] = settingsTabs.map(({ id, label }, at) => ({
  id: `settings-${id}`,
  name: label,
  hint: 'in the settings',
  words: settingsWords[id],
  Icon: Settings,
  does: { path: at === 0 ? '/settings' : `/settings?tab=${id}` },
}));

/** Documents of the product itself. */
const documents: readonly Command[] = [
  {
    id: 'keys',
    name: 'Keys',
    hint: 'of this app',
    words: 'help shortcuts keyboard hotkeys',
    Icon: BookOpen,
    does: 'keys',
  },
  {
    id: 'api',
    name: 'API reference',
    hint: 'in a new tab',
    words: 'docs documentation reference help openapi swagger rest',
    Icon: Braces,
    does: { path: apiPrefix + apiDocsPath, isNewTab: true },
  },
];
