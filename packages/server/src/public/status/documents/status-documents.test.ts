import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { prefersText } from '../ready-requests.ts';
import { nastyName, publicMonitor, publicView, publicWebsite } from '../testing/public-states.ts';
import { testDocument } from '../testing/public-test.ts';
import { detailHtml, overviewHtml } from './status-html.ts';
import { statusOverviewItem } from './status-json.ts';
import { detailText, overviewText } from './status-text.ts';

const down = publicWebsite({ id: 2, name: 'Docs', status: 'down', monitors: [publicMonitor({ id: 2, is_up: false })] });
const state = publicView({ websites: [publicWebsite(), down] });
const items = state.websites.map(statusOverviewItem);
const detail = {
  overall_status: 'down' as const,
  website: { name: 'Docs', description: null },
  uptime_7d: null,
  urls: [],
  network_monitors: [],
  recent_incidents: [],
  incidents: [],
  maintenances: [],
  marks: [],
};

describe('the HTML of the status pages', () => {
  const open = (html: string) => new JSDOM(html).window.document;

  it('has the current data for the first paint', () => {
    const page = open(overviewHtml(testDocument, state));
    expect(JSON.parse(page.querySelector('#public-status')?.textContent ?? '')).toEqual({
      kind: 'overview',
      data: items,
      incidents: [],
      maintenances: [],
      news: state.news,
    });
    const one = open(detailHtml(testDocument, state, down, detail));
    expect(JSON.parse(one.querySelector('#public-status')?.textContent ?? '')).toEqual({
      kind: 'detail',
      id: 2,
      data: detail,
      news: state.news,
    });
  });

  it('shows the state in title, icon and description', () => {
    const page = open(overviewHtml(testDocument, state));
    expect(page.title).toBe('1 of 2 websites has an issue: Docs · System Status · Acme & Sons');
    expect(page.querySelectorAll('link[rel=icon]')).toHaveLength(1);
    expect(page.querySelector('link[rel=icon]')?.getAttribute('href')).toContain(encodeURIComponent('#c62828'));
    expect(page.querySelector('meta[property="og:url"]')?.getAttribute('content')).toBe(
      'https://status.example.org/status',
    );
    const feeds = [...page.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('href'));
    expect(feeds).toEqual(['/history.atom', '/history.rss', '/maintenance.ics']);
  });

  it('shows the state without scripts', () => {
    const page = open(overviewHtml(testDocument, state));
    const text = page.querySelector('noscript')?.textContent ?? '';
    expect(text).toContain('Shop: Operational');
    expect(text).toContain('Docs: Issues Detected');
    expect(text).not.toContain('Scripts are off');
  });

  it('shows every field of a card without scripts, what has problems first', () => {
    const page = open(overviewHtml(testDocument, state));
    const cards = [...page.querySelectorAll('noscript li')].map((card) => card.textContent ?? '');
    expect(cards.map((text) => text.split(':')[0])).toEqual(['Docs', 'Shop']);
    expect(cards[1]).toMatch(/URLs \d+ · Network \d+ · Uptime \(24h\) 100\.00% · Avg Load Time 0\.25s$/);
  });

  it('names up to two websites that have problems without scripts', () => {
    const two = publicView({ websites: [publicWebsite({ status: 'partial' }), down] });
    expect(open(overviewHtml(testDocument, two)).querySelector('noscript')?.textContent).toContain(
      '2 of 2 websites have an issueDocs and Shop',
    );
  });

  it('has a card for every service without scripts, none left out', () => {
    const service = {
      status: 'up' as const,
      last_check_time: null,
      last_response_time: 0.0214,
      uptime_24h: 99.9,
      check_interval: 30,
      response_times: [],
      daily_uptime: [],
    };
    const urls = Array.from({ length: 12 }, (_unused, id) => ({
      ...service,
      id,
      url: `https://a/${id}`,
      metadata_tag: 'og:title',
      ...(id === 10 ? { label: '<i>Cart' } : {}),
    }));
    const router = {
      ...service,
      id: 1,
      name: '<b>Router',
      monitor_type: 'ICMP_PING' as const,
      host: '10.0.0.1',
      port: null,
    };
    const page = open(detailHtml(testDocument, state, down, { ...detail, urls, network_monitors: [router] }));
    const cards = [...page.querySelectorAll('noscript li')].map((card) => card.textContent);
    expect(cards).toHaveLength(13);
    expect(cards[11]).toBe(
      'https://a/11: OperationalMonitoring: og:title' +
        'Last Check Never · Total Load Time 0.02s · 24h Uptime 99.90% · Check Interval 30s',
    );
    expect(cards[10]).toMatch(/^<i>Cart: Operationalhttps:\/\/a\/10 · Monitoring: og:titleLast Check/);
    expect(cards[12]).toContain('<b>Router: OnlineICMP_PING · 10.0.0.1Last Check Never · Response Time 21.4ms');
  });

  it("escapes people's texts", () => {
    const nasty = publicView({ brand: nastyName, websites: [publicWebsite({ name: nastyName, status: 'down' })] });
    const page = open(overviewHtml(testDocument, nasty));
    expect(page.title).toContain('</script> $&');
    const embedded = JSON.parse(page.querySelector('#public-status')?.textContent ?? '') as {
      data: { name: string }[];
    };
    expect(embedded.data[0]?.name).toBe(nastyName);
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelector('b')).toBeNull();
  });
});

describe('the status as plain text', () => {
  it('has a line for each website', () => {
    expect(overviewText(state)).toBe(
      `${[
        'Acme & Sons - System Status',
        '1 of 2 websites has an issue: Docs',
        'Operational      Shop  uptime 24h 100.00%  load 0.25s  https://status.example.org/status/1\n' +
          'Issues Detected  Docs  uptime 24h 100.00%  load 0.25s  https://status.example.org/status/2',
      ].join('\n\n')}\n`,
    );
  });

  it('has a line for each service of a website', () => {
    const text = detailText(
      publicWebsite({
        monitors: [publicMonitor(), publicMonitor({ id: 2, name: 'Cart', is_up: null, last_check_time: null })],
      }),
      state,
    );
    expect(text).toContain('Operational  https://shop.example.com/         0.25s  checked 10 Mar 2026, 12:00:00 UTC');
    expect(text).toMatch(/No data yet {2}Cart \(https:\/\/shop\.example\.com\/\)/);
    expect(text).toContain('never checked');
  });

  it('has no control characters', () => {
    const name = 'a\u001b[31mb\nc';
    const text = overviewText(publicView({ websites: [publicWebsite({ name })] }));
    expect(text).not.toContain('\u001b');
    expect(text.split('\n')).toHaveLength(6);
    const down = overviewText(publicView({ brand: name, websites: [publicWebsite({ name, status: 'down' })] }));
    expect(down).toMatch(/\n\n1 of 1 \w+ has an issue: a \[31mb c\n\n/);
    expect(down).not.toContain('\u001b');
  });

  it.each([
    [{ 'user-agent': 'curl/8.5.0', accept: '*/*' }, true],
    [{ 'user-agent': 'Wget/1.21' }, true],
    [{ 'user-agent': 'HTTPie/3.2' }, true],
    [{ accept: 'text/plain' }, true],
    [{ accept: 'text/html;q=0.5, text/plain' }, true],
    [{ 'user-agent': 'Mozilla/5.0', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
    [{ 'user-agent': 'curl/8.5.0', accept: 'text/html' }, false],
    [{ accept: 'text/plain;q=0.1, text/html' }, false],
    [{}, false],
  ])('goes to %j: %s', (headers, isText) => {
    expect(prefersText(headers)).toBe(isText);
  });
});
