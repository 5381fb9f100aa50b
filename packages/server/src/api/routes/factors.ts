import { RequestError } from '@upvigil/core/contract/errors';
import type { Passkey } from '@upvigil/core/contract/factors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Audit } from '../../access/audit/audit.ts';
import { userIdOf } from '../../access/caller.ts';
import type { OwnFactors } from '../../access/factors/own-factors.ts';
import { listPasskeys } from '../../access/factors/passkey-store.ts';
import type { Passkeys } from '../../access/factors/passkeys.ts';
import type { Person } from '../../access/factors/person.ts';
import type { SecondFactors, StartSession } from '../../access/factors/second-factors.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config/config.ts';
import type { Database } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/tables/factor-tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { callerOf, requireConfirmed } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { arrivalOf } from './arrival-of.ts';
import { bearer } from './sign-in-answers.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';

export interface FactorRouteDeps {
  db: Database;
  clock: Clock;
  audit: Pick<Audit, 'refused'>;
  ownFactors: OwnFactors;
  passkeys: Passkeys;
  secondFactors: SecondFactors;
  startSession: StartSession;
  config: Pick<Config, 'isSecondFactorRequired'>;
}

/** The caller's own second factors, and sign-in with one. */
export function factorRoutes(api: FastifyInstance, deps: FactorRouteDeps): void {
  const { db, clock, audit, ownFactors, passkeys, secondFactors, startSession, config } = deps;
  const begun = createSignInAttempts(clock, null, limits.signOn.perMinute);
  const attempts = createSignInAttempts(clock, audit, limits.secondFactor.wrongPerMinute);

  /** Requires a recent authentication: a person at an unattended browser must not change factors. */
  const confirmed = (raw: FastifyRequest): Person => {
    requireConfirmed(callerOf(raw), clock.now());
    return personOf(raw);
  };

  serveEndpoints(api, 'factors', {
    async list({ raw }) {
      const { userId } = personOf(raw);
      return {
        ...(await ownFactors.list(userId)),
        passkeys: (await listPasskeys(db, userId)).map(wirePasskey),
        is_required: config.isSecondFactorRequired,
        passkeys_off: passkeys.off,
      };
    },
    beginTotp: async ({ raw }) => ownFactors.beginTotp(confirmed(raw)),
    confirmTotp: ({ raw, reply, body, change }) =>
      attempts.during(raw, reply, async () => ({
        recovery_codes: await ownFactors.confirmTotp(personOf(raw), body.code, change),
      })),
    async removeTotp({ raw, change }) {
      const { userId } = confirmed(raw);
      await change((trx) => ownFactors.removeTotp(trx, userId));
      return null;
    },
    renewRecoveryCodes: async ({ raw, change }) => ({
      recovery_codes: await ownFactors.renewRecoveryCodes(confirmed(raw).userId, change),
    }),
    passkeyOptions: async ({ raw }) => passkeys.newOptions(confirmed(raw)),
    async addPasskey({ raw, body, change }) {
      const { row, codes } = await passkeys.add(personOf(raw), body, change);
      return { ...wirePasskey(row), recovery_codes: codes };
    },
    async removePasskey({ raw, params: { passkeyId }, change }) {
      const { userId } = confirmed(raw);
      const hasOtherWay = callerOf(raw).proxyName !== null;
      await change((trx) => ownFactors.removePasskey(trx, { userId, id: passkeyId, hasOtherWay }));
      return null;
    },
    async signInOptions({ raw, reply, body }) {
      begun.count(raw, reply);
      return passkeys.useOptions(body.challenge);
    },
    signInWithPasskey: ({ raw, reply, body, change }) =>
      attempts.during(raw, reply, async () => {
        const verified = await passkeys.verify(body.passkey);
        if (verified === null) throw refusedPasskey();
        const { token } = await change(
          async (trx) => {
            if (!(await verified.use(trx))) throw refusedPasskey();
            return startSession(trx, verified.userId, arrivalOf(raw));
          },
          (started) => started,
        );
        return bearer(token);
      }),
    secondFactor: ({ raw, reply, body, change }) =>
      attempts.during(raw, reply, async () => {
        const { token } = await secondFactors.answer(body, arrivalOf(raw), change);
        return bearer(token);
      }),
  });
}

function personOf(request: FastifyRequest): Person {
  const caller = callerOf(request);
  return { userId: userIdOf(caller), name: caller.email ?? caller.name };
}

const refusedPasskey = (): RequestError => new RequestError('unauthorized', factorMessages.passkey.refused);

const wirePasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: timeOf(created_at),
  last_used_at: timeOrNull(last_used_at),
});
