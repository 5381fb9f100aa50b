import type { Alert } from '@upvigil/core/contract/alerts';
import { sentenceParts } from '@upvigil/core/texts/problems';
import { cutMiddle, widthOf } from '../../output/fit.ts';

const scheme = /^https?:\/\//;
const lastSlash = /(?<=[^/])\/$/;
/** 'Database (db.example.org:5432)': the name of a network service or the label of a URL, and its address. */
const nameWithAddress = /^(.+) \([^()\s]+\)$/;
/** Columns of a host below which its path is shortened too. */
const leastHost = 7;

/**
 * Shortens a target to `width` columns: a URL by its scheme, then by the middle of its host, then by that of its path; a
 * name by the address after it.
 */
export function shortTarget(target: string, width: number, ellipsis: string): string {
  if (!scheme.test(target)) return shortName(target, width, ellipsis);
  const { host, path } = partsOf(target);
  if (widthOf(host + path) <= width) return host + path;
  const ofHost = Math.max(Math.min(leastHost, widthOf(host)), width - widthOf(path));
  const shortHost = cutMiddle(host, ofHost, ellipsis);
  return shortHost + cutMiddle(path, Math.max(1, width - widthOf(shortHost)), ellipsis);
}

/** Columns of a target whose path is whole. */
export function widthWithPath(target: string): number {
  if (!scheme.test(target)) return widthOf(nameWithAddress.exec(target)?.[1] ?? target);
  const { host, path } = partsOf(target);
  return Math.min(widthOf(host), leastHost) + widthOf(path);
}

function partsOf(url: string): { host: string; path: string } {
  const text = url.replace(scheme, '').replace(lastSlash, '');
  const [host = ''] = text.split(/[/?#]/, 1);
  return { host, path: text.slice(host.length) };
}

function shortName(target: string, width: number, ellipsis: string): string {
  if (widthOf(target) <= width) return target;
  const [, name = target] = nameWithAddress.exec(target) ?? [];
  return cutMiddle(name, width, ellipsis);
}

const leastTarget = 12;

/**
 * What an alert says, in `width` columns if possible: the whole sentence, else target and cause. The target is
 * shortened first, so that the cause stays.
 */
export function alertText(alert: Alert, width: number, ellipsis: string): string {
  if (widthOf(alert.message) <= width) return alert.message;
  return targetAndCause(alert, width, ellipsis) ?? alert.message;
}

/** 'shop.example.org/checkout: HTTP 503', after the website if there is room; null for another sentence. */
export function targetAndCause(alert: Alert, width: number, ellipsis: string): string | null {
  const parts = sentenceParts(alert);
  if (!parts) return null;
  const cause = parts.cause === '' ? '' : `: ${parts.cause}`;
  const whole = `${alert.website_name}: ${parts.target}${cause}`;
  if (widthOf(whole) <= width) return whole;
  return shortTarget(parts.target, Math.max(leastTarget, width - widthOf(cause)), ellipsis) + cause;
}
