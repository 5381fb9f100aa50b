import { expect, it } from 'vitest';
import { type KnownNames, unknownNames } from './names.ts';

const known: KnownNames = {
  scripts: new Set(['build']),
  commands: new Map([
    ['login', new Set(['--json'])],
    ['backup create', new Set(['--yes', '--name'])],
  ]),
  variables: new Set(['DATA_DIR', 'PORT']),
};
const unknown = (text: string) => unknownNames(text, known);

it('finds scripts, commands, options and variables that the program does not have', () => {
  expect(unknown('`npm run bild` and `npm run build`')).toEqual(['no script bild']);
  expect(unknown('`upvigil logon`')).toEqual(['no command upvigil logon']);
  expect(unknown('```sh\nnpx upvigil backup make --yes\n```')).toEqual(['no command upvigil backup make']);
  expect(unknown('```sh\nupvigil backup create --now >/dev/null && upvigil login --json\n```')).toEqual([
    'no option --now of upvigil backup',
  ]);
  expect(unknown('`DATA_DIRECTORY` or `PORTS=1 npm start`')).toEqual([
    'no variable DATA_DIRECTORY',
    'no variable PORTS',
  ]);
});

it('takes what is there, groups, placeholders, messages, and words in prose', () => {
  expect(unknown('`PORT=1 upvigil login`, `upvigil backup`, `upvigil <command>`, `upvigil --help`')).toEqual([]);
  expect(unknown('`upvigil: Another upvigil backup command`, npm run nothing, NO_SUCH_THING')).toEqual([]);
  expect(unknown('`DATA_DIR`, `SIGTERM`, `"$DATABASE_URL"`, `[CERTIFICATE_EXPIRATION]`')).toEqual([]);
});
