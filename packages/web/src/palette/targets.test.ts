import type { NetworkStat, OpenProblem } from '@upvigil/core/contract/dashboard';
import type { FoundUrl, UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addUrl } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { targetsOf, withFound } from './targets.ts';

const website = (id: number, name: string, status: Website['status']): Website => ({
  id,
  name,
  description: null,
  created_at: '2026-11-01T00:00:00Z',
  url_count: 1,
  network_monitor_count: 2,
  status,
  automatic_incidents: null,
});
const problem: OpenProblem = {
  monitor_id: 7,
  kind: 'URL',
  website_id: 1,
  website_name: 'Shop',
  name: null,
  target: 'https://shop.example.org/checkout',
  alert_type: 'DOWN',
  cause: 'HTTP 503',
  since: null,
  alert_id: null,
  acknowledged_at: null,
  acknowledged_by: null,
  response_time_threshold: 5,
  recent_checks: { states: 'ud', ms: [100, null] },
};
const service = (id: number, name: string, status: NetworkStat['status'], states = ''): NetworkStat => ({
  monitor_id: id,
  website_id: 2,
  name,
  status,
  monitor_type: 'TCP_PORT',
  host: '2001:db8::1',
  port: 443,
  website_name: 'Docs',
  uptime_percentage: 100,
  response_time: states.endsWith('s') ? 5.1 : 0.1,
  response_time_threshold: 5,
  recent_checks: { states, ms: [...states].map(() => 100) },
});
const listedUrl = addUrl(emptyState(), 1, {
  id: 7,
  url: 'https://me:secret@shop.example.org/checkout',
  recent_checks: { states: 'u', ms: [100] },
});

const given = {
  websites: [website(1, 'Shop', 'partial'), website(2, 'Docs', 'up')],
  stats: {
    open_problems: { down: 1, slow: 0, metadata: 0, worst: [problem] },
    network_stats: [service(8, 'Edge', 'down', 'd'), service(9, 'Mail', 'up', 'us'), service(10, 'Lab', 'disabled')],
  },
  urls: [listedUrl, { ...listedUrl, id: 11, url: 'https://me:secret@shop.example.org/pay' }],
};

describe('the targets', () => {
  it('contain each website and service once, the worst first, then by name', () => {
    expect(targetsOf(given).map(({ name, tone }) => [name, tone])).toEqual([
      ['Edge', 'down'],
      ['shop.example.org/checkout', 'down'],
      ['Mail', 'warn'],
      ['Shop', 'warn'],
      ['Docs', 'up'],
      ['shop.example.org/pay', 'up'],
      ['Lab', 'none'],
    ]);
  });

  it('have the days of a website if loaded', () => {
    const days = [{ date: '2026-11-20', uptime: 99.5, checks: 1440 }];
    const targets = targetsOf({ ...given, days: new Map([[2, days]]) });
    expect(targets.find(({ name }) => name === 'Docs')?.days).toBe(days);
    expect(targets.find(({ name }) => name === 'Shop')).not.toHaveProperty('days');
  });

  it('are amber if the monitor was up and is not checked any more', () => {
    const not_checked = { since: '2026-11-20T12:04:00.000Z', reason: 'the proxy cannot be reached' };
    const toneWith = (states: string) => {
      const url: UrlMonitor = { ...listedUrl, not_checked, recent_checks: { states, ms: [100] } };
      return targetsOf({ ...given, stats: undefined, urls: [url] }).find(({ id }) => id === 'url-7')?.tone;
    };
    expect(toneWith('u')).toBe('warn');
    expect(toneWith('d')).toBe('down');
  });

  it('link to the service itself', () => {
    const paths = new Map(targetsOf(given).map(({ name, path }) => [name, path]));
    expect(paths.get('Docs')).toBe('/websites/2');
    expect(paths.get('shop.example.org/checkout')).toBe('/websites/1?open=7');
    expect(paths.get('Edge')).toBe('/websites/2?tab=network&open=8');
  });

  it('name a URL by its label, with its address in the hint', () => {
    const labelled = targetsOf({ ...given, urls: [{ ...listedUrl, id: 11, label: 'Checkout' }] });
    expect(labelled.find(({ id }) => id === 'url-11')).toMatchObject({
      name: 'Checkout',
      hint: 'Shop · shop.example.org/checkout',
    });
  });

  it('include search results in order, and keep known entries', () => {
    const found: FoundUrl = {
      id: 20,
      website_id: 3,
      website_name: 'Pay',
      label: null,
      url: 'https://pay.example.org/',
      enabled: true,
      status: 'down',
      response_time_threshold: 5,
      recent_checks: { states: 'd', ms: [null] },
    };
    const known = targetsOf(given);
    const all = withFound(known, [found, { ...found, id: 7 }]);
    expect(all.filter((target) => !known.includes(target))).toMatchObject([
      { id: 'url-20', name: 'pay.example.org/', hint: 'Pay', tone: 'down', path: '/websites/3?open=20' },
    ]);
    expect(all[1]?.id).toBe('url-20');
    expect(withFound(known, [{ ...found, id: 7 }])).toBe(known);
  });

  it('are the websites alone until more is loaded', () => {
    expect(targetsOf({ ...given, stats: undefined, urls: [] }).map(({ hint }) => hint)).toEqual([
      '1 URL, 2 network services',
      '1 URL, 2 network services',
    ]);
  });
});
