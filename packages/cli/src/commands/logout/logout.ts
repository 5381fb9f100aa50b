import { apiTokenForm } from '@upvigil/core/access/token-form';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { failureSentence } from '../../failures.ts';
import { toJson } from '../../output/json.ts';

export const logout = defineCommand({
  path: ['logout'],
  summary: 'sign out and forget the token',
  description:
    'Ends the session on the server and forgets the stored token. An API token is forgotten and goes on to be good. When the server cannot be reached, the token is forgotten all the same.',
  examples: [
    { command: 'upvigil logout', about: 'Sign out of the stored server' },
    { command: '0 20 * * 5 upvigil logout', about: 'In a crontab: nobody stays signed in over the weekend' },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'an object with server and signed_in',
  async run(context) {
    const { terminal, settings } = context;
    const { server, token } = await settings.read();
    if (server !== null && token !== null) {
      if (apiTokenForm.test(token)) terminal.say(accessMessages.token.stillGood);
      else await endSession(context, { server, token });
      await settings.forgetToken();
    }
    const shown = server === null ? null : withoutCredentials(server);
    if (context.form === 'json') terminal.print(toJson({ server: shown, signed_in: false }));
    else terminal.say(token === null ? 'Not signed in' : `Signed out of ${shown}`);
    return exitCodes.done;
  },
});

/** Ends the session, now or before. Says why where it could not be. */
async function endSession(context: Context, credentials: { server: string; token: string }): Promise<void> {
  try {
    const { api } = await context.connect('public', { credentials });
    await api.auth.logout();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSignedInError') return;
    context.terminal.say(`The session could not be ended on the server: ${failureSentence(error)}`);
  }
}
