import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AddressQuery, useListStateIn, withChange } from './list-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const facets = { status: 'all' };

/** State of a list at an address with this query. */
function open(query: string, prefix = '') {
  const { result } = renderHook(() => {
    const [params, setParams] = useState(() => new URLSearchParams(query));
    const change: AddressQuery[1] = (made) => setParams((old) => withChange(old, made(old)));
    const list = useListStateIn([params, change], { prefix, facets, defaultSort: 'issues' });
    return { list, params, setParams };
  });
  const list = () => result.current.list;
  const address = () => result.current.params.toString();
  return { list, address, go: (next: string) => act(() => result.current.setParams(new URLSearchParams(next))) };
}

describe('search, facets and order of a list', () => {
  it('are read from the address, with defaults', () => {
    const { list } = open('q=shop&status=down&sort=name');
    expect([list().search, list().facet('status'), list().sort, list().isFiltered]).toEqual([
      'shop',
      'down',
      'name',
      true,
    ]);
    const plain = open('sort=name').list();
    expect([plain.search, plain.facet('status'), plain.sort, plain.isFiltered]).toEqual(['', 'all', 'name', false]);
  });

  it('are written to the address without defaults', () => {
    const { list, address } = open('other=1');
    act(() => list().setFacet('status', 'down'));
    act(() => list().setSort('name'));
    expect(address()).toBe('other=1&status=down&sort=name');
    act(() => list().setFacet('status', 'all'));
    act(() => list().setSort('issues'));
    expect(address()).toBe('other=1');
  });

  it('change at once while typing, and in the address after a pause', () => {
    const { list, address } = open('');
    act(() => list().setSearch('sh'));
    act(() => void vi.advanceTimersByTime(200));
    act(() => list().setSearch('shop'));
    act(() => void vi.advanceTimersByTime(200));
    expect([list().search, address()]).toEqual(['shop', '']);
    act(() => void vi.advanceTimersByTime(50));
    expect(address()).toBe('q=shop');
  });

  it('follow the address on back navigation', () => {
    const { list, go } = open('q=shop');
    go('');
    expect(list().search).toBe('');
  });

  it('are reset together, except the sort order', () => {
    const { list, address } = open('q=shop&status=down&sort=name');
    act(() => list().reset());
    expect([list().search, list().isFiltered, address()]).toEqual(['', false, 'sort=name']);
  });

  it('are separate for two lists on a page', () => {
    const { list, address } = open('q=other&net-q=db', 'net-');
    expect(list().search).toBe('db');
    act(() => list().setFacet('status', 'down'));
    expect(address()).toBe('q=other&net-q=db&net-status=down');
  });
});
