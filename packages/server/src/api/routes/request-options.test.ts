import { generateKeyPairSync } from 'node:crypto';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestChange } from '@upvigil/core/contract/check-options/request';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TargetOf } from '../../base/domain/check.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
beforeAll(async () => {
  app = await startResourceApp();
  await makeWebsite(app.db);
});
beforeEach(() => {
  app.engine.probed = null;
});
afterAll(() => app.close());

const testKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const url = 'https://shop.test/order';
const bearer: RequestChange = { auth: { type: 'bearer', token: 'planted-token' } };

async function add(input: object): Promise<UrlMonitor> {
  const answer = await app.call('POST', '/urls/website/1', { url, ...input });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as UrlMonitor;
}

const put = (id: number, body: object) => app.call('PUT', `/urls/${id}`, body);
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  fields: (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field),
});
const refused = (...fields: string[]) => ({ status: 422, fields });
const asked = (id: number) => (app.engine.watched.get(id)?.target as TargetOf<'URL'> | undefined)?.url_options;
const rowOf = (id: number) =>
  app.db.selectFrom('monitors').select(['options', 'secrets']).where('id', '=', id).executeTakeFirstOrThrow();

describe('request options of a check', () => {
  it('are stored only where they differ from the defaults; a plain URL has none', async () => {
    const plain = await add({});
    expect(plain).toMatchObject(defaultUrlOptions);
    expect(await rowOf(plain.id)).toEqual({ options: null, secrets: null });
    expect(app.engine.watched.get(plain.id)?.target).not.toHaveProperty('url_options');
    const head = await add({ ip_family: '6', request: { method: 'HEAD' } });
    expect(JSON.parse((await rowOf(head.id)).options ?? '')).toEqual({ ip_family: '6', request: { method: 'HEAD' } });
    expect(asked(head.id)).toEqual({
      ...defaultUrlOptions,
      ip_family: '6',
      request: { ...defaultRequest, method: 'HEAD' },
    });
    expect((await put(head.id, { ip_family: 'any', request: { method: 'GET' } })).status).toBe(200);
    expect(await rowOf(head.id)).toEqual({ options: null, secrets: null });
  });

  it('is merged by an edit, whose lists replace', async () => {
    const headers = [{ name: 'X-One', value: '1' }];
    const { id } = await add({ request: { method: 'POST', headers, body_type: 'text', body: 'hi', ...bearer } });
    const changed = await put(id, { request: { auth: { token: 'other' }, headers: [{ name: 'X-Two', value: '2' }] } });
    expect(changed.body).toMatchObject({
      request: {
        method: 'POST',
        body: 'hi',
        headers: [{ name: 'X-Two', value: '2', secret: false }],
        auth: { type: 'bearer', token: maskedSecret },
      },
    });
    expect(asked(id)?.request.auth.token).toBe('other');
  });

  it.each<[string, object, string]>([
    ['a body with GET', { request: { body_type: 'text', body: 'x' } }, 'request.body'],
    ['a body with OPTIONS', { request: { method: 'OPTIONS', body_type: 'text', body: 'x' } }, 'request.body'],
    ['a body without a type', { request: { method: 'POST', body: 'x' } }, 'request.body_type'],
    ['JSON that is none', { request: { method: 'POST', body_type: 'json', body: '{' } }, 'request.body'],
    [
      'a header with a line end',
      { request: { headers: [{ name: 'X', value: 'a\r\nB: c' }] } },
      'request.headers.0.value',
    ],
    ['a header of the connection', { request: { headers: [{ name: 'TE', value: 'x' }] } }, 'request.headers.0.name'],
    [
      'two hosts',
      {
        request: {
          headers: [
            { name: 'Host', value: 'a' },
            { name: 'host', value: 'b' },
          ],
        },
      },
      'request.headers.1.name',
    ],
    ['basic without a user', { request: { auth: { type: 'basic', password: 'x' } } }, 'request.auth.username'],
    ['basic without a password', { request: { auth: { type: 'basic', username: 'x' } } }, 'request.auth.password'],
    ['bearer without a token', { request: { auth: { type: 'bearer' } } }, 'request.auth.token'],
    ['a token with a space', { request: { auth: { type: 'bearer', token: 'a b' } } }, 'request.auth.token'],
    ['a status of 500', { request: { accepted_status: '200-500' } }, 'request.accepted_status'],
    ['a CA that is none', { request: { ca: 'text' } }, 'request.ca'],
    ['a key without certificate', { request: { client_key: testKey } }, 'request.client_certificate'],
    ['a proxy of another scheme', { request: { proxy: 'ftp://proxy.test' } }, 'request.proxy'],
    ['a proxy that serves secrets', { request: { proxy: 'http://169.254.169.254:80' } }, 'request.proxy'],
    ['the same in another form', { request: { proxy: 'socks5://2852039166:80' } }, 'request.proxy'],
    ['a method in the browser', { check_mode: 'browser', request: { method: 'HEAD' } }, 'request.method'],
    ['an address family in the browser', { check_mode: 'browser', ip_family: '4' }, 'ip_family'],
    ['a mask without a secret', { request: { auth: { type: 'bearer', token: maskedSecret } } }, 'request.auth.token'],
  ])('%s is refused by its field, when it is added, edited or tested', async (_what, input, field) => {
    expect(fieldsOf(await app.call('POST', '/urls/website/1', { url, ...input }))).toMatchObject(refused(field));
    const { id } = await add({});
    expect(fieldsOf(await put(id, input))).toMatchObject(refused(field));
    expect(fieldsOf(await app.call('POST', '/urls/test', { url, ...input }))).toMatchObject(refused(field));
    expect(fieldsOf(await app.call('POST', '/urls/test', { url, url_id: id, ...input }))).toMatchObject(refused(field));
    expect(app.engine.probed).toBeNull();
  });

  it('takes the accepted status in the browser', async () => {
    const { id } = await add({ check_mode: 'browser', request: { accepted_status: '200-404' } });
    expect(asked(id)?.request.accepted_status).toBe('200-404');
  });
});

