import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';

export const secretKey = defineCommand({
  path: ['secret-key'],
  summary: 'print the key that stored secrets are sealed under',
  description:
    'Reads the key on the machine of the server (DATA_DIR or DATABASE_URL, and SECRET_KEY when it is set); no server is asked. Whoever has the key and a backup can read the passwords and tokens in it: keep it apart from the backups. Set it as SECRET_KEY where a backup is restored.',
  examples: [
    { command: 'DATA_DIR=/var/lib/upvigil upvigil secret-key', about: 'Print it, to keep it in a safe' },
    {
      command:
        '@monthly DATA_DIR=/var/lib/upvigil upvigil secret-key | gpg -e -r ops -o /safe/upvigil.key --batch --yes',
      about: 'In a crontab: keep it, encrypted',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'an object with key, in base64, and source: environment or database',
  async run({ terminal, form }) {
    const { readLocalKey } = await import('@upvigil/server/settings/secrets/local-key');
    const found = await readLocalKey();
    if (found === null) {
      terminal.say('No key was made here yet: it is made with the first password or token that is stored');
      return exitCodes.failed;
    }
    terminal.print(form === 'json' ? toJson(found) : found.key);
    return exitCodes.done;
  },
});
