import MarkdownIt from 'markdown-it';

/** Where a link of an incident may lead. */
const allowedLink = /^(https?|mailto):/i;

/**
 * CommonMark without HTML, images and headings. What it has no rule for stays as it was typed; what lies deeper than some
 * quotes in each other is not looked at, so that no text takes long.
 */
const markdown = new MarkdownIt('commonmark', { html: false }).disable([
  ...['heading', 'lheading', 'html_block', 'html_inline', 'image'],
]);
// It is asked with what a browser would open: entities and percent signs are resolved by then.
markdown.validateLink = (address) => allowedLink.test(address.trim());
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer');
  return renderer.renderToken(tokens, index, options);
};

/** What somebody wrote in an update, as HTML for pages, mails and feeds. It is safe wherever it stands between tags. */
export const bodyHtml = (source: string): string => markdown.render(source);
