import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const names = ['Shop', 'Shop Berlin', 'Blog', 'Überweisung'];

test('lists names that contain the text, then names with few other letters', () => {
  expect(nearestNames('shop', names, 3)).toEqual(['Shop', 'Shop Berlin']);
  expect(nearestNames('Bolg', names, 3)).toEqual(['Blog']);
  expect(nearestNames('uberweisung', names, 3)).toEqual(['Überweisung']);
  expect(nearestNames('shop', names, 1)).toEqual(['Shop']);
});

test('names nothing for a text that is like no name, or shorter than two letters', () => {
  expect(nearestNames('payments', names, 3)).toEqual([]);
  expect(nearestNames('o ', names, 3)).toEqual([]);
});
