/** A document in the parts that are looked at in different ways. */
export interface MarkdownText {
  /** Without code: what a reader sees as text, with its links. */
  prose: string;
  /** Every piece of code: spans in back quotes, and the lines of blocks. */
  code: string[];
  /** The anchors that its headings make, as GitHub names them. */
  anchors: Set<string>;
}

const fence = /^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```[ \t]*$/gm;
const span = /`([^`\n]+)`/g;
const heading = /^#{1,6} +(.+?) *#*$/gm;

/** Takes a Markdown document apart. */
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
