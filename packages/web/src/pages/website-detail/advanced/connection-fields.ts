import type { IpFamily } from '@upvigil/core/contract/check-options/options';
import { limits } from '@upvigil/core/limits';
import type { FieldLayout } from '../../../components/forms/form-field.ts';
import { secretHint } from '../../../components/forms/inputs.tsx';
import type { UrlFormInput } from './url-form.ts';

const families: readonly { value: IpFamily; label: string }[] = [
  { value: 'any', label: 'IPv4 or IPv6' },
  { value: '4', label: 'IPv4 only' },
  { value: '6', label: 'IPv6 only' },
];

/** Address family of the connections to the host. */
export const ipFamilyField = { kind: 'select', name: 'ip_family', label: 'IP family', options: families } as const;

export const certificateAlertsField = { kind: 'checkbox', name: 'cert_alerts', label: 'Certificate alerts' } as const;

export const acceptedStatusField = {
  kind: 'text',
  name: 'request.accepted_status',
  label: 'Accepted status',
  hint: '200-399, or 200,204,404: within 200 to 499',
} as const;

const pem = '-----BEGIN CERTIFICATE-----';

/** Fields for accepted status codes, connection and TLS. */
export const connectionFields: readonly FieldLayout<UrlFormInput>[] = [
  {
    kind: 'group',
    legend: 'Response',
    fields: [
      acceptedStatusField,
      {
        kind: 'number',
        name: 'request.max_redirects',
        label: 'Redirects',
        unit: 'at most',
        range: { min: 0, max: limits.redirects },
        hint: '0: do not follow redirects',
      },
    ],
  },
  {
    kind: 'group',
    legend: 'Connection',
    fields: [
      ipFamilyField,
      {
        kind: 'text',
        name: 'request.proxy',
        label: 'Proxy',
        isOptional: true,
        placeholder: 'http://proxy.example.org:3128',
        hint: 'http, https or socks5',
        spellCheck: false,
      },
    ],
  },
  {
    kind: 'group',
    legend: 'TLS',
    fields: [
      {
        kind: 'text',
        name: 'request.server_name',
        label: 'Server name',
        isOptional: true,
        hint: 'Replaces the host for SNI and certificate verification',
        spellCheck: false,
        isWide: true,
      },
      { kind: 'checkbox', name: 'request.tls_verify', label: 'Verify TLS' },
      certificateAlertsField,
      {
        kind: 'textarea',
        name: 'request.ca',
        label: 'CA certificate',
        isOptional: true,
        placeholder: pem,
        hint: 'Replaces the trusted system CAs',
        isWide: true,
      },
      {
        kind: 'textarea',
        name: 'request.client_certificate',
        label: 'Client certificate',
        isOptional: true,
        placeholder: pem,
        isWide: true,
      },
      {
        kind: 'textarea',
        name: 'request.client_key',
        label: 'Client key',
        isOptional: true,
        placeholder: '-----BEGIN PRIVATE KEY-----',
        hint: ({ request }) => secretHint(request?.client_key),
        isWide: true,
      },
    ],
  },
];
