import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { Channel } from '@upvigil/core/contract/channels';
import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { channelSentences } from '@upvigil/core/texts/channels';
import { minuteMs } from '@upvigil/core/time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { changeChannel, findChannel, listChannels } from '../../storage/settings/channel-store.ts';
import { lockRouting } from '../../storage/settings/routing-store.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import { webPushPublicKey } from '../../storage/settings/web-push-keys.ts';
import type { ChannelRow } from '../../storage/tables.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { addChannel, removeChannel, replaceChannel, requireChannel, takenOrRefused } from './channel-changes.ts';
import { sendTest, type TestSender } from './send-test.ts';
import { rotatedSecret } from './signing-secrets.ts';
import { wireChannels } from './wire-channels.ts';

interface ChannelRouteDeps extends Omit<TestSender, 'testDeadlineMilliseconds'> {
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  secrets: Secrets;
  /** Time limit of a test message. */
  testDeadlineMilliseconds?: number;
}

export function channelRoutes(
  api: FastifyInstance,
  { clock, changes, secrets, testDeadlineMilliseconds = 20_000, ...rest }: ChannelRouteDeps,
): void {
  const { db } = rest;
  const sender: TestSender = { ...rest, testDeadlineMilliseconds };
  const throttle = createTestThrottle(() => clock.monotonic());

  const publish = (): void => changes.publish({ is_structural: true });
  const wire = async (row: ChannelRow | undefined, id: number): Promise<Channel> => {
    const [channel] = row ? await wireChannels(db, secrets, [row]) : [];
    if (!channel) throw new RequestError('notFound', `There is no channel ${id}`);
    return channel;
  };
  const refuseTooMany = (reply: FastifyReply): void => {
    const seconds = throttle();
    if (seconds === null) return;
    reply.header('retry-after', seconds);
    throw new RequestError('tooMany', channelSentences.tooManyTests);
  };

  serveEndpoints(api, 'channels', {
    list: async () => wireChannels(db, secrets, await listChannels(db)),
    get: async ({ params: { channelId } }) => wire(await findChannel(db, channelId), channelId),
    async create({ body, change }) {
      const { row, secret } = await change(
        (trx) => addChannel(trx, secrets, body, clock.now()),
        (added) => ({ id: added.row.id }),
      );
      publish();
      return { ...(await wire(row, row.id)), secret };
    },
    async update({ params: { channelId }, body, change }) {
      const row = await change((trx) => replaceChannel(trx, secrets, channelId, body));
      publish();
      return wire(row, channelId);
    },
    async remove({ params: { channelId }, change }) {
      await change((trx) => removeChannel(trx, channelId, clock.now()));
      publish();
      return null;
    },
    async test({ body: { kind, config, channel_id }, reply }) {
      const stored = channel_id === undefined ? null : await requireChannel(db, channel_id);
      const taken = takenOrRefused({ kind, config: config as AnyConfig }, stored);
      refuseTooMany(reply);
      return sendTest(sender, { id: stored?.id ?? 0, name: '', kind, enabled: true, ...taken });
    },
    async testSaved({ params: { channelId }, reply }) {
      const own = await requireChannel(db, channelId);
      refuseTooMany(reply);
      return sendTest(sender, own);
    },
    async rotateSecret({ params: { channelId }, change }) {
      const secret = await change(async (trx) => {
        await lockRouting(trx);
        const own = await requireChannel(trx, channelId);
        const rotated = await rotatedSecret(trx, secrets, own, clock.now());
        await changeChannel(trx, channelId, rotated.change);
        return rotated.secret;
      });
      publish();
      return { secret };
    },
    webPushKey: async () => ({ public_key: await webPushPublicKey(db, secrets) }),
  });
}

/**
 * Limits test messages of all channels together. Returns the seconds to wait over the limit, else null. `monotonic`
 * returns milliseconds of a clock that never jumps.
 */
function createTestThrottle(monotonic: () => number): () => number | null {
  let times: number[] = [];
  return () => {
    const now = monotonic();
    times = times.filter((time) => now - time < minuteMs);
    const [oldest] = times;
    if (times.length >= limits.channelTestsPerMinute && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000));
    }
    times.push(now);
    return null;
  };
}
