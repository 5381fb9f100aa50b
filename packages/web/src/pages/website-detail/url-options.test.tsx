import { screen, waitFor, within } from '@testing-library/react';
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { UrlMonitor, UrlTestResult } from '@upvigil/core/contract/urls';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { urlMessages } from '@upvigil/core/texts/monitors';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const shop = 'https://shop.example.org/';
const stay = '********';

function openUrls(url: Partial<UrlMonitor> | null = null) {
  const page = openPage('/websites/1', {
    given: (state) => {
      const { id } = addWebsite(state, { name: 'Checkout' });
      if (url) addUrl(state, id, { url: shop, ...url });
    },
  });
  /** Opens the form, and its Advanced section by default. */
  const openForm = async (isAdvanced = true) => {
    await page.user.click(await screen.findByRole('button', { name: url ? `Edit ${shop}` : 'Add First URL' }));
    const dialog = within(await screen.findByRole('dialog'));
    if (!isAdvanced) return dialog;
    await page.user.click(dialog.getByText('Advanced'));
    await dialog.findByLabelText('Method');
    return dialog;
  };
  type Form = Awaited<ReturnType<typeof openForm>>;
  const save = (dialog: Form) => page.user.click(dialog.getByRole('button', { name: 'Save' }));
  /** Saves, and returns the sent body. */
  const sent = async (dialog: Form, to: 'urls.create' | 'urls.update') => {
    await save(dialog);
    await waitFor(() => expect(page.fake.requestsOf(to)).toHaveLength(1));
    return Object(page.fake.requestsOf(to)[0]?.body);
  };
  return { ...page, openForm, save, sent };
}
const asking = (request: Partial<RequestOptions>): Partial<UrlMonitor> => ({
  request: { ...defaultRequest, ...request },
});
const withToken = asking({ auth: { ...defaultRequest.auth, type: 'bearer', token: 't0p' } });

const hello: Assertion = { source: 'body', property: '', compare: 'contains', value: 'Hello' };

describe('a plain URL', () => {
  it('masks the password in its address', async () => {
    const { openForm, sent, fake } = openUrls({ url: 'https://ops:pw@shop.example.org/' });
    const dialog = await openForm(false);
    expect(await sent(dialog, 'urls.update')).toMatchObject({ url: `https://ops:${stay}@shop.example.org/` });
    expect(fake.state.urls[0]?.url).toBe('https://ops:pw@shop.example.org/');
  });

  it('shows the basic fields: Advanced is closed, names its options, and does not render its fields', async () => {
    const { user, openForm, sent } = openUrls();
    const dialog = await openForm(false);
    // Those with a name belong to the URL.
    const asked = document.querySelectorAll('form :is(input, select, textarea)[name]');
    expect([...asked].map((field) => field.getAttribute('name'))).toEqual([
      ...[
        'url',
        'label',
        'check_interval',
        'response_time_threshold',
        'timeout',
        'enabled',
        'metadata_tag',
        'metadata_value',
      ],
      ...['failure_threshold', 'recovery_threshold', 'check_mode', 'severity'],
    ]);
    expect(dialog.queryByText('Loading')).not.toBeInTheDocument();
    expect(dialog.getByLabelText('Check mode')).not.toBeVisible();
    expect(dialog.getByText('2 failed checks before an alert, HTTP')).toBeVisible();
    expect(dialog.getByText('Tags, parent, method, headers, body, auth, status, TLS, proxy, assertions')).toBeVisible();
    await user.fill(dialog.getByLabelText('URL'), shop);
    expect(await sent(dialog, 'urls.create')).toMatchObject({ url: shop, ...defaultUrlOptions });
  });

  it('keeps the options of its checks in an edit, even after Advanced was opened', async () => {
    const { user, openForm, sent } = openUrls({ ...withToken, ip_family: '6', cert_alerts: false });
    const dialog = await openForm();
    await user.fill(dialog.getByLabelText('Timeout'), '12');
    const body = await sent(dialog, 'urls.update');
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['url', 'metadata_tag', 'metadata_value', 'timeout', 'response_time_threshold', 'check_interval'],
        ...['enabled', 'check_mode', 'failure_threshold'],
      ].sort(),
    );
    expect(body.timeout).toBe(12);
  });
});

