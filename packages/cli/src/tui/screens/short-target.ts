import { widthOf } from '../../output/fit.ts';

const scheme = /^https?:\/\//;
const lastSlash = /(?<=[^/])\/$/;

/** A target in at most `width` columns if that can be: without its scheme, then with the first name of its host alone. */
export function shortTarget(target: string, width: number): string {
  if (!scheme.test(target)) return target;
  const text = target.replace(scheme, '').replace(lastSlash, '');
  if (widthOf(text) <= width) return text;
  const [host = '', ...path] = text.split('/');
  const names = host.replace(/^www\./, '').split('.');
  // Of `example.org` the first name alone would say too little.
  const shown = names.length > 2 ? (names[0] ?? host) : names.join('.');
  return [shown, ...path].join('/');
}