const everySecret: RequestChange = {
  method: 'POST',
  headers: [
    { name: 'X-Key', value: 'planted-header', secret: true },
    { name: 'x-key', value: 'planted-second', secret: true },
    { name: 'X-Open', value: 'readable', secret: false },
  ],
  body_type: 'text',
  body: 'planted-body',
  body_secret: true,
  proxy: 'http://me:planted-proxy@proxy.test:3128',
  ...bearer,
};

describe('a secret', () => {
  it('is sealed in the database, masked in answers, and readable for the engine alone', async () => {
    const added = await add({ request: everySecret });
    expect(added.request).toMatchObject({
      headers: [{ value: maskedSecret }, { value: maskedSecret }, { value: 'readable' }],
      body: maskedSecret,
      proxy: `http://me:${maskedSecret}@proxy.test:3128/`,
      auth: { token: maskedSecret },
    });
    const row = await rowOf(added.id);
    expect(Object.keys(JSON.parse(row.secrets ?? ''))).toHaveLength(5);
    const answers = [
      await app.call('GET', `/urls/${added.id}`),
      await app.call('GET', '/urls/website/1'),
      await put(added.id, { timeout: 9 }),
    ];
    expect(JSON.stringify([row, added, answers])).not.toContain('planted');
    expect(asked(added.id)?.request).toMatchObject({
      headers: [{ value: 'planted-header' }, { value: 'planted-second' }, { value: 'readable' }],
      body: 'planted-body',
      proxy: 'http://me:planted-proxy@proxy.test:3128/',
      auth: { token: 'planted-token' },
    });
  });

  it('that comes back as the mask, or not at all, is kept; a header by its name, in any order', async () => {
    const { id, request } = await add({ request: everySecret });
    const before = await rowOf(id);
    expect((await put(id, { request })).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);
    const headers = [
      { name: 'X-New', value: 'new', secret: true },
      { name: 'X-KEY', value: maskedSecret, secret: true },
    ];
    expect((await put(id, { url: 'https://shop.test/other', request: { headers } })).status).toBe(200);
    expect(asked(id)?.request).toMatchObject({
      headers: [{ value: 'new' }, { value: 'planted-header' }],
      body: 'planted-body',
      auth: { token: 'planted-token' },
    });
    expect(Object.keys(JSON.parse((await rowOf(id)).secrets ?? ''))).not.toContain('headers.x-key:2');
  });

  it('cannot be read by making its field non-secret', async () => {
    const { id } = await add({ request: everySecret });
    const open = { headers: [{ name: 'X-Key', value: maskedSecret, secret: false }] };
    expect(fieldsOf(await put(id, { request: open }))).toEqual(refused('request.headers.0.value'));
    expect(fieldsOf(await put(id, { request: { body_secret: false } }))).toEqual(refused('request.body'));
  });

  it('is deleted when no request needs it any more', async () => {
    const { id } = await add({ request: bearer });
    const changed = await put(id, { request: { auth: { type: 'none' } } });
    expect(changed.body).toMatchObject({ request: { auth: { type: 'none', token: '' } } });
    expect(await rowOf(id)).toEqual({ options: null, secrets: null });
  });

  const places: [string, object][] = [
    ['scheme', { url: 'http://shop.test/order' }],
    ['host', { url: 'https://evil.test/order' }],
    ['port', { url: 'https://shop.test:8443/order' }],
    ['proxy', { request: { proxy: 'http://evil.test:3128' } }],
    ['server name', { request: { server_name: 'evil.test' } }],
    ['trust', { request: { tls_verify: false } }],
  ];
  it.each(places)('is refused to go to another %s: a kept mask is 422 naming its field', async (_what, change) => {
    const { id, request } = await add({ request: bearer });
    const before = await rowOf(id);
    const masked = { auth: request.auth };
    const asMask = { ...change, request: { ...(change as { request?: object }).request, ...masked } };
    expect(fieldsOf(await put(id, change))).toEqual(refused('request.auth.token'));
    expect(fieldsOf(await put(id, asMask))).toEqual(refused('request.auth.token'));
    expect(fieldsOf(await app.call('POST', '/urls/test', { url, url_id: id, ...asMask }))).toEqual(
      refused('request.auth.token'),
    );
    expect(await rowOf(id)).toEqual(before);
    expect(app.engine.probed).toBeNull();
    const anew = { ...change, request: { ...(change as { request?: object }).request, auth: { token: 'new' } } };
    expect((await put(id, anew)).status).toBe(200);
    expect(asked(id)?.request.auth.token).toBe('new');
  });

  it('may go to another path of the same host', async () => {
    const { id } = await add({ request: bearer });
    expect((await put(id, { url: 'https://SHOP.test:443/other?x=1' })).status).toBe(200);
    expect(asked(id)?.request.auth.token).toBe('planted-token');
  });
});