describe('Advanced', () => {
  it('sends every request option, and summarizes it', async () => {
    const { user, openForm, sent } = openUrls();
    const dialog = await openForm();
    // Pastes, because each typed character renders the form, which takes seconds on a busy machine.
    const enter = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.paste(text);
    };
    await enter(dialog.getByLabelText('URL'), shop);
    await user.selectOptions(dialog.getByLabelText('Method'), 'POST');
    await user.click(dialog.getByRole('button', { name: 'Add header' }));
    const header = within(dialog.getByRole('group', { name: 'Header 1' }));
    await waitFor(() => expect(header.getByLabelText('Name')).toHaveFocus());
    await enter(header.getByLabelText('Name'), 'X-Key');
    await user.click(header.getByLabelText('Secret'));
    await enter(header.getByLabelText('Value'), 'abc');
    expect(header.getByLabelText('Value')).toHaveAttribute('type', 'password');
    await user.selectOptions(dialog.getByLabelText('Body type'), 'JSON');
    await enter(dialog.getByLabelText('Body'), '{"a": 1}');
    await user.click(dialog.getByLabelText('Body is secret'));
    await user.selectOptions(dialog.getByLabelText('Auth type'), 'Basic');
    await enter(dialog.getByLabelText('User name'), 'ops');
    await enter(dialog.getByLabelText('Password'), 's3cret');
    await enter(dialog.getByLabelText('Accepted status'), '201');
    await enter(dialog.getByLabelText('Redirects'), '0');
    await user.selectOptions(dialog.getByLabelText('IP family'), 'IPv6 only');
    await enter(dialog.getByLabelText(/^Proxy/), 'socks5://10.0.0.1:1080');
    await enter(dialog.getByLabelText(/^Server name/), 'a.example');
    for (const [label, text] of [
      [/^CA certificate/, 'CA'],
      [/^Client certificate/, 'CERT'],
      [/^Client key/, 'KEY'],
    ] as const) {
      await enter(dialog.getByLabelText(label), text);
    }
    for (const flag of ['Add a cache buster', 'Verify TLS', 'Certificate alerts']) {
      await user.click(dialog.getByLabelText(flag));
    }
    await user.click(dialog.getByText('Advanced'));
    expect(
      await dialog.findByText(
        '2 failed checks before an alert, HTTP, POST, 1 header, JSON body, basic auth, cache buster, 201 accepted, no redirects, IPv6 only, TLS not verified, own CA, client certificate, server name, proxy, no certificate alerts',
      ),
    ).toBeVisible();
    const { request, ...rest } = await sent(dialog, 'urls.create');
    expect(rest).toMatchObject({ ip_family: '6', cert_alerts: false, assertions: [] });
    expect(request).toEqual({
      method: 'POST',
      headers: [{ name: 'X-Key', value: 'abc', secret: true }],
      accepted_status: '201',
      body_type: 'json',
      body: '{"a": 1}',
      body_secret: true,
      auth: { type: 'basic', username: 'ops', password: 's3cret', token: '' },
      max_redirects: 0,
      tls_verify: false,
      ca: 'CA',
      client_certificate: 'CERT',
      client_key: 'KEY',
      server_name: 'a.example',
      proxy: 'socks5://10.0.0.1:1080',
      cache_buster: true,
    });
  }, 60_000);

  it('keeps an unchanged stored secret, and sends the other changes of the request', async () => {
    const headers = [{ name: 'X-Key', value: 'abc', secret: true }];
    const { user, openForm, sent } = openUrls(asking({ ...withToken.request, headers }));
    const dialog = await openForm();
    expect(dialog.getByLabelText('Token')).toHaveValue(stay);
    expect(dialog.getAllByText(`${stay} keeps the stored value`)).toHaveLength(2);
    await user.selectOptions(dialog.getByLabelText('Method'), 'PUT');
    const body = await sent(dialog, 'urls.update');
    expect(body.request).toMatchObject({
      method: 'PUT',
      headers: [{ name: 'X-Key', value: stay, secret: true }],
      auth: { type: 'bearer', token: stay },
    });
    expect([body.assertions, body.ip_family, body.cert_alerts]).toEqual(Array(3).fill(undefined));
  });

  it('opens before a stored secret would be sent to another host', async () => {
    const { user, fake, openForm, save } = openUrls(withToken);
    const dialog = await openForm(false);
    await user.fill(dialog.getByLabelText('URL'), 'https://other.example.org/');
    await save(dialog);
    const token = await dialog.findByLabelText('Token');
    expect(token).toBeVisible();
    expect(token).toHaveAccessibleDescription(/^Enter this secret again: the scheme, host/);
    await waitFor(() => expect(token).toHaveFocus());
    expect(fake.requestsOf('urls.update')).toHaveLength(0);
  });

  it('shows the server’s message at its field, including fields of a row', async () => {
    const headers = ['A', 'B'].map((name) => ({ name, value: '1', secret: false }));
    const { user, fake, openForm, save } = openUrls(asking({ headers }));
    const dialog = await openForm(false);
    fake.fail('urls.update', 422, {
      detail: 'Refused',
      errors: [
        { field: 'request.headers.1.value', message: 'Not this value' },
        { field: 'request.ca', message: 'No certificate' },
      ],
    });
    await save(dialog);
    const message = within(await screen.findByRole('alertdialog', { name: messages.url.saveFailed }));
    await user.click(message.getByRole('button', { name: 'OK' }));
    const second = within(await dialog.findByRole('group', { name: 'Header 2' }));
    expect(second.getByLabelText('Value')).toHaveAccessibleDescription('Not this value');
    expect(second.getByLabelText('Value')).toBeVisible();
    expect(dialog.getByLabelText(/^CA certificate/)).toHaveAccessibleDescription('No certificate');
    expect(dialog.getByText('2 fields have errors')).toBeVisible();
  });

  it('shows invalid values at their fields, and sends nothing', async () => {
    const { user, fake, openForm, save } = openUrls({});
    const dialog = await openForm();
    await user.click(dialog.getByRole('button', { name: 'Add header' }));
    await user.click(dialog.getByRole('button', { name: 'Add assertion' }));
    await save(dialog);
    const value = within(dialog.getByRole('group', { name: 'Assertion 1' })).getByLabelText('Value');
    await waitFor(() => expect(value).toHaveAccessibleDescription('Assertion 1: Value is required for contains'));
    expect(dialog.getByText('Header name must have letters, digits and dashes only')).toBeVisible();
    expect(dialog.getByText('2 fields have errors')).toBeVisible();
    expect(fake.requestsOf('urls.update')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Remove assertion 1' }));
    expect(dialog.getByRole('button', { name: 'Add assertion' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Remove header 1' }));
    await save(dialog);
    await waitFor(() => expect(fake.requestsOf('urls.update')).toHaveLength(1));
  });

  it('accepts up to 30 headers', async () => {
    const headers = Array.from({ length: 30 }, (_, at) => ({ name: `X-${at}`, value: '1', secret: false }));
    const { user, openForm } = openUrls(asking({ headers }));
    const dialog = await openForm();
    // A query by role among so many fields takes seconds.
    const add = dialog.getByText('Add header');
    expect(add).toHaveAttribute('aria-disabled', 'true');
    expect(dialog.getByText('At most 30')).toBeVisible();
    await user.click(add);
    expect(dialog.queryByText('Header 31')).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Remove header 30'));
    expect(dialog.queryByText('Header 30')).not.toBeInTheDocument();
    expect(dialog.queryByText('At most 30')).not.toBeInTheDocument();
  });

  it('keeps the other rows when one is removed, and warns before the change is lost', async () => {
    const headers = ['A', 'B', 'C'].map((name) => ({ name, value: `of ${name}`, secret: name === 'B' }));
    const { user, openForm, sent } = openUrls(asking({ headers }));
    const dialog = await openForm();
    const row = (at: number) => within(dialog.getByRole('group', { name: `Header ${at}` }));
    const fields = (at: number) =>
      ['Name', 'Value', 'Secret'].map((label) => {
        const field = row(at).getByLabelText<HTMLInputElement>(label);
        return field.type === 'checkbox' ? field.checked : field.value;
      });
    await user.click(dialog.getByRole('button', { name: 'Remove header 1' }));
    expect([fields(1), fields(2)]).toEqual([
      ['B', stay, true],
      ['C', 'of C', false],
    ]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }));
    await user.click(dialog.getByRole('button', { name: 'Remove header 2' }));
    await user.click(dialog.getByRole('button', { name: 'Add header' }));
    expect(fields(2)).toEqual(['', '', false]);
    await user.fill(row(2).getByLabelText('Name'), 'D');
    expect((await sent(dialog, 'urls.update')).request.headers).toEqual([
      { name: 'B', value: stay, secret: true },
      { name: 'D', value: '', secret: false },
    ]);
  });

  it.each([
    ['the removal of the only row', 'Remove assertion 1', [hello]],
    ['the first row', 'Add assertion', []],
  ])('confirms before %s is lost', async (_what, name, assertions) => {
    const { user, openForm } = openUrls({ assertions });
    const dialog = await openForm();
    await user.click(dialog.getByRole('button', { name }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })).toBeVisible();
  });

  it('offers only the accepted status for a browser, names dropped options, and does not send them', async () => {
    const { user, openForm, sent } = openUrls({ ...asking({ method: 'POST' }), assertions: [hello] });
    const dialog = await openForm();
    await user.selectOptions(dialog.getByLabelText('Check mode'), 'browser');
    expect(dialog.queryByLabelText('Method')).not.toBeInTheDocument();
    expect(
      dialog.getByText('Saving removes options that browser checks do not support: POST, 1 assertion'),
    ).toBeVisible();
    await user.fill(dialog.getByLabelText('Accepted status'), '404');
    expect(await sent(dialog, 'urls.update')).toMatchObject({
      check_mode: 'browser',
      assertions: [],
      request: { ...defaultRequest, accepted_status: '404' },
    });
  });
});

