import { limits } from '../../limits.ts';
import {
  flagOption,
  type HeadersOption,
  type OptionField,
  pemOption,
  type Security,
  secretOption,
  textOption,
} from './option-fields.ts';

/** TLS of a kind with `securities`. Its default is that of the port. */
const security = { kind: 'security', label: 'Security', initial: 'none' as Security } as const satisfies OptionField;

/** Options of every TLS connection (section 11 of the contract). */
export const tlsOptions = {
  tls_verify: flagOption({ label: 'Verify TLS', initial: true, isAdvanced: true }),
  server_name: textOption({
    label: 'Server name',
    maxLength: limits.host.maxLength,
    hint: 'Replaces the host for SNI and certificate verification',
    isAdvanced: true,
    isHost: true,
  }),
  ca: pemOption({ label: 'CA certificate', hint: 'Replaces the trusted system CAs', isAdvanced: true }),
  client_certificate: pemOption({ label: 'Client certificate', isAdvanced: true }),
  client_key: pemOption({ label: 'Client key', isSecret: true, isAdvanced: true }),
} as const;

export const securityOptions = { security, ...tlsOptions } as const;

const credential = limits.authField.maxLength;

/** Sign-in. It happens when `username` is set. */
export const credentialOptions = {
  username: textOption({ label: 'User name', maxLength: credential }),
  password: secretOption({ label: 'Password', maxLength: credential }),
} as const;

/** Text that one of the messages of a service must contain. */
export const expectOption = textOption({ label: 'Expected text', maxLength: limits.expectedResponse.maxLength });

/** Sign-in to a database. */
export const databaseOptions = {
  ...credentialOptions,
  database: textOption({
    label: 'Database',
    maxLength: credential,
    hint: 'The default of the server if empty; a number for Redis',
  }),
} as const;

/** Additional headers of a request. */
export const headersOption: HeadersOption = { kind: 'headers', label: 'Headers', initial: [] };

/** For kinds that read an answer without signing in. */
export const signInNote =
  'Without a user name, the server may log a refused sign-in for each check. Enter a user name to keep its log quiet.';
