import { bodyRules } from '@upvigil/core/rules/body-rules';
import MarkdownIt from 'markdown-it';

/** Markdown nested more deeply is not rendered, so that no text takes long. */
const markdown = new MarkdownIt(bodyRules.preset, bodyRules.options).disable([...bodyRules.disabled]);
markdown.validateLink = bodyRules.validateLink;
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer');
  return renderer.renderToken(tokens, index, options);
};

/** The text of an update as HTML for pages, mails and feeds. Safe wherever it stands between tags. */
export const bodyHtml = (source: string): string => markdown.render(source);

/** The text as one line of plain text, cut to `most` characters. */
export function bodyText(source: string, most: number): string {
  const words = markdown.parse(source, {}).flatMap(({ type, content, children }) => {
    if (type === 'fence' || type === 'code_block') return [content];
    return children === null
      ? []
      : [children.map((child) => (/break$/.test(child.type) ? ' ' : child.content)).join('')];
  });
  const text = words.join(' ').replace(/\s+/g, ' ').trim();
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
