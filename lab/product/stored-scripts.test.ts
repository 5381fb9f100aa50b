import { type AddressInfo, createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publicScreens } from '../../packages/web/src/public-routes.tsx';
import { screens } from '../../packages/web/src/routes.tsx';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

/** Markup that becomes an element, a script or a javascript address wherever it is not escaped. */
const mark = `"'></title></script></style></textarea>]]><planted-mark></planted-mark><img src=x onerror=window.planted=1>`;
const plantedUrl = (origin: string): string => `${origin}/?q=${encodeURIComponent(mark)}#javascript:window.planted=1`;

let product: Product;
let browser: Browser;
/** Greets with the markup, like a mail server, so that it appears in alerts and their causes. */
const greeter = createServer((socket) =>
  socket
    .on('error', () => undefined)
    .resume()
    .end(`* BYE ${mark}\r\n`),
);

beforeAll(async () => {
  await new Promise<void>((resolve) => greeter.listen(0, '127.0.0.1', resolve));
  const { port } = greeter.address() as AddressInfo;
  product = await startProduct({ env: { CHROMIUM_PATH: 'off' } });
  const { api } = product;
  const { id: websiteId } = await api.websites.create({ body: { name: `Shop ${mark}`, description: mark } });
  const params = { websiteId };
  await api.urls.create({
    params,
    body: {
      url: plantedUrl(`http://127.0.0.1:${port}`),
      label: `Page ${mark}`,
      metadata_tag: mark,
      metadata_value: mark,
      failure_threshold: 1,
    },
  });
  const { id: monitorId } = await api.networkMonitors.create({
    params,
    body: {
      name: `Mail ${mark}`,
      monitor_type: 'IMAP',
      host: '127.0.0.1',
      port,
      failure_threshold: 1,
      description: mark,
      expected_response: mark,
    },
  });
  await api.slack.save({ params, body: { enabled: false, channel_name: mark } });
  await plantChannels();
  await api.branding.update({ body: { brand_text: mark.slice(0, 50) } });
  await api.settings.updateNotifications({ body: { smtp_username: mark, sendsms_username: mark } });
  await api.networkMonitors.check({ params: { monitorId } });
  await vi.waitFor(async () => expect((await api.alerts.list()).length).toBeGreaterThanOrEqual(2), { timeout: 20_000 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await new Promise((resolve) => greeter.close(resolve));
});

/** A channel whose name appears in alerts and in the routing, with a policy and a route. */
async function plantChannels(): Promise<void> {
  const { api } = product;
  const name = mark.slice(0, 60);
  const { id } = await api.channels.create({
    body: { kind: 'ntfy', name, enabled: false, config: { base_url: 'http://127.0.0.1:9', topic: 'ops', token: '' } },
  });
  const { revision, ...document } = await api.routing.get();
  const steps = [{ after_minutes: 0, channels: [id] }];
  const policies = [
    ...document.policies.map((one) => ({ ...one, steps })),
    { id: 2, name, remind_minutes: null, steps },
  ];
  const everything = { website_ids: [], monitor_ids: [], alert_types: [], severities: [], when: [] };
  const routes = [{ ...everything, name, policy_id: 1 }];
  await api.routing.update({ body: { ...document, policies, routes, revision } });
}

const pages = [...screens, ...publicScreens]
  .map(({ path }) => path.replace(':websiteId', '1').replace('*', '/nowhere'))
  .filter((path) => path !== '/login');
const tabs = [
  '/settings?tab=email',
  '/settings?tab=sms',
  '/settings?tab=branding',
  '/settings?tab=channels',
  '/settings?tab=routing',
  '/websites/1?tab=network',
];

/** Pages where the markup must be visible: the test waits for it, so that it does not examine a skeleton. */
const showing = ['/', '/websites', '/websites/1', '/alerts', '/status', '/status/1'];

/** Traces that foreign scripts would leave on a page. */
const planted = `(() => ({
  ran: window.planted ?? null,
  elements: document.querySelectorAll('planted-mark, img[src="x"], [onerror]').length,
  addresses: [...document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i]')].length,
  refused: window.refusedScripts ?? [],
}))()`;

async function signedInPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(
    // The schema library tests whether it may compile schemas, which is refused.
    `window.refusedScripts = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (blockedURI !== 'eval') window.refusedScripts.push(violatedDirective + ' ' + blockedURI);
    })`,
  );
  await page.goto(product.baseUrl);
  await page.getByLabel('Admin Password', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByText('Monitoring Dashboard').first().waitFor();
  return page;
}

it('what people, targets and providers wrote is text on every page, and no policy has to stop it', async () => {
  const page = await signedInPage();
  for (const path of [...pages, ...tabs]) {
    await page.goto(product.baseUrl + path);
    if (showing.includes(path)) await page.getByText('planted-mark').first().waitFor();
    else await page.locator('main, h1').first().waitFor();
    expect([path, await page.evaluate(planted)]).toEqual([path, { ran: null, elements: 0, addresses: 0, refused: [] }]);
  }
}, 180_000);

it('so it is in feeds, badges and documents without scripts', async () => {
  const raw = ['/status', '/status/1', '/history.atom', '/history.rss', '/badge/1/status.svg', '/badge/1/uptime.svg'];
  for (const path of raw) {
    const answer = await fetch(product.baseUrl + path, { headers: { accept: 'text/html,*/*' } });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text(), path).not.toMatch(/<planted-mark|<img src=x/);
  }
  const text = await (await fetch(`${product.baseUrl}/status`, { headers: { accept: 'text/plain' } })).text();
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
