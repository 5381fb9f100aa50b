import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { AuthProxyConfig } from '../../config/sign-on-variables.ts';
import type { Database } from '../../storage/database.ts';
import type { StartSession } from '../factors/second-factors.ts';
import { namedByProxy } from './auth-proxy.ts';
import { admitUser, findUserByEmail } from './user-directory.ts';

/** Signing in by an authenticating proxy. */
export interface ProxySignOn {
  /** The token of a new session of whom the proxy names; null where it names nobody who may enter. */
  signIn(request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>): Promise<string | null>;
}

export interface ProxySignOnOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  config: AuthProxyConfig;
  startSession: StartSession;
}

export const createProxySignOn = ({ db, config, startSession }: ProxySignOnOptions): ProxySignOn => ({
  async signIn(request) {
    const name = namedByProxy(config, request);
    if (name === null) return null;
    return db.transaction().execute(async (trx) => {
      const user = await findUserByEmail(trx, name);
      if (user === null || user.status === 'disabled') return null;
      await admitUser(trx, { id: user.id });
      return startSession(trx, user.id, { proxyName: name });
    });
  },
});
