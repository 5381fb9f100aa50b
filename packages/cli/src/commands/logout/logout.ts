import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { failureSentence } from '../../failures.ts';
import { toJson } from '../../output/json.ts';

export const logout = defineCommand({
  path: ['logout'],
  summary: 'sign out and forget the token',
  description:
    'Ends the session on the server and forgets the stored token. When the server cannot be reached, the token is forgotten all the same.',
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
      const ended = await endSession(context, { server, token });
      if (ended !== null) terminal.say(`The session could not be ended on the server: ${ended}`);
      await settings.forgetToken();
    }
    const shown = server === null ? null : withoutCredentials(server);
    if (context.form === 'json') terminal.print(toJson({ server: shown, signed_in: false }));
    else terminal.say(token === null ? 'Not signed in' : `Signed out of ${shown}`);
    return exitCodes.done;
  },
});

/** Ends the session. Returns null when it is ended, now or before; otherwise why it could not be. */
async function endSession(
  context: Context,
  { server, token }: { server: string; token: string },
): Promise<string | null> {
  try {
    const { api } = await context.connect('public', { credentials: { server, token } });
    await api.auth.logout();
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'NotSignedInError' ? null : failureSentence(error);
  }
}
