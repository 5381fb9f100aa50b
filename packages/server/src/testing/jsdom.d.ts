/** The part of jsdom that tests use; its own types would bring the whole DOM into a server. */
declare module 'jsdom' {
  export interface MarkupNode {
    querySelector(selector: string): MarkupElement | null;
    querySelectorAll(selector: string): ArrayLike<MarkupElement> & Iterable<MarkupElement>;
  }
  export interface MarkupElement extends MarkupNode {
    readonly tagName: string;
    readonly namespaceURI: string | null;
    readonly textContent: string | null;
    readonly children: Iterable<MarkupElement>;
    getAttribute(name: string): string | null;
  }
  export interface MarkupDocument extends MarkupNode {
    readonly title: string;
    readonly documentElement: MarkupElement;
  }
  export class JSDOM {
    /** Throws when the content type is XML and the markup is not well-formed. */
    constructor(markup: string, options?: { contentType?: string });
    readonly window: { readonly document: MarkupDocument };
  }
}
