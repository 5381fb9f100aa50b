import { expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

it.each([
  ['lang=de', 'en', undefined, 'de'],
  ['a=b&lang=PT-br', 'en', undefined, 'pt-BR'],
  ['lang=fr-CA', 'de', undefined, 'fr'],
  ['', 'ro', 'de', 'ro'],
  ['lang=de', 'auto', 'fr', 'de'],
  ['', 'auto', 'it, fr;q=0.5, es;q=0.8', 'es'],
  ['', 'auto', 'pt-PT', 'pt-BR'],
  ['', 'auto', 'de;q=0, it', 'en'],
  ['', 'auto', '*', 'en'],
  ['', 'auto', undefined, 'en'],
] as const)('%s with the setting %s and Accept-Language %s is answered in %s', (query, setting, accept, language) => {
  expect(chooseLanguage(query, setting, accept)).toBe(language);
});

it.each([
  'lang=',
  'lang=xx',
  'lang=__proto__',
  'lang=toString',
  'lang=../../etc',
  'lang=%00de',
  `lang=${'de'.repeat(4000)}`,
])('%s names no language: the setting holds', (query) => {
  expect(chooseLanguage(query, 'es', 'de')).toBe('es');
});

it('a hostile Accept-Language is read in linear time', () => {
  const started = performance.now();
  expect(chooseLanguage('', 'auto', `${'q'.repeat(8000)},${',;q=9'.repeat(8000)}`)).toBe('en');
  expect(performance.now() - started).toBeLessThan(2000);
});
