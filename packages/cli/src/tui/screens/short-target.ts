import { widthOf } from '../../output/fit.ts';

const scheme = /^https?:\/\//;
/** IPv4, or IPv6 in brackets. */
const address = /^(\d+(\.\d+){3}|\[.*\])$/;
const lastSlash = /(?<=[^/])\/$/;

/**
 * Shortens a target to `width` columns if possible: first without its scheme, then with only the first label of its
 * host.
 */
export function shortTarget(target: string, width: number): string {
  if (!scheme.test(target)) return target;
  const text = target.replace(scheme, '').replace(lastSlash, '');
  if (widthOf(text) <= width) return text;
  const [host = '', ...path] = text.split('/');
  return [shortHost(host), ...path].join('/');
}

/**
 * The first label and the port. Not for `example.org`, where the first label alone is unclear, nor for IP addresses.
 */
function shortHost(host: string): string {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  if (address.test(name)) return host;
  const names = name.replace(/^www\./, '').split('.');
  return (names.length > 2 ? (names[0] ?? name) : names.join('.')) + port;
}
