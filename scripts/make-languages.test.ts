import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languageNames, languages } from '@upvigil/core/contract/names/languages';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { compileGroup, type Group } from './languages/compile-catalogue.ts';
import { compileCatalogue, compiledFiles, compiledFolder, readCatalogue } from './make-languages.ts';

const english = compileCatalogue('en');
const groups = Object.keys(english) as Group[];
/** The keys of a group, each with the parameters of its message. */
const parametersIn = (words: typeof english, group: Group) =>
  Object.fromEntries(Object.entries(words[group]).map(([key, { parameters }]) => [key, parameters]));

describe.each(languages.map((language) => [language]))('the catalogue %s', (language) => {
  it('has the keys of the English one and no others, and each message has the same parameters', () => {
    const words = compileCatalogue(language);
    for (const group of groups) expect(parametersIn(words, group), group).toEqual(parametersIn(english, group));
  });

  it('has every plural form that its language counts with', () => {
    // Millions, which the product never counts.
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    for (const group of groups) {
      for (const [key, message] of Object.entries(readCatalogue(language)[group])) {
        for (const [, rest = ''] of message.matchAll(/, plural, ([\s\S]*)/g)) {
          for (const form of forms) expect(rest, `${group}.${key}`).toContain(`${form} {`);
        }
      }
    }
  });

  it('says in its header what it is, and whether a speaker has read it', () => {
    const { header } = readCatalogue(language);
    expect(header.language).toBe(languageNames[language]);
    if (!header.read_by_a_speaker) expect(header.note).toContain('No native speaker has read this catalogue yet');
  });
});

it('the compiled files are those of the catalogues: `npm run languages` writes them', () => {
  for (const [name, text] of Object.entries(compiledFiles())) {
    expect(readFileSync(path.join(compiledFolder, name), 'utf8'), name).toBe(text);
  }
});

it('the English word for a retry is the one that commands and signed-in pages use', () => {
  const { pages } = readCatalogue('en');
  expect(pages.tryAgain).toBe(messages.publicStatus.tryAgain);
});

it('a message with a plural form that its language has not does not compile', () => {
  expect(() => compileGroup('de', { days: '{count, plural, few {x} other {y}}' })).toThrow();
});
