import { domainToASCII } from 'node:url';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { parse } from 'tldts';
import type { MonitorRow } from '../../../storage/tables.ts';

/**
 * The registered domain in ASCII: 'example.co.uk' for 'www.example.co.uk'. Null for IP addresses and for names
 * outside the public registries, such as 'db.internal': those are never sent to a registry.
 */
export function registeredName(host: string): string | null {
  const { domain, isIcann } = parse(domainToASCII(host.replace(/\.$/, '')));
  return isIcann ? domain : null;
}

/** The registered domain of a monitor's target. */
export function domainOf({ kind, target }: Pick<MonitorRow, 'kind' | 'target'>): string | null {
  if (kind !== 'URL') return registeredName(target);
  return canParseUrl(target) ? registeredName(new URL(target).hostname) : null;
}
