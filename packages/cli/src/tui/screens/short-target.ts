import { widthOf } from '../../output/fit.ts';

const scheme = /^https?:\/\//;
/** IPv4, or IPv6 in brackets. */
const address = /^(\d+(\.\d+){3}|\[.*\])$/;
const lastSlash = /(?<=[^/])\/$/;

/** A target in at most `width` columns if that can be: without its scheme, then with the first name of its host alone. */
export function shortTarget(target: string, width: number): string {
  if (!scheme.test(target)) return target;
  const text = target.replace(scheme, '').replace(lastSlash, '');
  if (widthOf(text) <= width) return text;
  const [host = '', ...path] = text.split('/');
  return [shortHost(host), ...path].join('/');
}

/** Its first name, and its port: of `example.org` the name alone would say too little, of an address its first number. */
function shortHost(host: string): string {
  const [, name = host, port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  if (address.test(name)) return host;
  const names = name.replace(/^www\./, '').split('.');
  return (names.length > 2 ? (names[0] ?? name) : names.join('.')) + port;
}
