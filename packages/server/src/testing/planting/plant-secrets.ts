import { networkMonitorKinds, networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { TestApp } from '../test-app.ts';
import type { EchoServers } from './echo-servers.ts';
import { plantedOptions } from './planted-options.ts';
import { basicUser, clientCertificate, planted, plantedInAddress } from './planted-secrets.ts';

export interface Providers {
  smtpPort: number;
  webhookUrl: string;
}

/** A website whose monitors and channels have a secret in every possible place. Returns the URLs. */
export async function plantSecrets(test: TestApp, echo: EchoServers, providers: Providers): Promise<UrlMonitor[]> {
  const ask = async <Answer>(method: 'POST' | 'PUT', path: string, body: object): Promise<Answer> => {
    const answer = await test.request(method, path, body);
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json<Answer>();
  };
  await ask('PUT', '/settings/notifications', {
    email_enabled: true,
    email_list: 'ops@example.com',
    smtp_host: '127.0.0.1',
    smtp_port: providers.smtpPort,
    smtp_use_tls: false,
    smtp_username: 'ops@example.com',
    smtp_password: planted.smtp_password,
    sms_enabled: true,
    phone_list: '+40712345678',
    sendsms_username: 'shop',
    cooldown_minutes: 1,
    sendsms_password: planted.sendsms_password,
  });
  await ask('POST', '/websites', { name: 'Shop' });
  const { client_secret, signing_secret, verification_token, bot_token } = planted;
  await ask('POST', '/slack/websites/1/slack', {
    enabled: true,
    webhook_url: providers.webhookUrl,
    client_secret,
    signing_secret,
    verification_token,
    bot_token,
  });
  await ask('POST', '/network/websites/1/network-monitors', {
    name: 'Closed',
    host: '127.0.0.1',
    port: 1,
    failure_threshold: 1,
    check_interval: 3600,
  });
  for (const type of networkMonitorTypes) {
    const options = plantedOptions(type);
    if (options === null) continue;
    const port = networkMonitorKinds[type].port === 'required' ? echo.linePort : null;
    const target = { monitor_type: type, host: '127.0.0.1', port, options };
    const pace = { failure_threshold: 1, check_interval: 3600, timeout: 2 };
    await ask('POST', '/network/websites/1/network-monitors', { name: `${type} with secrets`, ...target, ...pace });
  }
  const urls: UrlMonitor[] = [];
  for (const asked of askedOf(echo)) {
    const input = { failure_threshold: 1, check_interval: 3600, ...asked };
    urls.push(await ask('POST', '/urls/website/1', input));
  }
  return urls;
}

/** Requests to targets that fail and repeat them: one for each part of a request that holds a secret. */
function askedOf({ url, tlsUrl, proxy }: EchoServers): object[] {
  const { header, body, token, password, clientKey } = planted;
  const headers = [{ name: 'X-Api-Key', value: header, secret: true }];
  const secretBody = {
    method: 'POST',
    body_type: 'json',
    body: JSON.stringify({ a: body }),
    body_secret: true,
  };
  const auth = { type: 'bearer', token };
  const quotes = { source: 'json', property: '$.headers.authorization', compare: 'equals', value: 'x' };
  const holds = { source: 'json', property: '$.values[*]', compare: 'missing', value: '' };
  return [
    { url: `${url}/500`, request: { ...secretBody, headers } },
    { url: `${url}/302`, request: secretBody },
    { url: `${url}/404`, request: { headers: [{ name: 'Cookie', value: `session=${header}`, secret: true }] } },
    { url: `${url}/503`, request: { auth } },
    { url: `${url}/200`, request: { auth }, assertions: [quotes, holds] },
    { url: `${url}/200`, request: secretBody, assertions: [{ ...quotes, property: '$.body' }, holds] },
    { url: `${url}/500`, request: { auth: { type: 'basic', username: basicUser, password } } },
    { url: withSecrets(`${url}/503`) },
    {
      url: `${tlsUrl}/500`,
      request: { auth, headers, tls_verify: false, client_certificate: clientCertificate, client_key: clientKey },
    },
    { url: `${url}/500`, request: { proxy: `http://${basicUser}:${encodeURIComponent(planted.proxy)}@${proxy}` } },
  ];
}

function withSecrets(address: string): string {
  const url = new URL(address);
  url.username = basicUser;
  url.password = encodeURIComponent(plantedInAddress.password);
  url.searchParams.set('sig', plantedInAddress.signature);
  return url.href;
}
