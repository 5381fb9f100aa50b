import type { FuzzedParser } from './parser.ts';
import { archiveParsers } from './parsers/archives.ts';
import { commandParsers } from './parsers/commands.ts';
import { credentialParsers } from './parsers/credentials.ts';
import { diagnosticParsers } from './parsers/diagnostics.ts';
import { expiryParsers } from './parsers/expiries.ts';
import { fileParsers } from './parsers/files.ts';
import { requestParsers } from './parsers/program/requests.ts';
import { servedParsers } from './parsers/program/served.ts';
import { providerParsers } from './parsers/providers.ts';
import { serviceParsers } from './parsers/services.ts';
import { storedParsers } from './parsers/stored.ts';
import { valueParsers } from './parsers/values.ts';

/** Every parser of external data, with its inputs and what must hold. */
export const parsers: readonly FuzzedParser[] = [
  ...valueParsers,
  ...credentialParsers,
  ...archiveParsers,
  ...fileParsers,
  ...storedParsers,
  ...serviceParsers,
  ...providerParsers,
  ...diagnosticParsers,
  ...expiryParsers,
  ...commandParsers,
  ...requestParsers,
  ...servedParsers,
];
