import { expect, it } from 'vitest';
import { requestBytes } from './request-bytes.ts';

const host = ['host', 'a.test'] as const;

it.each([
  ['GET', null, ''],
  ['GET', 'é', 'content-length: 2\r\n'],
  ['POST', null, 'content-length: 0\r\n'],
  ['DELETE', '', ''],
])('writes %s with the body %j', (method, body, length) => {
  const bytes = requestBytes({ method, target: '/a?b', headers: [host], body });
  expect(bytes.toString()).toBe(
    `${method} /a?b HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n${length}\r\n${body ?? ''}`,
  );
});

it.each([
  ['x\r\ny', 'z'],
  ['x', 'y\r\nz: 1'],
  ['', 'y'],
])('refuses the header %j: %j', (name, value) => {
  expect(() => requestBytes({ method: 'GET', target: '/', headers: [host, [name, value]], body: null })).toThrow();
});
