import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '@upvigil/core/contract/names/languages';
import {
  type Catalogue,
  type Compiled,
  catalogueSchema,
  compileGroup,
  type Group,
} from './languages/compile-catalogue.ts';

const folder = path.join(import.meta.dirname, '..', 'packages', 'core', 'src', 'languages');
/** The folder of the compiled messages, which git ignores. `npm ci`, the build and the checks create it. */
export const compiledFolder = path.join(folder, 'compiled');

/** Groups that signed-in pages also use: in English they are part of the components' code. */
const sharedGroups = [
  'common',
  'states',
  'publicStates',
  'lists',
  'days',
  'charts',
] as const satisfies readonly Group[];
/** One file for each part, so that a page loads only its own messages. English shared messages are in `english`. */
const filesOfLanguage: Readonly<Record<string, readonly Group[]>> = {
  pages: ['common', 'states', 'publicStates', 'lists', 'days', 'pages'],
  details: ['charts', 'detail'],
  shares: ['share'],
  documents: ['documents', 'causes'],
};
const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isShared = (group: Group): boolean => sharedGroups.some((shared) => shared === group);

/** @throws if the file is not a catalogue */
export const readCatalogue = (language: Language): Catalogue =>
  catalogueSchema.parse(JSON.parse(readFileSync(path.join(folder, 'catalogues', `${language}.json`), 'utf8')));

type Groups = Record<Group, Record<string, Compiled>>;

/** All compiled messages of a language. */
export function compileCatalogue(language: Language): Groups {
  const catalogue = readCatalogue(language);
  const groups = Object.values(filesOfLanguage).flat();
  return Object.fromEntries(groups.map((group) => [group, compileGroup(language, catalogue[group])])) as Groups;
}

/** The compiled files by their path below `compiledFolder`, from all catalogues. */
export function compiledFiles(): Record<string, string> {
  const compiled = new Map(languages.map((language) => [language, compileCatalogue(language)]));
  const english = compiled.get('en');
  if (!english) throw new Error('There is no English catalogue');
  const isNumber = (group: Group, key: string, name: string): boolean =>
    [...compiled.values()].some((words) => words[group][key]?.counted.includes(name));
  const write = (language: Language, of: readonly Group[]): string => {
    const parts = of.map((group) => {
      const lines = Object.entries(compiled.get(language)?.[group] ?? {}).map(([key, { code, parameters }]) => {
        const types = parameters.map((name) => `${name}: ${isNumber(group, key, name) ? 'number' : 'string | number'}`);
        return `  ${key}: ${parameters.length === 0 ? code : `(d: { ${types.join('; ')} }) => ${code}`},`;
      });
      return `export const ${group} = {\n${lines.join('\n')}\n};\n`;
    });
    const text = parts.join('\n');
    const imports = text.includes('plural(')
      ? `import { plural } from '../../speech.ts';\n\nconst language = '${language}';\n`
      : '';
    return `// Made by \`npm run languages\` from catalogues/${language}.json.\n${imports}\n${text}`;
  };
  const files: Record<string, string> = {};
  for (const group of sharedGroups) files[`english/${kebabCase(group)}.ts`] = write('en', [group]);
  for (const language of languages) {
    const name = `${language.toLowerCase()}.ts`;
    for (const [folderName, of] of Object.entries(filesOfLanguage)) {
      files[`${folderName}/${name}`] = write(language, language === 'en' ? of.filter((group) => !isShared(group)) : of);
    }
  }
  return files;
}

/** Writes only files that are missing or different, so that unchanged files keep their time. */
function writeCompiled(): void {
  for (const [name, text] of Object.entries(compiledFiles())) {
    const file = path.join(compiledFolder, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

if (process.argv[1] === import.meta.filename) writeCompiled();
