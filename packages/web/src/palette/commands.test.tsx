import { describe, expect, it } from 'vitest';
import { matchScreen } from '../match-screen.ts';
import { publicScreens } from '../public-routes.tsx';
import { screens } from '../routes.tsx';
import { keyMap } from '../shell/keys/key-map.ts';
import { settingsTabs } from '../shell/settings-tabs.ts';
import { commandsFor, pagesFor } from './commands.ts';
import { findNamed, withoutActions } from './palette.tsx';
import type { Target } from './targets.ts';

const shop: Target = {
  id: 'website-1',
  name: 'Shop',
  hint: '2 URLs',
  tone: 'up',
  path: '/websites/1',
  website: { id: 1, name: 'Shop' },
};
const entriesFor = (search: string) => {
  const found = findNamed([shop], withoutActions(search));
  return findNamed([...commandsFor(found), ...pagesFor(0)], search);
};
const paths = [...commandsFor([shop]), ...pagesFor(0)].flatMap(({ does }) =>
  typeof does === 'object' && 'path' in does ? [does.path] : [],
);
const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? '';

describe('a word that people type', () => {
  it.each([
    ['mute', 'Mute'],
    ['silence', 'Mute'],
    ['ack', 'Acknowledge All'],
    ['acknowledge', 'Acknowledge All'],
    ['pause', 'Pause checks'],
    ['downtime', 'Start maintenance'],
    ['slack', 'Channels'],
    ['telegram', 'Channels'],
    ['webhook', 'Channels'],
    ['channels', 'Channels'],
    ['smtp', 'Email (SMTP)'],
    ['phone', 'SMS'],
    ['token', 'Access'],
    ['invite', 'Access'],
    ['password', 'Access'],
    ['two factor', 'Access'],
    ['sso', 'Access'],
    ['audit', 'Audit'],
    ['routing', 'Routing'],
    ['reports', 'Reports'],
    ['restore', 'Backup'],
    ['export', 'Backup'],
    ['dark', 'Change the theme'],
    ['help', 'Keys'],
    ['docs', 'API reference'],
    ['templates', 'Templates of incidents'],
    ['logo', 'Branding'],
    ['ssl', 'Certificates'],
  ])('%s finds %s', (word, name) => {
    expect(entriesFor(word).map((entry) => entry.name)).toContain(name);
  });

  it.each(['dark', 'light', 'system'])('%s sets that theme and no other', (theme) => {
    expect(entriesFor(theme).map(({ does }) => does)).toEqual([{ theme }]);
  });

  it('names what to act on beside the action', () => {
    expect(entriesFor('mute shop')).toMatchObject([{ name: 'Mute', hint: 'Shop' }]);
    expect(entriesFor('maintenance shop').map(({ does }) => does)).toContainEqual({
      path: '/alerts/maintenance?start=1',
    });
  });
});

describe('the entries', () => {
  it('have every page that needs no id, and every tab of the settings', () => {
    const reachable = new Set(paths.map(pathnameOf));
    const pages = screens.filter(({ path, access }) => access === 'admin' && !path.includes(':'));
    for (const { path } of pages) expect(reachable).toContain(path);
    for (const [at, { id }] of settingsTabs.entries()) {
      expect(paths).toContain(at === 0 ? '/settings' : `/settings?tab=${id}`);
    }
  });

  it('lead to pages and tabs that exist', () => {
    const tabs = settingsTabs.map(({ id }) => id as string);
    for (const path of paths.filter((one) => !one.startsWith('/api/'))) {
      expect(matchScreen([...publicScreens, ...screens], pathnameOf(path))?.screen.path, path).not.toBe('*');
      const tab = new URLSearchParams(path.split('?')[1]).get('tab');
      if (tab !== null) expect(tabs).toContain(tab);
    }
    for (const { does } of keyMap) if (typeof does === 'object') expect(paths).toContain(does.path);
  });

  it('have ids of their own', () => {
    const ids = [...commandsFor([shop]), ...pagesFor(0)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
