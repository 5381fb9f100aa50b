import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The attributes of a `<meta>` that are read. */
const metaAttributes = ['name', 'property', 'itemprop', 'content'] as const;
export type MetaAttribute = (typeof metaAttributes)[number];
export type MetaTag = Partial<Record<MetaAttribute, string>>;

/** Reads a page that comes in parts. */
export interface MetaTagReader {
  write(text: string): void;
}

/** Characters; no name that we look for is longer. */
const longestName = 20;
const isMetaAttribute = (name: string): name is MetaAttribute => metaAttributes.some((each) => each === name);
/** In SVG and MathML, unlike in HTML, `<title/>` has no content and `<style>` may hold tags. */
const isForeign = (name: string): boolean => name === 'svg' || name === 'math';
const nothing = (): void => undefined;

/**
 * Calls `onMeta` for each `<meta>` of a page. Tags are read one by one, and nothing keeps which elements are open: on a
 * page that opens 300,000 elements and closes none, a parser that does would spend seconds in searching them.
 */
export function createMetaTagReader(onMeta: (meta: MetaTag) => void): MetaTagReader {
  let text = '';
  let textStart = 0;
  let foreignDepth = 0;
  /** The `<meta>` being read; null in any other tag. */
  let meta: MetaTag | null = null;
  let attribute: MetaAttribute | null = null;
  let value = '';

  const slice = (start: number, end: number): string => text.slice(Math.max(0, start - textStart), end - textStart);
  const nameAt = (start: number, end: number): string =>
    end - start > longestName ? '' : slice(start, end).toLowerCase();
  const endTag = (): void => {
    if (meta) onMeta(meta);
    meta = null;
  };

  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      const name = nameAt(start, end);
      meta = name === 'meta' ? {} : null;
      if (isForeign(name)) foreignDepth += 1;
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag(start, end) {
      if (foreignDepth > 0 && isForeign(nameAt(start, end))) foreignDepth -= 1;
    },
    isInForeignContext: () => foreignDepth > 0,
    onattribname(start, end) {
      const name = meta ? nameAt(start, end) : '';
      attribute = isMetaAttribute(name) ? name : null;
      value = '';
    },
    onattribdata(start, end) {
      if (attribute) value += slice(start, end);
    },
    onattribentity(codePoint) {
      if (attribute) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      // When an attribute stands twice, the first counts.
      if (meta && attribute) meta[attribute] ??= value;
    },
    ontext: nothing,
    ontextentity: nothing,
    oncomment: nothing,
    oncdata: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  let previous = '';
  return {
    write(part) {
      // A name may begin in one part and end in the next.
      textStart += text.length - previous.length;
      text = previous + part;
      previous = part;
      tokenizer.write(part);
    },
  };
}