describe('an assertion', () => {
  const openRow = async () => {
    const page = openUrls({});
    const dialog = await page.openForm();
    await page.user.click(dialog.getByRole('button', { name: 'Add assertion' }));
    const row = within(dialog.getByRole('group', { name: 'Assertion 1' }));
    const choices = (label: string) => within(row.getByLabelText(label)).getAllByRole('option');
    return { ...page, dialog, row, choices: (label: string) => choices(label).map(({ textContent }) => textContent) };
  };

  it('has the comparisons of its source, and no value field if none is needed', async () => {
    const { user, dialog, row, choices, sent } = await openRow();
    expect(choices('Compare')).toEqual(['contains', 'lacks', 'matches', 'does not match']);
    await user.selectOptions(row.getByLabelText('Source'), 'JSON');
    expect(row.getByLabelText('Compare')).toHaveValue('contains');
    await user.fill(row.getByLabelText('JSONPath'), '$.status');
    await user.fill(row.getByLabelText('Value'), 'ok');
    await user.selectOptions(row.getByLabelText('Compare'), 'exists');
    expect(row.queryByLabelText('Value')).not.toBeInTheDocument();
    expect((await sent(dialog, 'urls.update')).assertions).toEqual([
      { source: 'json', property: '$.status', compare: 'exists', value: '' },
    ]);
  });

  it('on search engines has its own properties', async () => {
    const { user, dialog, row, choices, sent } = await openRow();
    await user.selectOptions(row.getByLabelText('Source'), 'Search engines');
    expect(choices('Compare')).toEqual(['may be indexed']);
    await user.selectOptions(row.getByLabelText('Property'), 'Canonical address');
    expect(choices('Compare')).toEqual(['is']);
    await user.fill(row.getByLabelText('Value'), '/page');
    expect((await sent(dialog, 'urls.update')).assertions).toEqual([
      { source: 'html', property: 'canonical', compare: 'equals', value: '/page' },
    ]);
  });

  it('on the time has a phase, or none for the total', async () => {
    const { user, dialog, row, choices, sent } = await openRow();
    await user.selectOptions(row.getByLabelText('Source'), 'Time');
    expect(choices('Phase')).toEqual(['total', 'dns', 'connect', 'tls', 'first byte', 'transfer']);
    expect(row.getByLabelText('Value')).toHaveAccessibleDescription('In seconds, as 0.5');
    await user.fill(row.getByLabelText('Value'), '0.5');
    expect((await sent(dialog, 'urls.update')).assertions).toEqual([
      { source: 'time', property: '', compare: 'less', value: '0.5' },
    ]);
  });
});

