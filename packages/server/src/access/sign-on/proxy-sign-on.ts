import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';
import type { Database } from '../../storage/database.ts';
import type { Arrival, StartSession } from '../factors/second-factors.ts';
import { findUserByEmail } from '../user-store.ts';
import { namedByProxy } from './auth-proxy.ts';
import { admitUser } from './user-directory.ts';

/** Signing in by an authenticating proxy. */
export interface ProxySignOn {
  /** The token of a new session of whom the proxy names; null where it names nobody who may enter. */
  signIn(request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>, arrival: Arrival): Promise<string | null>;
}

export interface ProxySignOnOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  config: AuthProxyConfig;
  startSession: StartSession;
}

export const createProxySignOn = ({ db, config, startSession }: ProxySignOnOptions): ProxySignOn => ({
  async signIn(request, arrival) {
    const name = namedByProxy(config, request);
    if (name === null) return null;
    return db.transaction().execute(async (trx) => {
      const user = await findUserByEmail(trx, name);
      if (user === null || user.status === 'disabled') return null;
      await admitUser(trx, user);
      return startSession(trx, user.id, { ...arrival, proxyName: name });
    });
  },
});
