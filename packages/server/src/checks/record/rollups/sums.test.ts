import { describe, expect, it } from 'vitest';
import {
  addSums,
  addToWebsiteSums,
  averageSecondsOf,
  noSums,
  noWebsiteSums,
  subtractSums,
  websiteAverageSeconds,
} from './sums.ts';

const sums = (checks: number, failures: number, sum_us: number) => ({ ...noSums, checks, failures, sum_us });

describe('sums of checks', () => {
  it('are added and taken apart again', () => {
    const [one, other] = [sums(5, 1, 900), sums(2, 2, 0)];
    expect(addSums(one, other)).toEqual(sums(7, 3, 900));
    expect(subtractSums(addSums(one, other), other)).toEqual(one);
  });

  it('have the mean of the successful ones, none where none was', () => {
    expect(averageSecondsOf(sums(4, 1, 1_000_000))).toBe(0.333333);
    expect(averageSecondsOf(sums(4, 4, 0))).toBeNull();
  });
});

describe('the average of a website', () => {
  const page = sums(2, 0, 4_000_000);
  const service = sums(2, 0, 20_000);

  it('is that of its pages, and of its services only where no page was checked', () => {
    const services = addToWebsiteSums(noWebsiteSums, false, service);
    expect(websiteAverageSeconds(services)).toBe(0.01);
    const both = addToWebsiteSums(services, true, page);
    expect(websiteAverageSeconds(both)).toBe(2);
    expect(both.all.checks).toBe(4);
  });

  it('is none when its pages never answered, whatever its services did', () => {
    const failed = addToWebsiteSums(noWebsiteSums, true, sums(3, 3, 0));
    expect(websiteAverageSeconds(addToWebsiteSums(failed, false, service))).toBeNull();
  });
});
