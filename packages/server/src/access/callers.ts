import { type Caller, ownerOf } from './caller.ts';
import type { Sessions } from './sessions.ts';
import type { ApiTokens } from './tokens/api-tokens.ts';
import { isMeantAsApiToken } from './tokens/token-text.ts';

/** Finds out who asks. */
export interface Callers {
  /** Whoever this token belongs to; null when it is not valid. Notes its use. `ip`: where the request came from. */
  admit(token: string, ip: string): Promise<Caller | null>;
  /** Whether what the caller came with still holds, without counting as a use. */
  isAlive(caller: Pick<Caller, 'kind' | 'tokenHash'>): Promise<boolean>;
}

export function createCallers(
  sessions: Pick<Sessions, 'verify' | 'isAlive'>,
  tokens: Pick<ApiTokens, 'verify' | 'isAlive'>,
): Callers {
  return {
    async admit(token, ip) {
      if (isMeantAsApiToken(token)) return tokens.verify(token, ip);
      const tokenHash = await sessions.verify(token);
      return tokenHash === null ? null : ownerOf(tokenHash);
    },
    isAlive: ({ kind, tokenHash }) => (kind === 'token' ? tokens : sessions).isAlive(tokenHash),
  };
}
