import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { requestToken } from '../../client/session.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { flagOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const login = defineCommand({
  path: ['login'],
  summary: 'sign in and store the token',
  description:
    'Asks for the admin password without showing it, and stores the address of the server and a token in a file that only you can read. The token is valid for 30 days from its last use.\n\nFor a server with a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file.',
  examples: [
    { command: 'upvigil login --server https://status.example.org', about: 'Sign in; the password is asked' },
    {
      command: '@reboot upvigil login --password-stdin </etc/upvigil/password',
      about: 'In a crontab: sign in with the machine (or set UPVIGIL_PASSWORD for each command)',
    },
  ],
  arguments: {},
  options: { passwordStdin: flagOption('--password-stdin', 'read the password from the first line of stdin') },
  exitCodes: 'plain',
  json: 'an object with server and signed_in',
  async run(context, { passwordStdin }) {
    const { server, api } = await context.connect('public');
    const password = await findPassword(context, passwordStdin, server);
    const token = await requestToken(api, password);
    await context.settings.write({ server, token });
    if (context.form === 'json')
      context.terminal.print(toJson({ server: withoutCredentials(server), signed_in: true }));
    else context.terminal.say(`Signed in to ${withoutCredentials(server)}; the token is in ${context.settings.file}`);
    return exitCodes.done;
  },
});

async function findPassword({ terminal, environment }: Context, fromStdin: boolean, server: string): Promise<string> {
  if (fromStdin) return given(await terminal.readLine());
  if (environment.password) return environment.password;
  return given(await terminal.askSecret(`Admin password for ${withoutCredentials(server)}: `));
}

function given(password: string): string {
  if (password === '') throw new UsageError('Password is required');
  return password;
}
