import { domainToASCII } from 'node:url';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { parse } from 'tldts';
import type { MonitorRow } from '../../../storage/tables.ts';

/**
 * The name that somebody registered, in ASCII: 'example.co.uk' of 'www.example.co.uk'. Null of an IP address, and of a name that
 * is in no public registry, as 'db.internal': nobody outside is asked about those.
 */
export function registeredName(host: string): string | null {
  const { domain, isIcann } = parse(domainToASCII(host.replace(/\.$/, '')));
  return isIcann ? domain : null;
}

/** That of a monitor's target. */
export function domainOf({ kind, target }: Pick<MonitorRow, 'kind' | 'target'>): string | null {
  if (kind !== 'URL') return registeredName(target);
  return canParseUrl(target) ? registeredName(new URL(target).hostname) : null;
}
