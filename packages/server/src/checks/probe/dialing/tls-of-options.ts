import type { OptionValues } from '@upvigil/core/contract/monitor-kinds/option-fields';
import type { tlsOptions } from '@upvigil/core/contract/monitor-kinds/shared-options';
import type { TlsOptions } from './dialer.ts';

export type TlsOptionValues = OptionValues<typeof tlsOptions>;

/** Converts the TLS options of a monitor for the dialer. */
export const tlsOfOptions = ({
  tls_verify,
  ca,
  client_certificate: certificate,
  client_key: key,
  server_name,
}: TlsOptionValues): TlsOptions => ({
  verify: tls_verify,
  ...(ca === '' && certificate === '' ? {} : { files: { ca, certificate, key } }),
  ...(server_name === '' ? {} : { servername: server_name }),
});