describe('Test Request', () => {
  const answer: UrlTestResult = {
    success: false,
    message: 'body lacks "Welcome"',
    status_code: 200,
    response_time: 0.42,
    phases: { dns: null, connect: 0.02, tls: 0.06, first_byte: 0.3, transfer: 0.04 },
    assertions: [
      { source: 'body', property: '', compare: 'contains', value: 'Welcome', ok: false, actual: 'not found' },
      { source: 'json', property: '$.status', compare: 'equals', value: 'ok', ok: true, actual: '"ok"' },
    ],
    tls_failed: false,
    page: null,
  };

  it('shows the result: status, time, phases, and each assertion with its actual value', async () => {
    const { user, fake, openForm } = openUrls(withToken);
    const dialog = await openForm();
    fake.answer('urls.test', answer);
    await user.click(dialog.getByRole('button', { name: 'Test Request' }));
    expect(await dialog.findByText('body lacks "Welcome"')).toBeVisible();
    expect(dialog.getByText(urlMessages.testFailed)).toBeVisible();
    const result = within(dialog.getByRole('region', { name: 'Test of the request' }));
    expect(result.getByText('Status').nextElementSibling).toHaveTextContent('200');
    expect(result.getByText('Response time').nextElementSibling).toHaveTextContent('0.42s');
    expect(result.getByText('First byte').nextElementSibling).toHaveTextContent('300.0 ms');
    expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'body contains "Welcome": failed, actual value: not found',
      '$.status is "ok": passed, actual value: "ok"',
    ]);
    expect(fake.requestsOf('urls.test')[0]?.body).toMatchObject({
      url: shop,
      url_id: 2,
      request: { auth: { type: 'bearer', token: stay } },
    });
    expect(fake.requestsOf('urls.update')).toHaveLength(0);
    await user.selectOptions(dialog.getByLabelText('Method'), 'HEAD');
    expect(dialog.getByText('settings changed since this test')).toBeVisible();
  });

  it('sends no id for a new URL, after the values are valid', async () => {
    const { user, fake, openForm } = openUrls();
    const dialog = await openForm();
    const test = dialog.getByRole('button', { name: 'Test Request' });
    await user.click(test);
    expect(await dialog.findByText('URL is required')).toBeVisible();
    expect(dialog.queryByText(urlMessages.testFailed)).not.toBeInTheDocument();
    expect(fake.requestsOf('urls.test')).toHaveLength(0);
    await user.fill(dialog.getByLabelText('URL'), shop);
    await user.click(test);
    expect(await dialog.findByText('HTTP 200, answered in 420 ms')).toBeVisible();
    expect(fake.requestsOf('urls.test')[0]?.body).not.toHaveProperty('url_id');
  });

  it('shows a refusal at the field, and the reason of a failed request', async () => {
    const { user, fake, openForm } = openUrls({});
    const dialog = await openForm();
    const test = dialog.getByRole('button', { name: 'Test Request' });
    fake.fail('urls.test', 422, { detail: 'No PEM', errors: [{ field: 'request.ca', message: 'Not a certificate' }] });
    await user.click(test);
    expect(await dialog.findByText('Not a certificate')).toBeVisible();
    expect(dialog.getByText('No PEM')).toBeVisible();
    fake.fail('urls.test', 503, { detail: 'Too busy' });
    await user.click(test);
    expect(await dialog.findByText('Too busy')).toBeVisible();
  });
});

describe('the row of a URL', () => {
  it('explains missing screenshots of a request that is not a plain GET', async () => {
    const { user, openForm, sent } = openUrls(asking({ method: 'POST' }));
    expect(await screen.findByText('No screenshots: the request is not a plain GET')).toBeVisible();
    const dialog = await openForm();
    await user.selectOptions(dialog.getByLabelText('Method'), 'GET');
    await user.fill(dialog.getByLabelText('Accepted status'), '404');
    expect((await sent(dialog, 'urls.update')).request.method).toBe('GET');
    await waitFor(() => expect(screen.queryByText(urlMessages.noScreenshots)).not.toBeInTheDocument());
  });

  it('shows what to do about undecryptable secrets, as does its form', async () => {
    const { openForm } = openUrls({ ...withToken, secrets_missing: true });
    expect(
      await screen.findByText(/^cannot be checked: a secret .* enter it again, or set SECRET_KEY to that key$/),
    ).toBeVisible();
    const dialog = await openForm();
    expect(
      dialog.getByText(/^Each \*{8} is encrypted with the key of another installation: enter it again/),
    ).toBeVisible();
  });
});
