import { flagOption, optionalNumberOption, textOption } from './inputs.ts';

const timeoutSeconds = { min: 1, max: 86_400 } as const;

export const commonOptions = {
  server: textOption('--server <address>', 'address of the server; UPVIGIL_SERVER'),
  token: textOption('--token <token>', 'access token instead of the stored one; UPVIGIL_TOKEN'),
  json: flagOption('--json', 'print one JSON document'),
  timeout: optionalNumberOption('--timeout <seconds>', 'give up after this time', timeoutSeconds),
  color: flagOption('--no-color', 'no colour codes; NO_COLOR'),
  ascii: flagOption('--ascii', 'ASCII characters only'),
};
