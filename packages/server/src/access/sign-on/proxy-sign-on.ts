import type { IncomingMessage } from 'node:http';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';
import type { SignInChange } from '../audit/audit.ts';
import type { Arrival, StartSession } from '../factors/second-factors.ts';
import type { StartedSession } from '../sessions.ts';
import { findUserByEmail } from '../user-store.ts';
import { namedByProxy } from './auth-proxy.ts';
import { admitUser } from './user-directory.ts';

export interface ProxySignOn {
  /** A new session for the user that the proxy names; null when that user may not sign in. */
  signIn(
    request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>,
    arrival: Arrival,
    change: SignInChange,
  ): Promise<StartedSession | null>;
}

interface ProxySignOnOptions {
  config: AuthProxyConfig;
  startSession: StartSession;
}

export const createProxySignOn = ({ config, startSession }: ProxySignOnOptions): ProxySignOn => ({
  async signIn(request, arrival, change) {
    const name = namedByProxy(config, request);
    if (name === null) return null;
    return change(
      async (trx) => {
        const user = await findUserByEmail(trx, name);
        if (user === null || user.status === 'disabled') return null;
        await admitUser(trx, user);
        return startSession(trx, user.id, { ...arrival, proxyName: name });
      },
      (started) => started,
    );
  },
});
