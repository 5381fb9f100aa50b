import { expect, it } from 'vitest';
import { readRdapAnswer } from './rdap-answer.ts';
import { readBootstrap, serverOf } from './rdap-servers.ts';

const now = Date.UTC(2026, 10, 23);
const hour = 3_600_000;
const answer = (body: unknown, status = 200, retryAfter?: string) =>
  readRdapAnswer({ status, retryAfter, body: typeof body === 'string' ? body : JSON.stringify(body) }, now);

it('reads the expiry of a name', () => {
  const events = [
    { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-01-02T03:04:05Z' },
  ];
  expect(answer({ objectClassName: 'domain', events })).toEqual({
    outcome: 'known',
    expires_at: Date.UTC(2027, 0, 2, 3, 4, 5),
  });
});

it.each([
  'Expiration',
  'EXPIRATION',
  ' expiration ',
  'Record expires',
  'record_expires',
  'registrar expiration',
  'Expiry Date',
])('reads it when the registry writes %j', (eventAction) => {
  expect(answer({ events: [{ eventAction, eventDate: '2027-01-02T03:04:05Z' }] })).toMatchObject({ outcome: 'known' });
});

it.each([
  ['2027-01-02T03:04:05+03:00', Date.UTC(2027, 0, 2, 0, 4, 5)],
  ['2027-01-02 03:04:05', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02T03:04:05.123', Date.UTC(2027, 0, 2, 3, 4, 5, 123)],
  ['2027-01-02 03:04:05 UTC', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02', Date.UTC(2027, 0, 2)],
])('reads the date %s', (eventDate, expires_at) => {
  expect(answer({ events: [{ eventAction: 'expiration', eventDate }] })).toEqual({ outcome: 'known', expires_at });
});

it('prefers the date of the registry to that of the registrar, and ignores other events', () => {
  const events = [
    { eventAction: 'soft expiration', eventDate: '2024-01-01T00:00:00Z' },
    { eventAction: 'registrar expiration', eventDate: '2025-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2026-01-01T00:00:00Z' },
  ];
  expect(answer({ events })).toMatchObject({ expires_at: Date.UTC(2026, 0, 1) });
});

it('reads the date among invalid values', () => {
  const expiration = { eventAction: 'expiration', eventDate: '2027-01-02T03:04:05Z', eventActor: 5 };
  const known = { outcome: 'known', expires_at: Date.UTC(2027, 0, 2, 3, 4, 5) };
  for (const odd of [
    1,
    null,
    [],
    { eventAction: null },
    { eventAction: 'registration', eventDate: 20200101 },
    { eventAction: 'expiration', eventDate: null },
  ])
    expect(answer({ events: [odd, expiration], status: 7, nameservers: 'none' })).toEqual(known);
  expect(answer(`\uFEFF${JSON.stringify({ events: [expiration] })}`)).toEqual(known);
});

it('detects that no date is published', () => {
  const unpublished = { outcome: 'unpublished', answer: 'not published' };
  expect(answer({})).toEqual(unpublished);
  expect(answer({ events: null })).toEqual(unpublished);
  expect(answer({ events: [1] })).toEqual(unpublished);
  expect(answer({ events: [{ eventAction: 'expiration', eventDate: 'some day' }] })).toEqual(unpublished);
  expect(answer({ events: [{ eventAction: 'expiration' }, {}] })).toEqual(unpublished);
  expect(answer('', 404)).toMatchObject({ outcome: 'unpublished', answer: 'the registry does not know this name' });
});

it('keeps a date within what can be stored', () => {
  const events = [{ eventAction: 'expiration', eventDate: '+275760-09-13T00:00:00Z' }];
  expect(answer({ events })).toEqual({ outcome: 'known', expires_at: Date.UTC(9999, 11, 31) });
});

it('retries later without a valid answer', () => {
  for (const body of ['', '<html>', '[]', 'null', '{"events": 1}'])
    expect(answer(body)).toMatchObject({ outcome: 'later', pause: hour });
  expect(answer('', 500)).toEqual({ outcome: 'later', answer: 'the registry answered HTTP 500', pause: hour });
});

it('waits as long as requested, up to a day', () => {
  const pauseAfter = (retryAfter: string) => answer('', 429, retryAfter);
  expect(pauseAfter('120')).toMatchObject({ pause: 120_000 });
  expect(pauseAfter(new Date(now + 90_000).toUTCString())).toMatchObject({ pause: 90_000 });
  expect(pauseAfter('999999999')).toMatchObject({ pause: 24 * hour });
  expect(pauseAfter('0')).toMatchObject({ pause: 1000 });
  expect(pauseAfter('soon')).toMatchObject({ pause: hour });
});

it('finds the server of the longest suffix', () => {
  const servers = readBootstrap(
    JSON.stringify({
      services: [
        [
          ['com', 'UK'],
          ['http://plain.example/', 'https://one.example/rdap'],
        ],
        [['co.uk'], ['https://two.example/']],
        [['odd'], ['ftp://x', 'nothing']],
        [['numbers'], [1]],
        'no service',
      ],
    }),
  );
  expect(serverOf('example.com', servers)).toBe('https://one.example/rdap/');
  expect(serverOf('example.co.uk', servers)).toBe('https://two.example/');
  expect(serverOf('example.org.uk', servers)).toBe('https://one.example/rdap/');
  expect(serverOf('notcom', servers)).toBeNull();
  expect(serverOf('example.odd', servers)).toBeNull();
});
