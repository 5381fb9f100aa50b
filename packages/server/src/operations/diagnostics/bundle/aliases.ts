import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { replaceSecrets } from '../../../alerts/notify/without-secrets.ts';
import { type AliasKind, createNameFinder, type KnownName, type Piece } from './name-finder.ts';

interface AliasOptions {
  /** Dropped after the bundle is made, so that aliases cannot be resolved. */
  key: Uint8Array;
  secrets: readonly string[];
  /** Names that no pattern can recognise. */
  names: readonly KnownName[];
}

/** Replaces names. A name has the same alias everywhere, in any case. */
export interface Aliases {
  text(text: string): string;
  /** Replaces names in every string of a JSON value. Keys stay. */
  value(value: unknown): unknown;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);
/** Fields of Node's errors that hold a host. */
const hostFields: ReadonlySet<string> = new Set(['hostname', 'host', 'servername', 'address']);
const isPlainHost = (text: string): boolean => /^[^\s/:@]+$/.test(text) && !loopback.has(text) && text !== 'localhost';
/** These messages end with a name: 'getaddrinfo ENOTFOUND db1'. */
const lookUpError = /(?<=\b(?:getaddrinfo|query[A-Za-z]+) [A-Z_]+ )[^\s:/]+/g;
/** File extensions that are no top-level domains. */
const fileEnds: ReadonlySet<string> = new Set(
  'ts tsx js cjs mjs json ndjson sqlite gz tar txt webp png svg html css log node lock'.split(' '),
);

export function createAliases({ key, secrets, names }: AliasOptions): Aliases {
  // Reversed, so that the first kind of a name wins.
  const kinds = new Map([...names].reverse().map(({ kind, text }) => [normal(text), kind]));
  const aliasOf = (kind: AliasKind, text: string): string => {
    const digest = createHmac('sha256', key).update(normal(text)).digest('hex').slice(0, 10);
    return `${kinds.get(normal(text)) ?? kind}-${digest}`;
  };
  const finder = createNameFinder(names, aliasOf);
  const steps: ((text: string) => Piece[])[] = [
    (text) => finder.exact(text),
    (text) => eachRun(text, /[^\s"'<>`{}|\\^]+/g, (run) => aliasedAddress(run, aliasOf)),
    (text) => finder.words(text),
    (text) => eachRun(text, lookUpError, (run) => (loopback.has(run) ? null : [{ alias: aliasOf('host', run) }])),
    (text) => eachRun(text, /[0-9a-f:.]*:[0-9a-f:.]*/gi, (run) => aliasedIpv6(run, aliasOf)),
    (text) => eachRun(text, /[\p{L}\p{N}_.-]+/gu, (run) => aliasedHost(run, aliasOf)),
    (text) => eachRun(text, /\+\d{7,15}/g, (run) => [{ alias: aliasOf('phone', run) }]),
  ];
  // Stack lines name only our own files and functions.
  const stackSteps = [steps[0], steps[2]].filter((step) => step !== undefined);
  const aliasLine = (line: string): string =>
    (/^\s+at /.test(line) ? stackSteps : steps)
      .reduce<Piece[]>(
        (pieces, step) => pieces.flatMap((piece) => ('open' in piece ? step(piece.open) : piece)),
        [{ open: line }],
      )
      .map((piece) => ('open' in piece ? piece.open : piece.alias))
      .join('');
  const aliasText = (text: string): string => replaceSecrets(text, secrets).split('\n').map(aliasLine).join('\n');
  /** A log error may still name a host that is no longer stored and so is no known name. */
  const aliasedField = (value: unknown): unknown =>
    typeof value === 'string' && isPlainHost(value) ? aliasOf(isIP(value) ? 'ip' : 'host', value) : aliasValue(value);
  const aliasValue = (value: unknown): unknown => {
    if (typeof value === 'string') return aliasText(value);
    if (Array.isArray(value)) return value.map(aliasValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [
        field,
        hostFields.has(field) ? aliasedField(each) : aliasValue(each),
      ]),
    );
  };
  return { text: aliasText, value: aliasValue };
}

const normal = (text: string): string => text.normalize('NFC').toLowerCase();

type AliasOf = (kind: AliasKind, text: string) => string;

/** Cuts a text at each run of some characters. `replace` returns null for a run to keep. */
function eachRun(text: string, runs: RegExp, replace: (run: string) => Piece[] | null): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(runs)) {
    const found = replace(match[0]);
    if (found === null) continue;
    pieces.push({ open: text.slice(end, match.index) }, ...found);
    end = match.index + match[0].length;
  }
  return [...pieces, { open: text.slice(end) }];
}

/** An email address, or an address with a scheme, of which scheme and port stay. */
function aliasedAddress(run: string, aliasOf: AliasOf): Piece[] | null {
  const [, address = run, rest = ''] = /^(.*?)([.,;:!?)\]]*)$/s.exec(run) ?? [];
  const separator = address.indexOf('://');
  if (separator < 0) return address.includes('@') ? [...aliasedEmail(address, aliasOf), { open: rest }] : null;
  const scheme = /[a-z][a-z0-9+.-]*$/i.exec(address.slice(0, separator))?.[0] ?? '';
  const before = address.slice(0, separator - scheme.length);
  const given = address.slice(separator - scheme.length);
  return [{ open: before }, { alias: aliasedUrl(given, aliasOf) }, { open: rest }];
}

/** Keeps the text around an email address or a parameter's value. */
function aliasedEmail(address: string, aliasOf: AliasOf): Piece[] {
  const [, before = '', email = address] = /^(.*[([=,;:])?([^([=,;:]*@.*)$/s.exec(address) ?? [];
  return [{ open: before }, { alias: aliasOf('email', email) }];
}

function aliasedUrl(address: string, aliasOf: AliasOf): string {
  if (!canParseUrl(address)) return aliasOf('path', address);
  const { protocol, hostname, port, pathname, search, hash, username } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const path = pathname + search + hash;
  const user = username === '' ? '' : `${aliasOf('name', decoded(username))}@`;
  const shownHost = host === '' ? '' : aliasOf(isIP(host) ? 'ip' : 'host', host);
  const shownPath = path === '' || path === '/' ? path : `/${aliasOf('path', path)}`;
  return `${protocol}//${user}${shownHost}${port === '' ? '' : `:${port}`}${shownPath}`;
}

/** The text without percent encoding; unchanged when the encoding is broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function aliasedIpv6(run: string, aliasOf: AliasOf): Piece[] | null {
  const [, address = '', rest = ''] = /^(.*?)(\.*)$/s.exec(run) ?? [];
  if (isIP(address) !== 6 || loopback.has(address)) return null;
  return [{ alias: aliasOf('ip', address) }, { open: rest }];
}

function aliasedHost(run: string, aliasOf: AliasOf): Piece[] | null {
  const [, name = '', rest = ''] = /^(.*?)([.-]*)$/s.exec(run) ?? [];
  if (isIP(name) === 4) return loopback.has(name) ? null : [{ alias: aliasOf('ip', name) }, { open: rest }];
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  const isHost = labels.length > 1 && labels.every(Boolean) && /^\p{L}[\p{L}\p{N}-]+$/u.test(last);
  if (!isHost || fileEnds.has(last.toLowerCase())) return null;
  return [{ alias: aliasOf('host', name) }, { open: rest }];
}
