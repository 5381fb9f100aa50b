import { defaults } from '../../defaults.ts';
import type { UrlOptions } from '../check-options/options.ts';
import type { CheckMode } from '../check-options/request-names.ts';

/** The stored fields of a page. */
interface PageFields {
  url: string;
  metadata_tag: string | null;
  metadata_value: string | null;
  /** Null means the default. */
  check_mode: CheckMode | null;
  /** With secrets readable; null where all is as by default. */
  url_options?: UrlOptions | null;
  /** A secret of its request is sealed under another key, so that it must not be asked. */
  secrets_missing?: boolean;
}

/** A page, which is no network monitor: it has an address in place of host and port, and forms of its own. */
export const urlKind = {
  type: 'URL',
  /** Returns what its probe needs. */
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
