import { expect, test } from 'vitest';
import { actionFor, bindingsOf, type KeyScope, keyMap, keyNames } from './key-map.ts';

const scopes: readonly KeyScope[] = ['dashboard', 'alerts', 'status', 'monitors', 'detail'];

test.each(scopes)('no key means two things on %s', (scope) => {
  const all = bindingsOf(scope).flatMap(({ keys }) => keys);
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

test.each(scopes)('screens, help and the way out are reached from %s', (scope) => {
  const found = [
    '1',
    '2',
    '3',
    '4',
    '?',
    'q',
    'ctrl-c',
    'r',
    '/',
    'j',
    'k',
    'g',
    'G',
    'pageUp',
    'pageDown',
    'c',
    'escape',
  ];
  for (const key of found) expect(actionFor(scope, key), key).not.toBeNull();
});

test('every binding has a description', () => {
  for (const { about } of keyMap) expect(about).not.toBe('');
});

const noKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

test('keys that arrive together are each taken', () => {
  expect(keyNames('jj/x\r\t', noKey)).toEqual(['j', 'j', '/', 'x', 'return', 'tab']);
  expect(keyNames('', { ...noKey, pageDown: true })).toEqual(['pageDown']);
  expect(keyNames('c', { ...noKey, ctrl: true })).toEqual(['ctrl-c']);
  expect(keyNames(' ', noKey)).toEqual(['space']);
});
