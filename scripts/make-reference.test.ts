import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import { expect, test } from 'vitest';
import { commands } from '../packages/cli/src/commands/registry.ts';
import { architecturePage, referenceFolder, referencePages, withPicture } from './make-reference.ts';
import { apiPage } from './reference/api-page.ts';
import { commandsPage } from './reference/commands-page.ts';
import { describe, fieldsOf } from './reference/json-schema.ts';

test.each(Object.keys(referencePages))('%s says what the code says; else run `npm run docs`', (name) => {
  expect(readFileSync(path.join(referenceFolder, name), 'utf8')).toBe(referencePages[name]?.());
});

test('the picture of the architecture shows the imports of today; else run `npm run docs`', () => {
  const architecture = readFileSync(architecturePage, 'utf8');
  expect(architecture).toContain('```mermaid');
  expect(architecture).toBe(withPicture(architecture));
});

test('no other document lies beside them', () => {
  expect(readdirSync(referenceFolder).sort()).toEqual(Object.keys(referencePages).sort());
});

test('every group of endpoints and every endpoint has its heading', () => {
  const groups = Object.values(contract as Contract);
  const endpoints = groups.flatMap((group) => Object.keys(group));
  expect(apiPage().match(/^#{2,3} .*$/gm)).toHaveLength(groups.length + endpoints.length);
});

test('every command has one row', () => {
  expect(commandsPage().match(/^\| `upvigil .*$/gm)).toHaveLength(commands.length);
});

test('schemas are said in words', () => {
  expect(describe({ type: 'integer', minimum: 1, maximum: 60 })).toBe('whole number 1 to 60');
  expect(describe({ type: 'string', minLength: 1, maxLength: 200 })).toBe('text up to 200 characters');
  expect(describe({ anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] })).toBe('number from 0 or `null`');
  expect(describe({ anyOf: [{ type: 'number' }, { type: 'string' }] })).toBe('number');
  expect(describe({ type: ['string', 'null'] })).toBe('text or `null`');
  expect(describe({ enum: ['UP', 'DOWN'] })).toBe('`"UP"`, `"DOWN"`');
});

test('fields inside lists and inside what may be null have their path', () => {
  const check = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const fields = fieldsOf({
    type: 'object',
    properties: { checks: { type: 'array', items: check }, last: { anyOf: [check, { type: 'null' }] } },
  });
  expect(fields.map(({ path: each }) => each)).toEqual(['checks', 'checks[].id', 'last', 'last.id']);
  expect(fields.map(({ isRequired }) => isRequired)).toEqual([false, true, false, false]);
});
