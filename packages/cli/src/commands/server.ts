import { formatBytes } from '@upvigil/core/format/bytes';
import { accessMessages } from '@upvigil/core/texts/access';
import { defineCommand, type Noun } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandError } from '../failures.ts';
import { textOption } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { confirmUnless, yesOption } from './kit.ts';

export const serve = defineCommand({
  path: ['serve'],
  summary: 'start the server',
  description:
    'Starts everything in this process: pages, API, checks and notifications. Environment variables configure it (HOST, PORT, DATA_DIR, DATABASE_URL, ADMIN_PASSWORD, BASE_URL and others). It stops on SIGTERM or SIGINT, after running checks are finished.',
  examples: {
    'PORT=8080 DATA_DIR=/var/lib/upvigil upvigil serve': 'On this machine, with the data in one folder',
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
  summary: 'print the key that encrypts stored secrets',
  description:
    "Prints the encryption key on the server's machine (from DATA_DIR or DATABASE_URL, or from SECRET_KEY if it is set). It works without the server. A person with the key and a backup can read the passwords and tokens in it: keep the key apart from the backups. To use a backup elsewhere, set SECRET_KEY to this key there.",
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil secret-key': 'Print it, for a safe place',
    '@monthly DATA_DIR=/var/lib/upvigil upvigil secret-key | gpg -e -r ops -o /safe/upvigil.key --batch --yes':
      'In a crontab: store it encrypted',
  },
  json: 'an object with key, in base64, and source: environment or database',
  async run({ terminal, form }) {
    const { readLocalKey } = await import('@upvigil/server/storage/settings/secrets/local-key');
    const found = await readLocalKey();
    if (found === null) {
      terminal.say('There is no key yet: it is created with the first stored password or token');
      return exitCodes.failed;
    }
    terminal.print(form === 'json' ? toJson(found) : found.key);
  },
});

const resetPasswordCommand = defineCommand({
  path: ['admin', 'reset-password'],
  summary: 'set a new password for the owner or a user',
  description:
    "Generates a new password for the owner or a user, ends their sessions, and prints only the password. A disabled user becomes active again. It works on the database of this machine (DATA_DIR or DATABASE_URL); with SQLite, stop the server first. If ADMIN_PASSWORD is set, it becomes the owner's password again at the next start. The audit gets an entry.",
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin reset-password': 'The owner forgot the password',
    '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-password --user ann@example.org >/root/ann 2>&1':
      'In a crontab, if there is no shell: before the server starts; remove the line afterwards',
  },
  options: { user: textOption('--user <email>', 'this user instead of the owner') },
  json: 'an object with user (owner or an email address) and password',
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
    'Removes the authenticator app, passkeys and recovery codes of the owner or a user, and ends their sessions. The password is then enough to sign in, until a second factor is set up again. It works on the database of this machine (DATA_DIR or DATABASE_URL); with SQLite, stop the server first. The audit gets an entry.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor': 'The owner lost the phone',
    '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor --user ann@example.org >>$HOME/reset.log 2>&1':
      'In a crontab, if there is no shell: before the server starts; remove the line afterwards',
  },
  options: { user: textOption('--user <email>', 'this user instead of the owner') },
  json: 'an object with reset: owner or an email address',
  async run({ terminal, form }, { user }) {
    const { resetSecondFactor } = await import('@upvigil/server/access/local/reset-second-factor');
    const reset = await resetSecondFactor(user);
    if (reset === null) throw new CommandError(accessMessages.user.nobody(user ?? ''));
    if (form === 'json') terminal.print(toJson({ reset }));
    else terminal.say(`Removed the second factors of ${reset}: sign in with the password, and set up new ones`);
  },
});

const deleteUpgradeCopiesCommand = defineCommand({
  path: ['admin', 'delete-upgrade-copies'],
  summary: 'delete database copies made by upgrades',
  description:
    'Deletes the copies of the SQLite file that upgrades left in DATA_DIR. Requires confirmation. A copy holds passwords and tokens as the older version stored them, and is only needed to go back to that version. It works on a folder of this machine, even while the server runs.',
  examples: {
    'DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies': 'After a successful upgrade',
    '0 4 1 * * DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies --yes': 'In a crontab: once a month',
  },
  options: { yes: yesOption },
  json: 'an object with deleted, an array of names',
  async run(context, { yes }) {
    const { terminal, form } = context;
    const { deleteUpgradeCopies, findUpgradeCopies } = await import('@upvigil/server/storage/sqlite/upgrade-copies');
    const { dataDir, copies } = findUpgradeCopies();
    const names = copies.map(({ name }) => name);
    if (copies.length > 0) {
      const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
      await confirmUnless(yes, context, `Delete ${names.join(', ')} (${formatBytes(bytes)})?`);
    }
    deleteUpgradeCopies(dataDir, copies);
    if (form === 'json') terminal.print(toJson({ deleted: names }));
    else terminal.say(names.length === 0 ? 'There are no copies of upgrades' : `Deleted ${names.join(', ')}`);
  },
});

export const adminNoun: Noun = {
  group: { name: 'admin', summary: "recover access on the server's machine" },
  commands: [secretKey, resetPasswordCommand, resetSecondFactorCommand, deleteUpgradeCopiesCommand],
};
