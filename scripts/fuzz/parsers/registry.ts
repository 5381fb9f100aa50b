import type { FuzzedParser } from '../parser.ts';
import { archiveParsers } from './archives.ts';
import { commandParsers } from './commands.ts';
import { diagnosticParsers } from './diagnostics.ts';
import { fileParsers } from './files.ts';
import { providerParsers } from './providers.ts';
import { requestParsers } from './requests.ts';
import { servedParsers } from './served.ts';
import { serviceParsers } from './services.ts';
import { storedParsers } from './stored.ts';
import { valueParsers } from './values.ts';

/** Every parser of data that comes from outside, each with what it is given and what must hold of it. */
export const parsers: readonly FuzzedParser[] = [
  ...valueParsers,
  ...archiveParsers,
  ...fileParsers,
  ...storedParsers,
  ...serviceParsers,
  ...providerParsers,
  ...diagnosticParsers,
  ...commandParsers,
  ...requestParsers,
  ...servedParsers,
];
