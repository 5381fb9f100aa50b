import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** Longer than any text except a body: quadratic work on it takes seconds. */
const longest = 16 * 1024;
const generousMilliseconds = 1500;

const hostile = [
  ...['a', ' ', '(', '[', '\\', '%', '.', '-', ',', ';', '=', '\n', '\u0301', '\ud83d', '\u200b'],
  ...['1,', ' \t', 'a@', '@a.', '[::', ':1', '1-', '9', 'http://', '%41', '{{', '${', '<a ', 'a=b;', ' ,', '*_', '[]('],
  ...['FREQ=DAILY;', 'BYDAY=MO,', 'Europe/', '200-', '&#x', '..', '/', '?', '_.', 'xn--', 'é'],
].flatMap((part) => {
  const text = part.repeat(Math.ceil(longest / part.length)).slice(0, longest);
  return [text, `$${text}!`, `https://a.test/${text}\n`];
});

type Shape = z.core.JSONSchema.BaseSchema | boolean | undefined;

/** Input for the schema, with this text in every text field. */
function filled(shape: Shape, text: string, depth = 0): unknown {
  if (typeof shape !== 'object' || depth > 8) return text;
  const [choice] = shape.enum ?? (shape.const === undefined ? [] : [shape.const]);
  if (choice !== undefined) return choice;
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first !== undefined) return filled(first as Shape, text, depth + 1);
  const members = Object.entries(shape.properties ?? {});
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(members.map(([name, member]) => [name, filled(member as Shape, text, depth + 1)]));
    case 'array':
      return [filled(shape.items as Shape, text, depth + 1)];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return shape.minimum ?? 1;
    default:
      return text;
  }
}

const inputs = Object.entries(contract as Contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
    [endpoint.body, endpoint.query].flatMap((schema) => (schema ? [{ name: `${group}.${name}`, schema }] : [])),
  ),
);

describe('text of any length, wherever a request takes text', () => {
  it.each(inputs)('is parsed in no time by $name', ({ schema }) => {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const text of hostile) {
      const given = filled(shape, text);
      const began = performance.now();
      schema.safeParse(given);
      expect(performance.now() - began, JSON.stringify(text.slice(0, 20))).toBeLessThan(generousMilliseconds);
    }
  });
});
