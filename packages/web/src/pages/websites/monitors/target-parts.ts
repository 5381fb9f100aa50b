import { withoutScheme } from '../../../components/rows/without-scheme.ts';

/** A longer host loses its middle. */
const mostHostLetters = 30;

/** The host and the rest of a target without its scheme; a path or port stays whole. */
export function targetParts(target: string): [host: string, rest: string] {
  const address = withoutScheme(target);
  const [host = ''] = /^(\[[^\]]*\]|[^/?#:]*)/.exec(address) ?? [];
  return [withoutMiddle(host), address.slice(host.length)];
}

function withoutMiddle(host: string): string {
  if (host.length <= mostHostLetters) return host;
  const half = Math.floor((mostHostLetters - 1) / 2);
  return `${host.slice(0, half)}…${host.slice(-half)}`;
}