describe('the secrets of an address', () => {
  const open = 'https://ops:planted-pw@shop.test/order?page=1&sig=planted-sig';
  const shown = `https://ops:${maskedSecret}@shop.test/order?page=1&sig=${maskedSecret}`;

  it('are masked in answers and searches, and readable for the engine alone', async () => {
    const { id, url: answered } = await add({ url: open });
    expect(answered).toBe(shown);
    const answers = [
      await app.call('GET', `/urls/${id}`),
      await app.call('GET', '/urls/website/1'),
      await app.call('GET', '/urls/search?text=shop'),
      await put(id, { timeout: 9 }),
    ];
    expect(JSON.stringify(answers)).not.toContain('planted');
    expect(app.engine.watched.get(id)?.target).toMatchObject({ url: open });
  });

  it('stay when an edit or a test sends their masks', async () => {
    const { id } = await add({ url: open });
    const other = shown.replace('page=1', 'page=2').replace('//ops', '//new');
    expect((await put(id, { url: other })).body).toMatchObject({ url: other });
    const kept = open.replace('page=1', 'page=2').replace('//ops', '//new');
    expect(app.engine.watched.get(id)?.target).toMatchObject({ url: kept });
    expect((await app.call('POST', '/urls/test', { url: other, url_id: id })).status).toBe(200);
    expect(app.engine.probed?.target).toMatchObject({ url: kept });
  });

  it('are not sent to another host with their masks, or unnamed', async () => {
    const { id } = await add({ url: open });
    const proxy = { request: { proxy: 'http://evil.test:3128' } };
    for (const change of [{ url: shown.replace('shop.test', 'evil.test') }, { url: shown, ...proxy }, proxy]) {
      expect(fieldsOf(await put(id, change))).toEqual(refused('url'));
    }
    const test = { url: shown.replace('shop.test', 'evil.test'), url_id: id };
    expect(fieldsOf(await app.call('POST', '/urls/test', test))).toEqual(refused('url'));
    expect((await put(id, { url: 'https://ops:new@other.test/' })).status).toBe(200);
  });

  it('cannot be masks without a stored secret', async () => {
    expect(fieldsOf(await app.call('POST', '/urls/website/1', { url: shown }))).toEqual(refused('url'));
    expect(fieldsOf(await app.call('POST', '/urls/test', { url: shown }))).toEqual(refused('url'));
    const { id } = await add({});
    expect(fieldsOf(await put(id, { url: shown }))).toEqual(refused('url'));
  });
});

