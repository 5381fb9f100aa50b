import type { SignInMethod } from '@upvigil/core/contract/auth';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { Clock } from '../base/clock.ts';
import type { AuthProxyConfig, OidcConfig } from '../base/config/sign-on-variables.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import type { Database } from '../storage/database.ts';
import type { Secrets } from '../storage/settings/secrets/secrets.ts';
import { createDevices, type Devices } from './device/device-codes.ts';
import { type Confirming, createConfirming } from './factors/confirming.ts';
import type { GuessLimit } from './factors/guess-limit.ts';
import { createOwnFactors, type OwnFactors } from './factors/own-factors.ts';
import { hasAnyPasskey } from './factors/passkey-store.ts';
import { createPasskeys, type Passkeys } from './factors/passkeys.ts';
import { createSecondFactors, type SecondFactors, type StartSession } from './factors/second-factors.ts';
import type { HashCost } from './password-store.ts';
import type { Sessions } from './sessions.ts';
import { createAdmitIdentity } from './sign-on/admit-identity.ts';
import { createOidcClient } from './sign-on/oidc-client.ts';
import { createOidcSignOn, type OidcSignOn } from './sign-on/oidc-sign-on.ts';
import { createProxySignOn, type ProxySignOn } from './sign-on/proxy-sign-on.ts';
import { createPasskeyInvitations, type PasskeyInvitations } from './users/passkey-invitations.ts';

/** Sign-in methods other than the password, and second factors. */
export interface SignInMethods {
  ownFactors: OwnFactors;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  confirming: Confirming;
  invitations: PasskeyInvitations;
  devices: Devices;
  /** Null: no provider is configured. */
  oidc: OidcSignOn | null;
  /** Null: no proxy is configured. */
  proxy: ProxySignOn | null;
  startSession: StartSession;
  /** The methods that the login page offers. */
  methods(): Promise<SignInMethod[]>;
}

export interface SignInMethodSettings {
  /** The configured public address; null when none is configured. */
  baseUrl: string | null;
  oidc: OidcConfig | null;
  authProxy: AuthProxyConfig | null;
}

interface SignInMethodOptions extends SignInMethodSettings {
  db: Database;
  clock: Clock;
  secrets: Pick<Secrets, 'open' | 'seal'>;
  startSession: StartSession;
  renewSession: Sessions['renew'];
  endSessionsOf(transaction: Database, userId: number): Promise<void>;
  /** Ends the event streams of the ended sessions. Call after the commit. */
  publishEnded(userId: number): void;
  guesses: Pick<GuessLimit, 'count'>;
  hashCost: HashCost;
  log: { warn(fields: object, message: string): void };
}

export function createSignInMethods({ baseUrl, oidc, authProxy, ...parts }: SignInMethodOptions): SignInMethods {
  const { db, clock, secrets, startSession, renewSession, guesses, hashCost } = parts;
  const passkeys = createPasskeys({ db, clock, baseUrl, hashCost });
  return {
    passkeys,
    startSession,
    methods: async () => [
      ...(passkeys.off === null && (await hasAnyPasskey(db))
        ? [{ kind: 'passkey' as const, label: factorMessages.method.passkey }]
        : []),
      ...(oidc ? [{ kind: 'oidc' as const, label: oidc.label }] : []),
      ...(authProxy ? [{ kind: 'proxy' as const, label: factorMessages.method.proxy }] : []),
    ],
    ownFactors: createOwnFactors({ db, clock, secrets, hashCost }),
    secondFactors: createSecondFactors({ db, clock, secrets, passkeys, startSession, guesses, hashCost }),
    confirming: createConfirming({ db, passkeys, renewSession }),
    invitations: createPasskeyInvitations({ db, clock, passkeys, startSession }),
    devices: createDevices({ db, clock, startSession }),
    oidc: oidc && oidcSignOn(oidc, parts),
    proxy: authProxy && createProxySignOn({ config: authProxy, startSession }),
  };
}

const oidcSignOn = (
  config: OidcConfig,
  { log, ...parts }: Omit<SignInMethodOptions, keyof SignInMethodSettings>,
): OidcSignOn =>
  createOidcSignOn({
    ...parts,
    client: createOidcClient(
      config,
      createDialer(),
      () => parts.clock.monotonic(),
      (error) => log.warn({ err: error }, 'the user info of the provider could not be read'),
    ),
    admit: createAdmitIdentity({ ...parts, rules: config }),
    onFailure: (error) => log.warn({ err: error }, 'a sign-in with the provider failed'),
  });
