import { describe, expect, it } from 'vitest';
import { findNamed } from './find.ts';

describe('a search', () => {
  const all = [
    { name: 'Shop checkout', hint: 'Retail' },
    { name: 'Checkout', hint: 'Shop' },
    { name: 'Mail', hint: 'Checkout' },
  ];
  const names = (search: string) => findNamed(all, search).map(({ name }) => name);

  it('finds what begins with it, then what holds it, then what stands beside it', () => {
    expect(names('CHECK')).toEqual(['Checkout', 'Shop checkout', 'Mail']);
  });

  it('wants every word, in any order, and everything when there is none', () => {
    expect(names('checkout shop')).toEqual(['Shop checkout', 'Checkout']);
    expect(names('checkout zzz')).toEqual([]);
    expect(names('  ')).toHaveLength(3);
  });
});
