import { expect, test } from 'vitest';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

const email = z.object({ kind: z.literal('email'), recipients: z.array(z.string()) });
const slack = z.object({ kind: z.literal('slack'), webhook_url: z.string() });
const schema = z.object({
  name: z.preprocess(String, z.string()).optional(),
  settings: z.discriminatedUnion('kind', [email, slack]).nullable().default(null),
  headers: z.array(z.object({ name: z.string() }).transform(({ name }) => name)).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  credential: z.object({ id: z.string() }).meta({ additionalProperties: true }).optional(),
});
const fieldsOf = (value: unknown): string[] => unknownFields([schema], value).map(({ field }) => field);

test('finds unknown fields behind optional, transformed and listed schemas', () => {
  expect(fieldsOf({ name: 1, headers: [{ name: 'a' }, { name: 'b', vale: 'c' }] })).toEqual(['headers.1.vale']);
});

test('knows of a union the fields of the option that the value is of', () => {
  expect(fieldsOf({ settings: { kind: 'slack', webhook_url: '' } })).toEqual([]);
  expect(unknownFields([schema], { settings: { kind: 'email', recipient: '' } })).toEqual([
    { field: 'settings.recipient', nearest: 'recipients' },
  ]);
});

test('takes any key of a record and of an object that says so, and leaves wrong types to the schema', () => {
  expect(
    fieldsOf({ labels: { anything: 'x' }, credential: { id: 'x', anything: 1 }, settings: 3, headers: { a: 1 } }),
  ).toEqual([]);
});

test('does not take the name of an inherited property for a field', () => {
  expect(fieldsOf({ constructor: 1, toString: 2 })).toEqual(['constructor', 'toString']);
});

test('goes no deeper than the schemas', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(fieldsOf({ headers: deep, name: deep, labels: { a: deep } })).toEqual([]);
});

test('reports 20 of many, and compares no name that is longer than any field', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, at) => [`field ${at}`, at]));
  expect(unknownFields([schema], many)).toHaveLength(20);
  expect(unknownFields([schema], { ['n'.repeat(1_000_000)]: 1 })).toMatchObject([{ nearest: null }]);
});
