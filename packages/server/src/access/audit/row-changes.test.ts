import { limits } from '@upvigil/core/limits';
import { expect, it } from 'vitest';
import { changesBetween } from './row-changes.ts';

it('names the changed fields, without those that change by themselves', () => {
  const before = { id: 1, name: 'Shop', description: 'Cart', revision: 1, enabled: 1 };
  expect(changesBetween(before, { ...before, description: null, revision: 2, enabled: 0 })).toEqual([
    { field: 'description', before: 'Cart', after: null },
    { field: 'enabled', before: 'true', after: 'false' },
  ]);
});

it('has all fields of a new object, and of a deleted one', () => {
  const row = { id: 1, name: 'Shop', description: null };
  expect(changesBetween(null, row)).toEqual([{ field: 'name', before: null, after: 'Shop' }]);
  expect(changesBetween(row, null)).toEqual([{ field: 'name', before: 'Shop', after: null }]);
});

it('parses JSON, and names its values by path', () => {
  const options = (type: string) => JSON.stringify({ ip_family: 'any', request: { method: 'GET', auth: { type } } });
  expect(changesBetween({ options: options('none') }, { options: options('basic') })).toEqual([
    { field: 'request.auth.type', before: 'none', after: 'basic' },
  ]);
  const value = (hours: number) => ({ key: 'general', value: JSON.stringify({ backup_overdue_hours: hours }) });
  expect(changesBetween(value(0), value(26))).toEqual([{ field: 'backup_overdue_hours', before: '0', after: '26' }]);
});

it.each([
  [{ value: '{"smtp_password":"a"}' }, 'smtp_password'],
  [{ kind: 'URL', target: 'https://a.example', secrets: '{"auth.token":"a"}' }, 'request.auth.token'],
  [{ kind: 'REDIS', target: 'cache.example', secrets: '{"password":"a"}' }, 'options.password'],
  [{ kind: 'gotify', secrets: '{"token":"a"}' }, 'config.token'],
  [{ config: '{"token":"a"}' }, 'config.token'],
  [{ value: '{"heartbeat_url":"https://hc.example.org/a"}' }, 'heartbeat_url'],
  [{ value: '{"webhook_url":"https://hooks.example.org/a"}' }, 'webhook_url'],
  [{ options: '{"request":{"headers":[{"name":"Authorization","value":"a"}]}}' }, 'request.headers.0.value'],
])('%j is masked on both sides, and listed as changed', (row, field) => {
  const changes = changesBetween(null, row).filter((change) => change.field === field);
  expect(changes).toEqual([{ field, before: null, after: '********' }]);
  const other = JSON.parse(JSON.stringify(row).replaceAll('a\\"}', 'b\\"}'));
  expect(changesBetween(row, other)).toEqual([{ field, before: '********', after: '********' }]);
});

it('shows times in readable form', () => {
  const ends_at = Date.parse('2026-11-24T12:00:00Z');
  expect(changesBetween({ ends_at }, { ends_at: ends_at + 60_000 })).toEqual([
    { field: 'ends_at', before: '2026-11-24T12:00:00.000Z', after: '2026-11-24T12:01:00.000Z' },
  ]);
});

it('keeps a number that is no time', () => {
  expect(changesBetween(null, { ends_at: 9e15 })).toEqual([
    { field: 'ends_at', before: null, after: '9000000000000000' },
  ]);
});

it('names the fields of a monitor as the API does', () => {
  const times = { timeout_seconds: 10, check_interval_seconds: 60, response_time_threshold_seconds: 5, until: 0 };
  const fieldsOf = (row: object) => changesBetween(null, { ...row }).map(({ field, after }) => `${field} ${after}`);
  const url = { kind: 'URL', name: 'Start', target: 'https://a.example/', ...times };
  const shared = ['timeout 10', 'check_interval 60', 'response_time_threshold 5', 'until 1970-01-01T00:00:00.000Z'];
  expect(fieldsOf(url)).toEqual(['label Start', 'url https://a.example/', ...shared]);
  expect(fieldsOf({ kind: 'TCP_PORT', target: 'a.example', ...times })).toEqual([
    'monitor_type TCP_PORT',
    'host a.example',
    ...shared,
  ]);
});

it('removes the secret parts of an address', () => {
  const target = 'https://me:pw@example.org/?token=abc&page=1';
  const kind = 'URL';
  expect(changesBetween({ kind, target }, { kind, target: target.replace('pw', 'other') })).toEqual([
    {
      field: 'url',
      before: 'https://me:********@example.org/?token=********&page=1',
      after: 'https://me:********@example.org/?token=********&page=1',
    },
  ]);
  const [note] = changesBetween(null, { message: 'see https://me:pw@example.org/?sig=abc' });
  expect(note?.after).toBe('see https://example.org/?sig=[removed]');
});

it('cuts long text, and a change of very many fields', () => {
  const [long] = changesBetween(null, { name: 'x'.repeat(600) });
  expect(long?.after).toHaveLength(limits.auditText);
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, at]));
  expect(changesBetween(null, wide)).toHaveLength(limits.auditChanges);
});

it.each([
  ['lists', '['.repeat(30_000), ']'.repeat(30_000)],
  ['objects', '{"a":'.repeat(10_000), `1${'}'.repeat(10_000)}`],
  ['lists that never end', '['.repeat(60_000), ''],
  ['objects in a text of JSON', '{"a":'.repeat(10_000), `1${'}'.repeat(10_000)}`],
])('treats deeply nested %s as text', (_what, begin, end) => {
  const body = begin + end;
  const options = (text: string) => JSON.stringify({ request: { body: text } });
  const [change] = changesBetween({ options: options('a') }, { options: options(body) });
  expect(change).toMatchObject({ field: 'request.body', before: 'a', after: body.slice(0, limits.auditText) });
  expect(changesBetween(null, { message: body })).toHaveLength(1);
});

it('shows no secret of a text that nests too deep to be opened', () => {
  const deep = `{"password":"planted","a":${'['.repeat(100)}${']'.repeat(100)}}`;
  expect(JSON.stringify(changesBetween(null, { message: deep }))).not.toContain('planted');
});
