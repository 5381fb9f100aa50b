import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const row = /^\| ([^|]+) \|[^|]+\| `([^`|]+)` \|$/gm;

/** The terms of a glossary that neither the names nor the texts of the files in their folder contain. */
export function unusedTerms(root: string, glossary: string): string[] {
  return [...glossary.matchAll(row)].flatMap(([, terms = '', place = '']) => {
    const written = textsAt(path.join(root, place));
    return terms.split(', ').filter((term) => !patternOf(term).test(written));
  });
}

/**
 * 'API token' may be written apiToken, api_token, api-tokens or API token. Text in brackets only distinguishes terms.
 */
function patternOf(term: string): RegExp {
  const words = term.replace(/ \(.*\)$/, '').split(/[ -]/);
  return new RegExp(words.join('[-_ ]?'), 'i');
}

function textsAt(place: string): string {
  if (!statSync(place).isDirectory()) return readFileSync(place, 'utf8');
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => `${file}\n${readFileSync(path.join(place, file), 'utf8')}`).join('\n');
}
