import type { DeviceError } from '@upvigil/core/contract/device';
import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyInstance } from 'fastify';
import { userIdOf } from '../../access/caller.ts';
import { clientNetwork } from '../../access/client-network.ts';
import type { Devices } from '../../access/device/device-codes.ts';
import type { Clock } from '../../base/clock.ts';
import { callerOf, requireConfirmed } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { arrivalOf } from './arrival-of.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';

export interface DeviceRouteDeps {
  devices: Devices;
  clock: Clock;
  /** Without a trailing slash. */
  publicUrl(): string;
}

/** Sign-in of programs without a browser. */
export function deviceRoutes(api: FastifyInstance, { devices, clock, publicUrl }: DeviceRouteDeps): void {
  const started = createSignInAttempts(clock, null, limits.device.perMinute);
  const approved = createSignInAttempts(clock, null, limits.device.perMinute);

  serveEndpoints(api, 'device', {
    async start({ raw, reply }) {
      started.count(raw, reply);
      const made = await devices.start(clientNetwork(raw.ip));
      if (made === null) throw new RequestError('unavailable', factorMessages.deviceTooMany);
      const verification_uri = `${publicUrl()}/device`;
      return {
        device_code: made.deviceCode,
        user_code: made.userCode,
        verification_uri,
        // In the fragment: servers and proxies log the rest of an address.
        verification_uri_complete: `${verification_uri}#${made.userCode}`,
        expires_in: limits.device.minutes * 60,
        interval: limits.device.intervalSeconds,
      };
    },
    async approve({ raw, reply, body, change }) {
      const caller = callerOf(raw);
      // The new session counts as freshly authenticated, so a stale session must not create it.
      requireConfirmed(caller, clock.now());
      return approved.during(raw, reply, async () => {
        await change(async (trx) => {
          if (!(await devices.approve(trx, body.user_code, userIdOf(caller)))) throw unknownCode();
        });
        return null;
      });
    },
    async token({ raw, body, change }) {
      const answer = await devices.token(body.device_code, arrivalOf(raw), change);
      if (typeof answer === 'string') throw refused(answer);
      return { access_token: answer.token, token_type: 'bearer' as const };
    },
  });
}

const sentences: Readonly<Record<DeviceError, string>> = {
  authorization_pending: factorMessages.devicePending,
  slow_down: factorMessages.deviceSlowDown,
  expired_token: factorMessages.deviceExpired,
};

const refused = (error: DeviceError): RequestError =>
  new RequestError('malformed', sentences[error], { facts: { error } });

const unknownCode = (): RequestError =>
  new RequestError('invalid', factorMessages.deviceCodeUnknown, {
    errors: [{ field: 'user_code', message: factorMessages.deviceCodeUnknown }],
  });
