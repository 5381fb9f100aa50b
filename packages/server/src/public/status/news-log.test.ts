import { describe, expect, it } from 'vitest';
import { createNewsLog } from './news-log.ts';

const news = (...entries: [number, string | null][]) => new Map(entries);

describe('the log of news', () => {
  it('tells which websites had news since a version', () => {
    const log = createNewsLog();
    log.take(news([1, 'up'], [2, 'up']));
    const seen = log.version();
    expect(log.since(seen)).toEqual([]);
    log.take(news([2, 'down']));
    log.take(news([3, 'up']));
    expect(log.since(seen).sort()).toEqual([2, 3]);
    log.take(news([1, null]));
    expect(log.since(seen).sort()).toEqual([1, 2, 3]);
  });

  it('has nothing to tell to who saw the same, in another process or before', () => {
    const [one, other] = [createNewsLog(), createNewsLog()];
    one.take(news([1, 'up'], [2, 'down']));
    other.take(news([2, 'down']));
    other.take(news([1, 'up']));
    expect(other.since(one.version())).toEqual([]);
    const before = one.version();
    one.take(news([1, 'down']));
    one.take(news([1, 'up']));
    expect(one.since(before)).toEqual([]);
  });

  it('tells all where it does not know what was seen', () => {
    const log = createNewsLog();
    log.take(news([1, 'up'], [2, 'up']));
    expect(log.since('of another time')).toEqual([1, 2]);
    const old = log.version();
    for (let index = 0; index < 1000; index += 1) log.take(news([2, `news ${index}`]));
    expect(log.since(old)).toEqual([1, 2]);
  });
});
