import { bodyRules } from '@upvigil/core/rules/body-rules';
import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, type ReactNode } from 'react';

const markdown = new MarkdownIt(bodyRules.preset, bodyRules.options).disable([...bodyRules.disabled]);
markdown.validateLink = bodyRules.validateLink;

const looks =
  'grid gap-2 wrap-anywhere [&_:is(ul,ol)]:pl-5 [&_ul]:list-disc [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_blockquote]:border-l-3 [&_blockquote]:border-(--border-strong) [&_blockquote]:pl-3';

/** Renders the Markdown of an update as on the public pages. It builds elements and inserts no HTML. */
export function FormattedBody({ source }: { source: string }) {
  return <div className={looks}>{toElements(markdown.parse(source, {}))}</div>;
}

/** The tokens mark where elements open and close. */
function toElements(tokens: readonly Token[]): ReactNode[] {
  const open: { token: Token | null; children: ReactNode[] }[] = [{ token: null, children: [] }];
  const add = (node: ReactNode): void => void open.at(-1)?.children.push(node);
  tokens.forEach((token, at) => {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) add(toLeaf(token, at));
    else {
      const closed = open.pop();
      if (closed?.token) add(toElement(closed.token, closed.children, at));
    }
  });
  return open.flatMap(({ children }) => children);
}

function toElement(token: Token, children: readonly ReactNode[], key: number): ReactNode {
  // Markdown-it hides the paragraphs of tight lists.
  if (token.hidden) return children;
  const href = token.attrGet('href');
  const attributes = href === null ? {} : { href, rel: 'nofollow noopener noreferrer', target: '_blank' };
  const start = token.attrGet('start');
  return createElement(
    token.tag,
    { key, ...attributes, ...(start === null ? {} : { start: Number(start) }) },
    ...children,
  );
}

function toLeaf(token: Token, key: number): ReactNode {
  const { type, content, children } = token;
  if (type === 'inline') return toElements(children ?? []);
  if (type === 'softbreak') return '\n';
  if (type === 'code_inline') return <code key={key}>{content}</code>;
  if (type === 'fence' || type === 'code_block') {
    return (
      <pre key={key}>
        <code>{content}</code>
      </pre>
    );
  }
  return token.tag === '' ? content : createElement(token.tag, { key });
}