describe('a test of a request', () => {
  it('sends the stored secret that a mask stands for, and stores nothing', async () => {
    const { id, request } = await add({ request: bearer });
    const rows = await app.db.selectFrom('monitors').selectAll().execute();
    const answer = await app.call('POST', '/urls/test', { url: `${url}?x`, timeout: 7, url_id: id, request });
    expect(answer).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Answered in 0.01s',
        status_code: null,
        response_time: 0.012,
        phases: null,
        assertions: [],
        tls_failed: false,
        page: null,
      },
    });
    expect(app.engine.probed).toMatchObject({
      target: { url: `${url}?x`, url_options: { request: { auth: { token: 'planted-token' } } } },
      timeoutSeconds: 7,
    });
    expect(await app.db.selectFrom('monitors').selectAll().execute()).toEqual(rows);
  });

  it('that fails is a normal response', async () => {
    const down = { response_time_us: 5000, status_code: 503, metadata_found: null, packet_loss: null };
    app.engine.outcome = { outcome: 'down', reason: 'HTTP 503', ...down };
    expect((await app.call('POST', '/urls/test', { url })).body).toMatchObject({
      success: false,
      message: 'HTTP 503',
      status_code: 503,
      response_time: 0.005,
    });
    app.engine.outcome = { outcome: 'fault', fault: 'resolver', message: 'nobody answered' };
    expect((await app.call('POST', '/urls/test', { url })).body).toMatchObject({
      success: false,
      message: 'The test could not be made: nobody answered',
      response_time: null,
    });
  });

  it('has title, certificate and redirects of the page, and whether only TLS failed', async () => {
    const page = {
      title: 'Shop',
      certificate: { issuer: 'Test CA', days_left: 61 },
      redirects: { count: 1, from: 'shop.test', to: 'www.shop.test' },
    };
    const nothing = { response_time_us: null, status_code: null, metadata_found: null, packet_loss: null };
    app.engine.outcome = { outcome: 'down', reason: 'self-signed certificate', ...nothing, tls_failed: true, page };
    expect((await app.call('POST', '/urls/test', { url })).body).toMatchObject({ tls_failed: true, page });
  });

  it('of a missing URL is 404', async () => {
    expect((await app.call('POST', '/urls/test', { url, url_id: 99 })).status).toBe(404);
  });
});
