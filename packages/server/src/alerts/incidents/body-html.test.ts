import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { bodyHtml } from './body-html.ts';

const elements = (html: string) => [...new JSDOM(html).window.document.querySelectorAll('body *')];
const hostile = [
  '<img src=x onerror=alert(1)>',
  '[x](javascript:0)',
  '[x](&#106;avascript:0)',
  '&#106;avascript:0',
  '[x](JaVaScRiPt:0 "t")',
  '[x](  javascript:0)',
  '[x](\tjavascript:0)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:0)',
  '[x](//evil.example/)',
  '[x](/status)',
  '<javascript:0>',
  '![x](https://example.org/x.png)',
  '[x]: javascript:0\n\n[x]',
  '<script>alert(1)</script>',
  '<!-- --><b onclick=x>b</b>',
  '# heading\n\nother\n===\n',
  '"><svg/onload=alert(1)>',
  '``` "><script>\ncode\n```',
];

describe('the text of an update', () => {
  it.each(hostile)('is harmless: %s', (source) => {
    const html = bodyHtml(source);
    expect(html).not.toMatch(/<[^>]*\s(?!href=|rel=|title=|class=)[^\s>"]+="/);
    for (const element of elements(html)) {
      expect(['P', 'A', 'PRE', 'CODE', 'HR', 'BLOCKQUOTE', 'UL', 'OL', 'LI', 'EM', 'STRONG']).toContain(
        element.tagName,
      );
      expect(element.getAttribute('href') ?? 'https:').toMatch(/^(https?|mailto):/);
    }
  });

  it('keeps CommonMark: lists, quotes, code and links', () => {
    const html = bodyHtml(
      '*Now* **really**\n\n- `a`\n\n> [page](https://example.org/?a=1&b=2)\n\n<mailto:a@example.org>',
    );
    expect(html).toContain('<em>Now</em> <strong>really</strong>');
    expect(html).toContain('<li><code>a</code></li>');
    expect(html).toContain('<a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener noreferrer">page</a>');
    expect(html).toContain('href="mailto:a@example.org"');
  });

  const long = (part: string): string => part.repeat(10_000).slice(0, 10_000);
  it.each(['>', '> ', '- ', '1. ', '[', '[](', '*a_', '*a**b', '`a', '<', '&', '\n', '- > '])(
    'of 10,000 characters is rendered quickly: %j',
    (part) => {
      bodyHtml(long(part));
      // The fastest of several runs: other load on the machine is not the text's fault.
      const took = Array.from({ length: 5 }, () => {
        const start = performance.now();
        bodyHtml(long(part));
        return performance.now() - start;
      });
      expect(Math.min(...took)).toBeLessThan(1000);
    },
  );
});
