/** The parts of a document, for different checks. */
export interface MarkdownText {
  /** Without code: the text that a reader sees, with its links. */
  prose: string;
  /** All code: spans in back quotes, and the lines of blocks. */
  code: string[];
  /** The anchors of its headings, as on GitHub. */
  anchors: Set<string>;
}

const fence = /^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```[ \t]*$/gm;
const span = /`([^`\n]+)`/g;
const heading = /^#{1,6} +(.+?) *#*$/gm;

/** Splits a Markdown document into parts. */
export function readMarkdown(text: string): MarkdownText {
  const code: string[] = [];
  const withoutBlocks = text.replace(fence, (_all, block: string) => {
    code.push(...block.split('\n').filter((line) => line.trim() !== ''));
    return '';
  });
  const prose = withoutBlocks.replace(span, (_all, inline: string) => {
    code.push(inline);
    return '';
  });
  return { prose, code, anchors: anchorsOf(withoutBlocks) };
}

function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, words = ''] of text.matchAll(heading)) {
    const plain = words
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let name = plain;
    for (let again = 1; anchors.has(name); again++) name = `${plain}-${again}`;
    anchors.add(name);
  }
  return anchors;
}
