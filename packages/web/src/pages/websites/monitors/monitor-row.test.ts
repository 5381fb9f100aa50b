import { expect, it } from 'vitest';
import { targetParts } from './monitor-row.tsx';

it.each([
  ['https://shop.example.org/cart?x=1', ['shop.example.org', '', '/cart?x=1']],
  ['db.example.org:5432', ['db.example.org', '', ':5432']],
  ['[2001:db8::1]:443', ['[2001:db8::1]', '', ':443']],
  ['10.0.0.1', ['10.0.0.1', '', '']],
  ['', ['', '', '']],
  [
    'https://billing-eu-central-1.internal.example.org/invoices',
    ['billing-eu-central-1.internal', '.example.org', '/invoices'],
  ],
])('splits "%s"', (target, parts) => {
  expect(targetParts(target)).toEqual(parts);
});
