import { expect, test } from 'vitest';
import { formatHostPort } from '../contract/fields/host-port.ts';
import { formatBytes } from './bytes.ts';
import { formatDuration } from './duration.ts';
import { foreignText, stripControls } from './foreign-text.ts';
import { metaTagElement } from './meta-tag.ts';
import { formatPercent, formatUptime, shortUptime } from './percent.ts';
import { formatResponseTime } from './response-time.ts';
import { formatSeconds } from './seconds.ts';

test('sizes are B, KB and MB with two decimals', () => {
  expect([0, 1023, 1024, 1024 * 1024 - 1, 1024 * 1024, 1.5 * 1024 * 1024].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1.00 KB',
    '1024.00 KB',
    '1.00 MB',
    '1.50 MB',
  ]);
});

test('an uptime names the observed part of its time, unless that rounds to all or is unknown', () => {
  expect(formatUptime(100, 79.16)).toBe('100.00% (monitored 79% of the time)');
  expect(formatUptime(99.5, 99.49)).toBe('99.50% (monitored 99% of the time)');
  expect(formatUptime(100, 0.4)).toBe('100.00% (monitored less than 1% of the time)');
  expect([99.5, 100, null, undefined].map((coverage) => formatUptime(100, coverage))).toEqual(Array(4).fill('100.00%'));
  expect([79.16, 0.4, 99.5].map((coverage) => shortUptime(100, coverage))).toEqual([
    '100.00% of 79%',
    '100.00% of <1%',
    '100.00%',
  ]);
});

test('a percentage is cut, so that 100.00% means no failure', () => {
  expect([100, 99.999, 99.29, 0, null].map(formatPercent)).toEqual(['100.00%', '99.99%', '99.29%', '0.00%', 'N/A']);
});

test('ping times are milliseconds, all others seconds', () => {
  expect(formatResponseTime('ICMP_PING', 0.02137)).toBe('21.4ms');
  expect(formatResponseTime('TCP_PORT', 0.02137)).toBe('0.02s');
  expect(formatResponseTime('ICMP_PING', null)).toBe('N/A');
});

test('a measured value is never shown as zero', () => {
  expect([0.0021, 0.004999, 0.005, 0, 1.006].map((seconds) => formatSeconds(seconds))).toEqual([
    ...['<0.01s', '<0.01s', '0.01s', '<0.01s', '1.01s'],
  ]);
  expect([0.00002, 0.00006, 0].map((seconds) => formatResponseTime('ICMP_PING', seconds))).toEqual([
    ...['<0.1ms', '0.1ms', '<0.1ms'],
  ]);
  expect(formatSeconds(undefined)).toBe('N/A');
});

test('a duration names its two largest units', () => {
  expect([0, 1, 61, 3600, 93_784].map(formatDuration)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute 1 second',
    '1 hour',
    '1 day 2 hours',
  ]);
});

test('foreign text loses its control characters and its length', () => {
  expect(stripControls('a\u001b[31mb\r\nc\u0000\u202e')).toBe('a [31mb c');
  expect(foreignText('x'.repeat(600))).toHaveLength(500);
});

test('an IPv6 address gets brackets before its port', () => {
  expect(formatHostPort('::1', 143)).toBe('[::1]:143');
  expect(formatHostPort('a.b', null)).toBe('a.b');
});

test('the copied meta element is escaped', () => {
  expect(metaTagElement('og:title', '"<&')).toBe('<meta name="og:title" content="&quot;&lt;&amp;">');
});
