import type { SignOnError } from '@upvigil/core/contract/sign-on';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import type { SignInChange } from '../audit/audit.ts';
import { insertChallenge, newChallenge, takeChallenge } from '../factors/challenge-store.ts';
import type { Arrival, StartSession } from '../factors/second-factors.ts';
import type { StartedSession } from '../sessions.ts';
import type { AdmitIdentity } from './admit-identity.ts';
import type { OidcChecks, OidcClient } from './oidc-client.ts';

const checksSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** The result of a return from the provider. */
type WayBack = { is: 'in'; code: string } | { is: 'out'; why: SignOnError };

/** A code and the browser that it was given to. */
interface ExchangedCode {
  browser: string;
  code: string;
}

interface OidcSignOnOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  client: OidcClient;
  admit: AdmitIdentity;
  startSession: StartSession;
  /** Called when the provider or its response is faulty. */
  onFailure(error: unknown): void;
}

export type OidcSignOn = ReturnType<typeof createOidcSignOn>;

/**
 * Sign-in with a provider. `browser` is the value of a cookie, 256 random bits. It binds redirect, return and code to
 * one browser, so that a link cannot sign somebody in as another person.
 */
export function createOidcSignOn(options: OidcSignOnOptions) {
  const { db, clock, client, startSession } = options;
  return {
    /** The address for the browser, and the value of its cookie. Rejects when the provider cannot be reached. */
    async begin(redirectUri: string): Promise<{ url: string; browser: string }> {
      const { url, checks } = await client.begin(redirectUri);
      const browser = newChallenge();
      await insertChallenge(db, {
        challenge: browser,
        purpose: 'oidc',
        userId: null,
        content: checks,
        now: clock.now(),
        lifeMs: limits.signOn.minutes * minuteMs,
      });
      return { url, browser };
    },
    /** Returns a code for `exchange`. `url`: the address that the provider redirected to. */
    async finish(browser: string, url: URL): Promise<WayBack> {
      const now = clock.now();
      const waiting = await takeChallenge(db, { challenge: browser, purpose: 'oidc', now });
      if (waiting === null) return { is: 'out', why: 'expired' };
      return enter(options, browser, url, checksSchema.parse(JSON.parse(waiting.content)));
    },
    /** A new session; null when the code has expired, was used, or belongs to another browser. */
    exchange: (
      { browser, code }: ExchangedCode,
      arrival: Arrival,
      change: SignInChange,
    ): Promise<StartedSession | null> =>
      change(
        async (trx) => {
          const asked = { challenge: inBrowser(browser, code), purpose: 'exchange', now: clock.now() } as const;
          const taken = await takeChallenge(trx, asked);
          return taken === null ? null : startSession(trx, taken.user_id, arrival);
        },
        (started) => started,
      ),
  };
}

async function enter(
  { db, clock, client, admit, onFailure }: OidcSignOnOptions,
  browser: string,
  url: URL,
  checks: OidcChecks,
): Promise<WayBack> {
  const identity = await client.finish(url, checks).catch((error: unknown) => {
    onFailure(error);
    return null;
  });
  if (identity === null) return { is: 'out', why: 'failed' };
  const admitted = await admit(identity);
  if (admitted.is === 'out') return admitted;
  const code = newChallenge();
  await insertChallenge(db, {
    challenge: inBrowser(browser, code),
    purpose: 'exchange',
    userId: admitted.userId,
    content: {},
    now: clock.now(),
    lifeMs: limits.signOn.codeSeconds * 1000,
  });
  return { is: 'in', code };
}

/** The stored half of a code. It is useless without the browser's half. */
const inBrowser = (browser: string, code: string): string => `${browser}.${code}`;
