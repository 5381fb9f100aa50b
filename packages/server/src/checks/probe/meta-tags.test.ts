import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMetaTagReader, type MetaTag } from './meta-tags.ts';

function read(...parts: string[]): MetaTag[] {
  const found: MetaTag[] = [];
  const reader = createMetaTagReader((meta) => found.push(meta));
  for (const part of parts) reader.write(part);
  return found;
}

describe('the meta tags of a page', () => {
  it('are found in any letters and quotes, with what stands for other characters', () => {
    expect(read('<META Name="a" CONTENT=b><meta property=\'c\' content="&lt;d&#33;&amp;"/><meta itemprop=e>')).toEqual([
      { name: 'a', content: 'b' },
      { property: 'c', content: '<d!&' },
      { itemprop: 'e' },
    ]);
  });

  it('have of an attribute that stands twice the first', () => {
    expect(read('<meta name="a" name="b" content="" content="c">')).toEqual([{ name: 'a', content: '' }]);
  });

  it('are no comments, scripts, styles or titles', () => {
    const meta = '<meta name="a">';
    expect(read(`<!--${meta}--><script>${meta}</script><style>${meta}</style><title>${meta}</title>`)).toEqual([]);
  });

  it('stand also after a title without content and within a style, in pictures', () => {
    expect(read('<svg><title/><style><meta name="a"></style></svg><meta name="b">')).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
    expect(read('<svg></svg><style><meta name="a"></style>')).toEqual([]);
  });

  it('are the same wherever the page is cut in two', () => {
    const page = '<p class="name"><svg a=b></svg><meta name="long name" content="a &amp; b"><title><meta x></title>';
    const whole = [{ name: 'long name', content: 'a & b' }];
    fc.assert(
      fc.property(fc.nat({ max: page.length }), (at) => {
        expect(read(page.slice(0, at), page.slice(at))).toEqual(whole);
      }),
    );
  });
});
