import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaults } from '@upvigil/core/defaults';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { after, browserTools, html, never, openBrowsedPages } from '../../../testing/targets/browsed-pages.ts';
import { askedPage } from '../../../testing/targets/echo-target.ts';
import { runProbe } from '../../probe/probes/conformance.ts';
import { createBrowser } from './browser.ts';

let lab: Awaited<ReturnType<typeof openBrowsedPages>>;
let pages: typeof lab.pages;
let page: typeof lab.page;
let probe: typeof lab.probe;
beforeAll(async () => {
  lab = await openBrowsedPages();
  ({ pages, page, probe } = lab);
  expect(await lab.browser.available()).toEqual({ ok: true });
}, 60_000);
afterAll(() => lab.close());

const responseMs = (outcome: ProbeOutcome): number =>
  outcome.outcome === 'up' ? (outcome.response_time_us ?? Number.NaN) / 1000 : Number.NaN;

describe('a browser check', () => {
  it('takes the time of the whole page, and an http check that of its document', async () => {
    pages['/slow'] = after(300, html('<img src="/image.png"><script src="/script.js"></script>'));
    pages['/image.png'] = after(300, (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(),
    );
    let scriptAnsweredAt = 0;
    pages['/script.js'] = after(600, (_request, response) => {
      scriptAnsweredAt = performance.now();
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('window.loaded = true');
    });
    const whole = await probe(page('/slow'));
    expect(whole).toMatchObject({ outcome: 'up', status_code: 200 });
    expect(scriptAnsweredAt).toBeGreaterThan(0);
    expect(responseMs(whole)).toBeGreaterThanOrEqual(899);

    lab.visits.length = 0;
    const document = await runProbe(page('/slow', { check_mode: 'http' }));
    expect(responseMs(document)).toBeGreaterThanOrEqual(299);
    expect(lab.visits).toEqual(['/slow']);
  });

  it('brings a picture of the page, WebP of the window', async () => {
    pages['/green'] = html('<body style="margin:0;background:#00ff00">');
    const { image } = await lab.browser.probe(page('/green'), 10, never);
    const { data, info } = await sharp(image ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect((await sharp(image ?? undefined).metadata()).format).toBe('webp');
    expect(info.width).toBe(defaults.screenshots.maxWidthPx);
    const [red = 255, green = 0] = data;
    expect(red).toBeLessThan(20);
    expect(green).toBeGreaterThan(235);
  });

  it.each([
    [204, 'up'],
    [503, 'down'],
  ])('evaluates the main document: %i is %s', async (status, outcome) => {
    pages['/status'] = (_request, response) => response.writeHead(status).end();
    expect(await probe(page('/status'))).toMatchObject({ outcome, status_code: status });
  });

  it.each([
    [404, '', '400-499', 'up', null],
    [200, 'fine', '201', 'down', 'HTTP 200, but 201 is accepted'],
  ])('answered %i with "%s" where %s is accepted is %s', async (status, body, accepted_status, outcome, reason) => {
    pages['/accepted'] = (_request, response) => response.writeHead(status).end(body);
    const { url_options } = askedPage('', { accepted_status });
    const found = await probe(page('/accepted', url_options ? { url_options } : {}));
    expect(found).toMatchObject({ outcome, status_code: status, ...(reason === null ? {} : { reason }) });
  });

  it('follows redirects, and scripts that lead elsewhere', async () => {
    pages['/moved'] = (_request, response) => response.writeHead(302, { location: '/by-script' }).end();
    pages['/by-script'] = html('<script>location.href = "/arrived"</script>');
    pages['/arrived'] = html('there', '<title>arrived</title>');
    expect(await probe(page('/moved'))).toMatchObject({ outcome: 'up', status_code: 200 });
    expect(lab.visits).toContain('/arrived');
  });

  it('finds metadata that a script has made', async () => {
    const script = `<script>document.head.insertAdjacentHTML('beforeend', '<meta property="Release" content="7">')</script>`;
    pages['/meta'] = html('', script);
    const found = async (metadata_tag: string | null, metadata_value: string | null) =>
      probe(page('/meta', { metadata_tag, metadata_value }));
    expect(await found('release', '7')).toMatchObject({ metadata_found: true });
    expect(await found('release', '8')).toMatchObject({ metadata_found: false });
  });

  it('is down when the page does not load in time, and says what it was doing', async () => {
    pages['/never'] = () => undefined;
    pages['/hangs'] = html('<img src="/never">');
    expect(await Promise.all([probe(page('/never'), 1), probe(page('/hangs'), 1)])).toMatchObject([
      { outcome: 'down', reason: 'timed out after 1 s while waiting for the answer' },
      { outcome: 'down', reason: 'timed out after 1 s while loading the page' },
    ]);
  });

  it('is down with the cause in words when nothing can be connected to', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const refused = await probe(page('', { url: `http://127.0.0.1:${port}/` }));
    expect(refused).toMatchObject({ outcome: 'down', reason: 'connection refused', status_code: null });
    const moved = `http://127.0.0.1:${port}/elsewhere`;
    pages['/leads-nowhere'] = (_request, response) => response.writeHead(302, { location: moved }).end();
    expect(await probe(page('/leads-nowhere'))).toMatchObject({ outcome: 'down', reason: 'connection refused' });
    pages['/no-tls'] = html('');
    expect(await probe(page('', { url: `${lab.address.replace('http:', 'https:')}/no-tls` }))).toMatchObject({
      outcome: 'down',
      reason: 'TLS handshake failed: the service does not speak TLS',
    });
    pages['/hangs-up'] = (request) => request.socket.destroy();
    expect(await probe(page('/hangs-up'))).toMatchObject({
      outcome: 'down',
      reason: 'connection closed before the answer was complete',
    });
  });
});

describe('the browser', () => {
  it('never connects to link-local and cloud metadata addresses, whatever a page requests', async () => {
    pages['/to-metadata'] = (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    const hosts = ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]'];
    const found = await Promise.all([
      ...hosts.map((host) => probe(page('', { url: `http://${host}/` }))),
      probe(page('/to-metadata')),
    ]);
    const refused = { outcome: 'down', reason: 'link-local and cloud metadata addresses are never opened' };
    expect(found).toMatchObject([refused, refused, refused, { outcome: 'down' }]);
  });

  it('connects through the dialer alone, for everything on a page', async () => {
    const { port } = new URL(lab.address);
    pages['/parts'] = html(
      `<script>new WebSocket('ws://127.0.0.1:${port}/socket'); fetch('http://localhost:${port}/by-name').catch(() => 0)</script>`,
    );
    lab.dialled.length = 0;
    await probe(page('/parts'));
    await expect.poll(() => lab.dialled).toContain(`localhost:${port}`);
    expect(lab.dialled.filter((target) => target === `127.0.0.1:${port}`).length).toBeGreaterThan(1);
  });

  it('opens nothing but http and https, after redirects too', async () => {
    for (const url of ['file:///etc/passwd', 'chrome://version', 'data:text/html,hi', 'javascript:alert(1)']) {
      expect(await probe(page('', { url }))).toMatchObject({ outcome: 'fault' });
      expect(await lab.browser.screenshot(url)).toBeNull();
    }
    pages['/to-file'] = (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await probe(page('/to-file'))).toMatchObject({
      outcome: 'down',
      reason: 'redirected to an address that is neither http nor https',
    });
    pages['/script-to-file'] = html('<script>location.href = "file:///etc/passwd"</script>stays');
    expect(await probe(page('/script-to-file'))).toMatchObject({ outcome: 'up', status_code: 200 });
  });

  it('is not blocked by dialogs, popups and downloads', async () => {
    pages['/noisy'] = html(
      '<script>alert("a"); confirm("b"); prompt("c"); window.open("/popup"); onbeforeunload = () => "stay"</script>',
    );
    expect(await probe(page('/noisy'))).toMatchObject({ outcome: 'up' });
    pages['/download'] = (_request, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="x.bin"' }).end('content');
    expect(await probe(page('/download'))).toMatchObject({
      outcome: 'down',
      reason: 'answered with a download in place of a page',
    });
  });

  it('gives each visit a context of its own', async () => {
    const cookies: (string | undefined)[] = [];
    pages['/cookie'] = (request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'set-cookie': 'seen=1', 'content-type': 'text/html' }).end('hello');
    };
    await probe(page('/cookie'));
    await probe(page('/cookie'));
    expect(cookies).toEqual([undefined, undefined]);
  });

  it('answers with a fault when it is stopped', async () => {
    pages['/never'] = () => undefined;
    const controller = new AbortController();
    const answer = lab.browser.probe(page('/never'), 10, controller.signal);
    await expect.poll(() => lab.visits.at(-1)).toBe('/never');
    controller.abort();
    expect((await answer).outcome).toMatchObject({ outcome: 'fault', fault: 'browser' });
  });

  it.each<[string | false, RegExp]>([
    ['/nowhere/chromium', /^there is no \/nowhere\/chromium: .*CHROMIUM_PATH/],
    [false, /^CHROMIUM_PATH is off$/],
  ])('gives the remedy if there is none (%s), and blames no target', async (given, sentence) => {
    const none = createBrowser({ ...browserTools, config: { chromiumPath: given } });
    const reason = expect.stringMatching(sentence);
    expect(await none.available()).toMatchObject({ ok: false, reason });
    expect((await none.probe(page('/green'), 5, never)).outcome).toMatchObject({ outcome: 'fault', fault: 'browser' });
    expect(await none.screenshot(`${lab.address}/green`)).toBeNull();
    await none.close();
  });
});

describe('a screenshot', () => {
  it('shows what there is, also of a page that fails', async () => {
    pages['/broken'] = (_request, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Broken');
    expect(await lab.browser.screenshot(`${lab.address}/broken`)).toBeInstanceOf(Buffer);
    expect(await lab.browser.screenshot('http://169.254.1.1/')).toBeNull();
  });
});
