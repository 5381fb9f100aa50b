import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '@upvigil/core/api-client';
import type { DeviceError } from '@upvigil/core/contract/device';
import { CommandError } from '../../failures.ts';

/** Seconds that are added where the server says that it is asked too often, as RFC 8628, 3.5, has it. */
const slowDownSeconds = 5;

export interface WebLogin {
  api: Pick<ApiClient, 'device'>;
  say(text: string): void;
  signal: AbortSignal;
}

/** Shows a code that somebody enters who is signed in in a browser, and waits for that. Resolves with the token. */
export async function requestTokenByWeb({ api, say, signal }: WebLogin): Promise<string> {
  const { device_code, user_code, verification_uri, interval, expires_in } = await api.device.start({});
  say(`Open ${verification_uri} in a browser and enter the code ${user_code}`);
  say(`The code is good for ${Math.round(expires_in / 60)} minutes`);
  for (let seconds = interval; ; ) {
    await wait(seconds * 1000, undefined, { signal });
    try {
      return (await api.device.token({ body: { device_code } })).access_token;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'slow_down') seconds += slowDownSeconds;
      else if (refusal === 'expired_token') throw new CommandError('The code is too old. Run: upvigil login --web');
      else if (refusal !== 'authorization_pending') throw error;
    }
  }
}

function refusalOf(error: unknown): DeviceError | null {
  const facts = error instanceof Error && 'facts' in error ? (error.facts as { error?: unknown }) : {};
  return typeof facts.error === 'string' ? (facts.error as DeviceError) : null;
}
