import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FuzzInput } from './parser.ts';

const folder = fileURLToPath(new URL('../fixtures/fuzz/', import.meta.url));
const fileOf = (parserName: string): string => path.join(folder, `${parserName.replace(/[^\w.-]+/g, '-')}.json`);

/** An input as JSON: bytes are `{ "base64": … }`. JSON writes lone surrogates as escapes, so they survive. */
export function toJson(input: FuzzInput): unknown {
  if (Buffer.isBuffer(input)) return { base64: input.toString('base64') };
  if (Array.isArray(input)) return input.map(toJson);
  if (input === null || typeof input !== 'object') return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, toJson(value)]));
}

export function fromJson(value: unknown): FuzzInput {
  if (Array.isArray(value)) return value.map(fromJson);
  if (value === null || typeof value !== 'object') return value as FuzzInput;
  if ('base64' in value && typeof value.base64 === 'string') return Buffer.from(value.base64, 'base64');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fromJson(each)]));
}

/** Inputs with which this parser once failed, oldest first. They are tried before all others. */
export function readCorpus(parserName: string): FuzzInput[] {
  const file = fileOf(parserName);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).map(fromJson) : [];
}

/** Adds an input with which this parser failed. */
export function addToCorpus(parserName: string, input: FuzzInput): void {
  mkdirSync(folder, { recursive: true });
  const known = readCorpus(parserName).map(toJson);
  writeFileSync(fileOf(parserName), `${JSON.stringify([...known, toJson(input)], null, 2)}\n`);
}
