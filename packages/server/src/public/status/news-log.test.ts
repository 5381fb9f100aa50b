import { describe, expect, it } from 'vitest';
import { createNewsLog } from './news-log.ts';

const news = (...entries: [number, string][]) => new Map(entries);

describe('the log of news', () => {
  it('has the websites with news since a version', () => {
    const log = createNewsLog();
    expect(log.update(news([1, 'up'], [2, 'up']))).toEqual([1, 2]);
    const seen = log.version();
    expect(log.since(seen)).toEqual([]);
    expect(log.update(news([1, 'up'], [2, 'down']))).toEqual([2]);
    log.update(news([1, 'up'], [2, 'down'], [3, 'up']));
    expect(log.since(seen).sort()).toEqual([2, 3]);
    expect(log.update(news([2, 'down'], [3, 'up']))).toEqual([1]);
    expect(log.since(seen).sort()).toEqual([1, 2, 3]);
  });

  it('has nothing for a viewer with the same version, also from another process', () => {
    const [one, other] = [createNewsLog(), createNewsLog()];
    one.update(news([1, 'up'], [2, 'down']));
    other.update(news([2, 'down']));
    other.update(news([2, 'down'], [1, 'up']));
    expect(other.since(one.version())).toEqual([]);
    const before = one.version();
    one.update(news([1, 'down'], [2, 'down']));
    one.update(news([1, 'up'], [2, 'down']));
    expect(one.since(before)).toEqual([]);
  });

  it('has all websites for an unknown version', () => {
    const log = createNewsLog();
    log.update(news([1, 'up'], [2, 'up']));
    expect(log.since('of another time')).toEqual([1, 2]);
    const old = log.version();
    for (let index = 0; index < 1000; index += 1) log.update(news([1, 'up'], [2, `news ${index}`]));
    expect(log.since(old)).toEqual([1, 2]);
  });
});
