import { limits } from '../../limits.ts';
import type { NetworkOptions, UrlOptions } from './options.ts';
import type { RequestOptions } from './request.ts';

// Apart from the schemas, because forms show the defaults before they load the schemas.

export const defaultRequest: RequestOptions = {
  method: 'GET',
  headers: [],
  body_type: 'none',
  body: '',
  body_secret: false,
  auth: { type: 'none', username: '', password: '', token: '' },
  accepted_status: '200-399',
  max_redirects: limits.redirects,
  tls_verify: true,
  ca: '',
  client_certificate: '',
  client_key: '',
  server_name: '',
  proxy: '',
  cache_buster: false,
};

export const defaultNetworkOptions: NetworkOptions = { ip_family: 'any', cert_alerts: true };
export const defaultUrlOptions: UrlOptions = { ...defaultNetworkOptions, request: defaultRequest, assertions: [] };
