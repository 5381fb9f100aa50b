import type { FuzzedParser } from '../parser.ts';
import { commandParsers } from './commands.ts';
import { fileParsers } from './files.ts';
import { requestParsers } from './requests.ts';
import { servedParsers } from './served.ts';
import { serviceParsers } from './services.ts';
import { valueParsers } from './values.ts';

/** Every parser of data that comes from outside, each with what it is given and what must hold of it. */
export const parsers: readonly FuzzedParser[] = [
  ...valueParsers,
  ...fileParsers,
  ...serviceParsers,
  ...commandParsers,
  ...requestParsers,
  ...servedParsers,
];
