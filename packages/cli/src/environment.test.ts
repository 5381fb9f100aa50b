import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const read = (variables: Record<string, string>, ...argv: string[]) => readEnvironment(variables, argv, '/home/me');

test('an empty variable counts as absent', () => {
  expect(read({ UPVIGIL_SERVER: '', UPVIGIL_TOKEN: 'abc', NO_COLOR: '' })).toMatchObject({
    server: null,
    token: 'abc',
    password: null,
    color: true,
  });
});

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
  [{ PORT: '0' }, 'http://127.0.0.1:8080'],
  [{ PORT: 'tcp://10.0.0.1:80' }, 'http://127.0.0.1:8080'],
])('with %j a server on this machine is looked for at %s', (variables, server) => {
  expect(read(variables).defaultServer).toBe(server);
});

test.each([
  [{}, '/home/me/.config/upvigil'],
  [{ APPDATA: 'C:/Roaming' }, 'C:/Roaming/upvigil'],
  [{ APPDATA: 'C:/Roaming', XDG_CONFIG_HOME: '/xdg' }, '/xdg/upvigil'],
  [{ XDG_CONFIG_HOME: '/xdg', UPVIGIL_CONFIG_DIR: '/own' }, '/own'],
])('with %j settings are kept in %s', (variables, folder) => {
  expect(read(variables).configDir).toBe(folder);
});

test.each([
  [{ LANG: 'de_DE.UTF-8' }, true],
  [{ LANG: 'en_US.utf8', LC_ALL: 'C' }, false],
  [{ LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
  [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, false],
  [{ WT_SESSION: '1' }, true],
  [{}, false],
])('with %j the terminal shows more than ASCII: %s', (variables, expected) => {
  expect(read(variables).unicode).toBe(expected);
  expect(read(variables, '--ascii').unicode).toBe(false);
});

test('nothing is coloured or drawn on a dumb terminal, and nothing drawn in the log of a CI system', () => {
  expect(read({ TERM: 'dumb' })).toMatchObject({ color: false, canDraw: false });
  expect(read({ CI: 'true' })).toMatchObject({ color: true, canDraw: false });
  for (const variables of [{ CI: '' }, { CONTINUOUS_INTEGRATION: '1' }]) expect(read(variables).canDraw).toBe(false);
  for (const CI of ['false', '0']) expect(read({ CI }).canDraw).toBe(true);
  expect(read({ NO_COLOR: '1' })).toMatchObject({ color: false, canDraw: true });
  expect(read({}, '--no-color').color).toBe(false);
});
