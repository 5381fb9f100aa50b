import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('quotes characters that would end a cell, and leaves unknown values empty', () => {
  const rows = [
    ['a', 1.5, null, undefined],
    ['say "hi"', 'one,two', 'one\r\ntwo', ''],
  ];
  expect(csvText(rows)).toBe('a,1.5,,\r\n"say ""hi""","one,two","one\r\ntwo",\r\n');
});

it('keeps a spreadsheet from running text as a formula', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|" /C calc"!A0'];
  expect(csvText(hostile.map((cell) => [cell]))).toBe(
    `'=1+1\r\n'+1\r\n'-1\r\n'@SUM(A1)\r\n'\t=1\r\n"'=cmd|"" /C calc""!A0"\r\n`,
  );
  expect(csvText([[-1]])).toBe('-1\r\n');
});
