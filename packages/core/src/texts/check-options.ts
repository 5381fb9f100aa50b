import { defaultRequest } from '../contract/check-options/default-options.ts';
import type { IpFamily } from '../contract/check-options/options.ts';
import type { RequestOptions } from '../contract/check-options/request.ts';
import { limits } from '../limits.ts';

/** The set options of a check. Any may be missing while a form is being filled in. */
export interface ShownOptions {
  request?: ShownRequest | undefined;
  assertions?: readonly unknown[] | undefined;
  ip_family?: IpFamily | undefined;
  cert_alerts?: boolean | undefined;
}
type ShownRequest = {
  [Name in keyof Omit<RequestOptions, 'headers' | 'auth'>]?: RequestOptions[Name] | undefined;
} & {
  headers?: readonly unknown[] | undefined;
  auth?: { type?: RequestOptions['auth']['type'] | undefined } | undefined;
};

/** Differences from the defaults in words: 'POST', '2 headers', '3 assertions'. Empty if there are none. */
export function optionsSummary({ request = {}, assertions, ip_family, cert_alerts }: ShownOptions): string[] {
  return [
    ...sentWords(request),
    ...answerWords(request),
    counted(assertions, 'assertion'),
    ip_family === undefined || ip_family === 'any' ? '' : `IPv${ip_family} only`,
    ...connectionWords(request),
    cert_alerts === false ? 'no certificate alerts' : '',
  ].filter((words) => words !== '');
}

const bodyWords = { none: '', json: 'JSON body', form: 'form body', text: 'text body', xml: 'XML body' } as const;
const authWords = { none: '', basic: 'basic auth', bearer: 'bearer token' } as const;

const sentWords = ({ method = 'GET', headers, body_type = 'none', auth, cache_buster }: ShownRequest): string[] => [
  method === 'GET' ? '' : method,
  counted(headers, 'header'),
  bodyWords[body_type],
  authWords[auth?.type ?? 'none'],
  cache_buster ? 'cache buster' : '',
];

function answerWords({ accepted_status = '', max_redirects = limits.redirects }: ShownRequest): string[] {
  const status = accepted_status.replace(/\s/g, '');
  return [
    status === '' || status === defaultRequest.accepted_status ? '' : `${status} accepted`,
    redirectWords(max_redirects),
  ];
}

function redirectWords(most: number): string {
  if (!Number.isInteger(most) || most < 0 || most >= limits.redirects) return '';
  if (most === 0) return 'no redirects';
  return most === 1 ? 'one redirect at most' : `${most} redirects at most`;
}

const connectionWords = ({ tls_verify, ca, client_certificate, server_name, proxy }: ShownRequest): string[] => [
  tls_verify === false ? 'TLS not verified' : '',
  ca ? 'own CA' : '',
  client_certificate ? 'client certificate' : '',
  server_name ? 'server name' : '',
  proxy ? 'proxy' : '',
];

const counted = (list: readonly unknown[] = [], noun: string): string =>
  list.length === 0 ? '' : `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
