import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** The attributes of `<meta>` and `<link>` that are read. */
const readAttributes = ['name', 'property', 'itemprop', 'content', 'rel', 'href', 'charset', 'http-equiv'] as const;
type MetaAttribute = (typeof readAttributes)[number];
export type MetaTag = Partial<Record<MetaAttribute, string>>;

/** Characters; longer than any relevant name. */
const longestName = 20;
const isMetaAttribute = (name: string): name is MetaAttribute => readAttributes.some((each) => each === name);
/** In SVG and MathML, unlike in HTML, `<title/>` is empty and `<style>` may contain tags. */
const isForeign = (name: string): boolean => name === 'svg' || name === 'math';
const nothing = (): void => undefined;
const ignored = {
  ontext: nothing,
  ontextentity: nothing,
  oncomment: nothing,
  oncdata: nothing,
  ondeclaration: nothing,
  onprocessinginstruction: nothing,
  onend: nothing,
};

/**
 * Reads a page that arrives in parts. Calls `onMeta` for each `<meta>`, and `onLink` for each `<link>`. Reads tags one
 * by one and does not track open elements: on a page with 300,000 unclosed elements, a parser that does would search
 * them for seconds.
 */
export function createMetaTagReader(onMeta: (meta: MetaTag) => void, onLink: (link: MetaTag) => void = nothing) {
  let text = '';
  let textStart = 0;
  let foreignDepth = 0;
  /** The current tag; null if it is neither `<meta>` nor `<link>`. */
  let tag: MetaTag | null = null;
  let onTag = onMeta;
  let attribute: MetaAttribute | null = null;
  let value = '';

  const slice = (start: number, end: number): string => text.slice(Math.max(0, start - textStart), end - textStart);
  const nameAt = (start: number, end: number): string =>
    end - start > longestName ? '' : slice(start, end).toLowerCase();
  const endTag = (): void => {
    if (tag) onTag(tag);
    tag = null;
  };

  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      const name = nameAt(start, end);
      tag = name === 'meta' || name === 'link' ? {} : null;
      onTag = name === 'meta' ? onMeta : onLink;
      if (isForeign(name)) foreignDepth += 1;
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    onclosetag(start, end) {
      if (foreignDepth > 0 && isForeign(nameAt(start, end))) foreignDepth -= 1;
    },
    isInForeignContext: () => foreignDepth > 0,
    onattribname(start, end) {
      const name = tag ? nameAt(start, end) : '';
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
      // The first of duplicate attributes counts.
      if (tag && attribute) tag[attribute] ??= value;
    },
    ...ignored,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  let previous = '';
  return {
    write(part: string): void {
      // A name may be split between two parts.
      textStart += text.length - previous.length;
      text = previous + part;
      previous = part;
      tokenizer.write(part);
    },
  };
}
