import { heartbeatChange, heartbeatInput } from '@upvigil/core/contract/heartbeats';
import { optionsWithDefaults } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { kindOptions } from '@upvigil/core/contract/monitor-kinds/registry';
import { networkMonitorChange, networkMonitorInput } from '@upvigil/core/contract/network-monitors';
import { urlChange, urlInput } from '@upvigil/core/contract/urls';
import { websiteChange, websiteInput } from '@upvigil/core/contract/websites';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { heartbeatFields } from '../commands/heartbeat.ts';
import { monitorFields } from '../commands/monitor.ts';
import { urlFields } from '../commands/url.ts';
import { websiteFields } from '../commands/website.ts';
import { UsageError } from '../failures.ts';
import { commonOptions } from './common-options.ts';
import { addOptions, editOptions, requireChange, toBody } from './fields.ts';

const tables = [
  ['website', websiteFields, websiteChange, websiteInput.parse({ name: 'Shop' })],
  ['url', urlFields, urlChange, urlInput.parse({ url: 'https://shop.example.org/' })],
  [
    'monitor',
    monitorFields,
    networkMonitorChange,
    {
      ...networkMonitorInput.parse({ name: 'Mail', host: 'mail.example.org', port: 993 }),
      options: { ...optionsWithDefaults({ options: kindOptions }, null, null), security: null },
    },
  ],
  ['heartbeat', heartbeatFields, heartbeatChange, heartbeatInput.parse({ name: 'Nightly backup', cron: '0 3 * * *' })],
] as const;

interface Json {
  properties?: Record<string, Json>;
  enum?: unknown[];
  anyOf?: Json[];
}

/** The choices of a field in a schema; null without choices. */
function choicesOf(schema: z.ZodType, path: string): unknown[] | null {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const field = path.split('.').reduce<Json | undefined>((at, name) => propertiesOf(at)?.[name], document);
  return field?.enum ?? field?.anyOf?.find((each) => each.enum)?.enum ?? null;
}

/** Also of an object that may be null. */
const propertiesOf = (at: Json | undefined) =>
  at?.properties ?? at?.anyOf?.find(({ properties }) => properties)?.properties;

const valueAt = (body: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], body);

describe.each(tables)('the options of %s', (_noun, table, schema, created) => {
  const fields = Object.entries(table);

  test('are distinct, and none is an option of every command', () => {
    const all = [...Object.values(editOptions(table)), ...Object.values(commonOptions)];
    const names = all.map(({ syntax }) => /--[a-z-]+/.exec(syntax)?.[0]);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(fields.filter(([, { choices }]) => choices))('%s has all choices of the contract', (path, field) => {
    const values = field.choices?.map((choice) => field.parse('', choice)).filter((value) => value !== null);
    expect(new Set(values)).toEqual(new Set(choicesOf(schema, path) ?? [true, false]));
    expect(() => field.parse('--it', 'bogus')).toThrow(UsageError);
  });

  test.each(fields.filter(([, { choices }]) => !choices))('%s has no choices in the contract', (path) => {
    expect(choicesOf(schema, path)).toBeNull();
  });

  test.each(fields.filter(([, { initial }]) => initial))('%s shows the default of the contract', (path, field) => {
    expect(field.parse('', field.initial ?? '')).toEqual(valueAt(created, path) ?? null);
    expect(addOptions(table)[path]?.initial).toBe(field.initial);
    expect(editOptions(table)[path]?.initial).toBeUndefined();
  });
});

test('paths of fields become a body', () => {
  const fields = new Map<string, unknown>([
    ['url', 'https://shop.example.org/'],
    ['request.method', 'GET'],
    ['request.auth.type', 'none'],
  ]);
  expect(toBody(fields)).toEqual({
    url: 'https://shop.example.org/',
    request: { method: 'GET', auth: { type: 'none' } },
  });
});

test('a change without an option is refused', () => {
  expect(() => requireChange(websiteFields, new Map())).toThrow(
    'Nothing to change: give an option, such as --name <name>',
  );
});
