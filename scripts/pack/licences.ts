import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { root } from '../build/bundle-options.ts';

/** A package whose code or files are in the tarball, in Vite's format. */
const licenceSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX identifier. */
  identifier: z.string(),
  /** The package's licence text; empty if it has none. */
  text: z.string().default(''),
});
export type Licence = z.output<typeof licenceSchema>;

/** The list of licences that Vite writes for the pages. */
export const readLicences = (file: string): Licence[] =>
  z.array(licenceSchema).parse(JSON.parse(readFileSync(file, 'utf8')));

const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/** Packages of styles. No module imports them, so bundlers do not list them. */
export const packagesOfStyles = ['tailwindcss', '@fontsource-variable/geist'] as const;

/** The package folders of these files, without duplicates. Files of this repository belong to none. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    // The last match, because a package may contain packages.
    const match = /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'));
    return match?.[1] ? [match[1]] : [];
  });
  return [...new Set(folders)];
}

/** @throws Error if the package does not state its licence */
export function licenceOf(folder: string): Licence {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = packageSchema.parse(manifest);
  if (!license) throw new Error(`${name} ${version} does not name its licence, so it cannot be packed`);
  return { name, version, identifier: license, text: licenceText(folder) };
}

function licenceText(folder: string): string {
  const file = readdirSync(folder)
    .sort()
    .find((each) => /^(licen[cs]e|copying)/i.test(each));
  return file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
}

/** `@fastify/swagger-ui` brings the files of Swagger UI, but not their licence. */
export function licenceOfSwaggerUi(): Licence {
  const bundle = readFileSync(path.join(root, 'node_modules/@fastify/swagger-ui/static/swagger-ui-bundle.js'), 'utf8');
  const version = /PACKAGE_VERSION:"(\d+\.\d+\.\d+)"/.exec(bundle)?.[1];
  if (!version) throw new Error('The bundle of Swagger UI does not name its version');
  const text = readFileSync(path.join(import.meta.dirname, 'swagger-ui-licence.txt'), 'utf8');
  return { name: 'swagger-ui', version, identifier: 'Apache-2.0', text };
}

/** One file with all licences by name; packages with the same text share it. */
export function licencesFile(licences: readonly Licence[]): string {
  const bySay = new Map<string, string[]>();
  const title = ({ name, version, identifier }: Licence): string => `${name} ${version} (${identifier})`;
  const sorted = [...licences].sort((one, other) => title(one).localeCompare(title(other), 'en'));
  for (const licence of sorted) {
    const text = licence.text.trim() || `It names its licence, ${licence.identifier}, and brings no text of it.`;
    const titles = bySay.get(text) ?? [];
    if (!titles.includes(title(licence))) bySay.set(text, [...titles, title(licence)]);
  }
  const parts = [...bySay].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  return `What this package is bundled with, and under which licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
