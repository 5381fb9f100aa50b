import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
/** The kind of a name; prefix of its alias. */
export type AliasKind = 'host' | 'ip' | 'email' | 'phone' | 'name' | 'path';

export interface KnownName {
  kind: AliasKind;
  text: string;
}

/** The host of an address, both as written and as resolved. */
export function hostOf(target: string): KnownName[] {
  if (!canParseUrl(target)) return [{ kind: 'host', text: target }];
  const written = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(target)?.[1] ?? '';
  return [new URL(target).hostname, written].map((text) => ({ kind: 'host', text }));
}

/** A part of a text: `open` is still to be searched, `alias` is replaced. */
export type Piece = { open: string } | { alias: string };

const word = /[\p{L}\p{N}_]+/gu;
const isWordCharacter = /[\p{L}\p{N}_]/u;
const looksLikeAddress = /:\/\/|@/;

/** Finds known names in text, in one pass whatever their number. */
export function createNameFinder(names: readonly KnownName[], aliasOf: (kind: AliasKind, text: string) => string) {
  const written = names.filter(({ text }) => text.trim() !== '').flatMap(withWrittenForms);
  const exact = written.filter(({ text }) => isExact(text)).sort((one, other) => other.text.length - one.text.length);
  const byFirstWord = indexWords(written.filter(({ text }) => !isExact(text)));
  return {
    /** Names that do not start with a letter or digit, or that contain an address. Matched literally. */
    exact: (text: string): Piece[] =>
      exact.reduce<Piece[]>(
        (pieces, { text: name, kind, of }) =>
          pieces.flatMap((piece) => ('open' in piece ? replaceAll(piece.open, name, aliasOf(kind, of)) : piece)),
        [{ open: text }],
      ),
    /** All other names, as whole words, in any case. */
    words: (text: string): Piece[] => findWords(text, byFirstWord, aliasOf),
  };
}

/** One written form of a name. */
interface Found extends KnownName {
  of: string;
}

/** The name itself, and its escaped forms in JSON and in metrics. */
function withWrittenForms({ kind, text }: KnownName): Found[] {
  const forms = new Set([text, text.trim(), JSON.stringify(text).slice(1, -1)]);
  return [...forms].map((form) => ({ kind, text: form, of: text }));
}

const isExact = (text: string): boolean => !isWordCharacter.test([...text][0] ?? '') || looksLikeAddress.test(text);
const firstWord = (text: string): string => (text.match(word)?.[0] ?? '').toLowerCase();

function replaceAll(text: string, name: string, alias: string): Piece[] {
  return text.split(name).flatMap((part, index) => (index === 0 ? [{ open: part }] : [{ alias }, { open: part }]));
}

/** Names with the same first word, by their lower-case text. `lengths`: longest first. */
interface SameBeginning {
  names: Map<string, Found>;
  lengths: number[];
}

function indexWords(names: readonly Found[]): ReadonlyMap<string, SameBeginning> {
  const index = new Map<string, SameBeginning>();
  for (const found of names) {
    const first = firstWord(found.text);
    const same = index.get(first) ?? { names: new Map<string, Found>(), lengths: [] };
    index.set(first, same);
    same.names.set(found.text.toLowerCase(), found);
  }
  for (const same of index.values())
    same.lengths = [...new Set([...same.names.values()].map(({ text }) => text.length))].sort((a, b) => b - a);
  return index;
}

function findWords(
  text: string,
  byFirstWord: ReadonlyMap<string, SameBeginning>,
  aliasOf: (kind: AliasKind, text: string) => string,
): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    if (match.index < end) continue;
    const same = byFirstWord.get(match[0].toLowerCase());
    const found = same && nameAt(text, match.index, same);
    if (!found) continue;
    pieces.push({ open: text.slice(end, match.index) }, { alias: aliasOf(found.kind, found.of) });
    end = match.index + found.text.length;
  }
  return [...pieces, { open: text.slice(end) }];
}

/** The longest name at this index that ends at a word boundary. */
function nameAt(text: string, index: number, { names, lengths }: SameBeginning): Found | null {
  for (const length of lengths) {
    const found = names.get(text.slice(index, index + length).toLowerCase());
    if (found && isWhole(text, index + length)) return found;
  }
  return null;
}

const isWhole = (text: string, end: number): boolean =>
  !isWordCharacter.test(text[end - 1] ?? '') || !isWordCharacter.test(text[end] ?? ' ');
