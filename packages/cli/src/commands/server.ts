import { formatBytes } from '@upvigil/core/format/bytes';
import { accessMessages } from '@upvigil/core/texts/access';
import { defineCommand, type Noun } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandError } from '../failures.ts';
import { flagOption, textOption } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { requireYes } from '../terminal.ts';

export const serve = defineCommand({
  path: ['serve'],
  summary: 'start the server',
  description:
    'Starts the whole product in this process: pages, API, checks and notifications. It is configured by environment variables (HOST, PORT, DATA_DIR, DATABASE_URL, ADMIN_PASSWORD, BASE_URL and others) and stops on SIGTERM or SIGINT, after running checks are finished.',
  examples: {
    'PORT=8080 DATA_DIR=/var/lib/upvigil upvigil serve': 'Serve on this machine, data in one folder',
    '@reboot DATA_DIR=$HOME/upvigil upvigil serve >>$HOME/upvigil.log 2>&1':
      'In a crontab: start with the machine (a systemd unit is better)',
  },
  json: null,
  ownsSignals: true,
  async run() {
    const server = await import('@upvigil/server/main');
    await server.serve();
  },
});

const secretKey = defineCommand({
  path: ['secret-key'],
  summary: 'print the key that stored secrets are sealed under',
  description:
    'Reads the key on the machine of the server (DATA_DIR or DATABASE_URL, and SECRET_KEY when it is set); no server is asked. Whoever has the key and a backup can read the passwords and tokens in it: keep it apart from the backups. Set it as SECRET_KEY where a backup is restored.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil secret-key': 'Print it, to keep it in a safe',
    '@monthly DATA_DIR=/var/lib/upvigil upvigil secret-key | gpg -e -r ops -o /safe/upvigil.key --batch --yes':
      'In a crontab: keep it, encrypted',
  },
  json: 'an object with key, in base64, and source: environment or database',
  async run({ terminal, form }) {
    const { readLocalKey } = await import('@upvigil/server/storage/settings/secrets/local-key');
    const found = await readLocalKey();
    if (found === null) {
      terminal.say('No key was made here yet: it is made with the first password or token that is stored');
      return exitCodes.failed;
    }
    terminal.print(form === 'json' ? toJson(found) : found.key);
  },
});

const resetPasswordCommand = defineCommand({
  path: ['admin', 'reset-password'],
  summary: 'make a new password for the owner or a user',
  description:
    'Makes a new password for the owner, or for a user, ends their sessions, and prints the password and nothing else. A user who was disabled is active again. It works on the database of this machine (DATA_DIR or DATABASE_URL), and no server is asked; with SQLite stop the server first. Where ADMIN_PASSWORD is set, that is the password of the owner again at the next start. The audit log has an entry.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin reset-password': 'The owner forgot the password',
    '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-password --user ann@example.org >/root/ann 2>&1':
      'In a crontab, where there is no shell: before the server starts; take the line out again',
  },
  options: { user: textOption('--user <email>', 'of this user, and not of the owner') },
  json: 'an object with user, whose password it is, and password',
  async run({ terminal, form }, { user }) {
    const { resetPassword } = await import('@upvigil/server/access/local/reset-password');
    const reset = await resetPassword(user);
    if (reset === null) throw new CommandError(accessMessages.user.nobody(user ?? ''));
    if (form === 'json') terminal.print(toJson(reset));
    else terminal.print(reset.password);
    if (form === 'terminal') terminal.say(accessMessages.passwordReset(reset.user));
  },
});

const resetSecondFactorCommand = defineCommand({
  path: ['admin', 'reset-second-factor'],
  summary: 'remove the second factors of the owner or a user',
  description:
    'Removes the authenticator app, passkeys and recovery codes of the owner, or of a user, and ends their sessions: from then on the password is enough to sign in, until a second factor is set up again. It works on the database of this machine (DATA_DIR or DATABASE_URL), and no server is asked; with SQLite stop the server first. The audit log has an entry.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor': 'The owner lost the phone',
    '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor --user ann@example.org >>$HOME/reset.log 2>&1':
      'In a crontab, where there is no shell: before the server starts; take the line out again',
  },
  options: { user: textOption('--user <email>', 'of this user, and not of the owner') },
  json: 'an object with reset: whose second factors are gone',
  async run({ terminal, form }, { user }) {
    const { resetSecondFactor } = await import('@upvigil/server/access/local/reset-second-factor');
    const reset = await resetSecondFactor(user);
    if (reset === null) throw new CommandError(`There is no user ${user}`);
    if (form === 'json') terminal.print(toJson({ reset }));
    else terminal.say(`The second factors of ${reset} are gone: sign in with the password, and set up new ones`);
  },
});

const deleteUpgradeCopiesCommand = defineCommand({
  path: ['admin', 'delete-upgrade-copies'],
  summary: 'delete the copies that upgrades set aside',
  description:
    'Deletes the copies of the SQLite file that upgrades set aside in DATA_DIR, after a question. They have passwords and tokens as the older version stored them, and are needed only to go back to it. It works on the folder of this machine, also while the server runs.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies': 'The upgrade is well',
    '0 4 1 * * DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies --yes': 'In a crontab: once a month',
  },
  options: { yes: flagOption('--yes', 'ask nothing; required where nobody can be asked') },
  json: 'an object with deleted, an array of names',
  async run({ terminal, form }, { yes }) {
    const { deleteUpgradeCopies, findUpgradeCopies } = await import('@upvigil/server/storage/sqlite/upgrade-copies');
    const { dataDir, copies } = findUpgradeCopies();
    const names = copies.map(({ name }) => name);
    if (copies.length > 0 && !yes) {
      terminal.needAnswer();
      const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
      requireYes(await terminal.confirm(`Delete ${names.join(', ')} (${formatBytes(bytes)})?`));
    }
    deleteUpgradeCopies(dataDir, copies);
    if (form === 'json') terminal.print(toJson({ deleted: names }));
    else terminal.say(names.length === 0 ? 'No upgrade has set a copy aside' : `Deleted ${names.join(', ')}`);
  },
});

export const adminNoun: Noun = {
  group: { name: 'admin', summary: 'get back in, on the machine of the server' },
  commands: [secretKey, resetPasswordCommand, resetSecondFactorCommand, deleteUpgradeCopiesCommand],
};
