import { describe, expect, test } from 'vitest';
import { findLongFunctions } from './check-functions.ts';

const statements = (count: number): string => Array.from({ length: count }, () => '  look();').join('\n');
const elements = (count: number): string => Array.from({ length: count }, () => '    <li>one</li>').join('\n');

describe('the length of a function', () => {
  test.each([
    ['declaration', (body: string) => `function work() {\n${body}\n}\n`],
    ['arrow', (body: string) => `const work = () => {\n${body}\n};\n`],
    ['method', (body: string) => `const worker = { work() {\n${body}\n} };\n`],
    ['method of a class', (body: string) => `class Worker { work() {\n${body}\n} }\n`],
  ])('is sixty lines of code in a %s', (_, wrap) => {
    expect(findLongFunctions('work.ts', wrap(statements(58)))).toEqual([]);
    expect(findLongFunctions('work.ts', wrap(statements(59)))).toEqual([
      'work.ts:1 is a function of 61 lines, and one has 60: split it by meaning',
    ]);
  });

  test('counts what a component draws', () => {
    const component = (count: number) => `const List = () => (\n  <ul>\n${elements(count)}\n  </ul>\n);\n`;
    expect(findLongFunctions('list.tsx', component(56))).toEqual([]);
    expect(findLongFunctions('list.tsx', component(57))).toHaveLength(1);
  });

  test('leaves comments and blank lines to whoever needs them', () => {
    const spoken = `function work() {\n${statements(58)}\n\n  // Why.\n  /** How. */\n}\n`;
    expect(findLongFunctions('work.ts', spoken)).toEqual([]);
  });
});
