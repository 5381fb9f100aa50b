import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import { widthOf } from '../../output/fit.ts';
import { alertText, shortTarget } from './short-target.ts';

const short = (target: string, width: number) => shortTarget(target, width, '…');

test('shortens a URL by its scheme, then by the middle of its host', () => {
  expect(short('https://shop.example.org/checkout', 25)).toBe('shop.example.org/checkout');
  expect(short('https://shop.example.org/checkout', 22)).toBe('shop.e…le.org/checkout');
  expect(short('https://shop.example.org/', 20)).toBe('shop.example.org');
  expect(short('https://shop.example.org/?page=2', 16)).toBe('shop…org/?page=2');
});

test.each(['http://127.0.0.1:46645/shop', 'http://[2001:db8::1]:8080/shop', 'https://shop.example.org:8443/shop'])(
  'the path of %s stays, and both ends of its host',
  (url) => {
    const shown = short(url, 14);
    expect(shown).toMatch(/^.{4}….{4}\/shop$/);
    expect(widthOf(shown)).toBe(14);
  },
);

test('a path that is too long loses its middle, and is never wider than there is room', () => {
  expect(short('https://shop.example.org/api/v2/articles/search', 24)).toBe('sho…org/api/v2/…s/search');
  for (const width of [12, 20, 31]) {
    expect(widthOf(short('https://年末.example.org/セール/年末/🎄', width))).toBeLessThanOrEqual(width);
  }
});

test('a network service loses its address, then the middle of its name', () => {
  expect(short('Edge TLS (edge.example.org:443)', 31)).toBe('Edge TLS (edge.example.org:443)');
  expect(short('Edge TLS (edge.example.org:443)', 20)).toBe('Edge TLS');
  expect(short('Edge TLS', 5)).toBe('Ed…LS');
});

const alert = addAlert(
  emptyState(),
  { id: 1, name: 'Online Store' },
  {
    alert_type: 'DOWN',
    message: 'Online Store: https://shop.example.org/checkout is down: DNS name not found',
  },
);

test('an alert keeps its cause, however little room there is for its target', () => {
  expect(alertText(alert, 80, '…')).toBe(alert.message);
  expect(alertText(alert, 70, '…')).toBe('Online Store: https://shop.example.org/checkout: DNS name not found');
  expect(alertText(alert, 50, '…')).toBe('shop.example.org/checkout: DNS name not found');
  expect(alertText(alert, 36, '…')).toBe('sho…org/checkout: DNS name not found');
  expect(alertText({ ...alert, message: 'Something else, in many words' }, 10, '…')).toBe(
    'Something else, in many words',
  );
});
