import { defaults } from '../../defaults.ts';
import type { UrlOptions } from '../check-options/options.ts';
import type { CheckMode } from '../check-options/request-names.ts';

interface PageFields {
  url: string;
  metadata_tag: string | null;
  metadata_value: string | null;
  /** Null means the default. */
  check_mode: CheckMode | null;
  /** With secrets in plain text; null if all are defaults. */
  url_options?: UrlOptions | null;
  /** A secret of its request is encrypted with another key, so no request must be sent. */
  secrets_missing?: boolean;
}

/** A page. It is not a network monitor: it has an address in place of host and port, and its own forms. */
export const urlKind = {
  type: 'URL',
  /** Input of its probe. */
  probeTarget: ({ url, metadata_tag, metadata_value, check_mode, url_options, secrets_missing }: PageFields) => ({
    kind: 'URL' as const,
    url,
    metadata_tag,
    metadata_value,
    check_mode: check_mode ?? defaults.url.check_mode,
    ...(url_options ? { url_options } : ({} as { url_options?: UrlOptions })),
    ...(secrets_missing ? { secrets_missing } : ({} as { secrets_missing?: true })),
  }),
} as const;
