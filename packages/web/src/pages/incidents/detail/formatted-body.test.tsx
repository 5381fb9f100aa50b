import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormattedBody } from './formatted-body.tsx';

const htmlOf = (source: string): string => {
  const { container, unmount } = render(<FormattedBody source={source} />);
  const html = container.firstElementChild?.innerHTML ?? '';
  unmount();
  return html;
};

it.each([
  ['We *look* at **it**.', '<p>We <em>look</em> at <strong>it</strong>.</p>'],
  ['one\ntwo  \nthree', '<p>one\ntwo<br>three</p>'],
  ['- a\n- b `c`', '<ul><li>a</li><li>b <code>c</code></li></ul>'],
  ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['> quoted\n\n---', '<blockquote><p>quoted</p></blockquote><hr>'],
  ['```sh\na <b>\n```', '<pre><code>a &lt;b&gt;\n</code></pre>'],
])('shows %j as the public pages do', (source, html) => {
  expect(htmlOf(source)).toBe(html);
});

it('opens links in a new tab', () => {
  expect(htmlOf('[x](https://example.org/)')).toBe(
    '<p><a href="https://example.org/" rel="nofollow noopener noreferrer" target="_blank">x</a></p>',
  );
});

it.each([
  '<img src=x onerror=alert(1)>',
  '[x](javascript:0)',
  '[x](&#106;avascript:0)',
  '![x](https://e.org/x.png)',
  '# big',
])('keeps %s as text', (source) => {
  expect(htmlOf(source)).toMatch(/^<p>[^<]*(<a href="https:[^<]*<\/a>)?<\/p>$/);
});

it('renders deeply nested quotes quickly', () => {
  expect(htmlOf('>'.repeat(10_000))).toContain('<blockquote>');
});
