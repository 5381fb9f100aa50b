import { RequestError } from '@upvigil/core/contract/errors';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { mayUse } from '@upvigil/core/contract/names/scopes';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { slackSecretFields } from '@upvigil/core/contract/slack';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '../../alerts/notify/channels/registry.ts';
import { testDeadline } from '../../alerts/notify/test-deadline.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { keepMaskedSecrets, maskSecrets } from '../../storage/settings/masked-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import {
  readSlackSettings,
  removeSlackSettings,
  saveSlackSettings,
  slackSecrets,
  websiteExists,
} from '../../storage/settings/slack-settings-store.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

interface SlackRouteDeps {
  db: Database;
  channels: Pick<Channels, 'slack'>;
  changes: Pick<ChangeFeed, 'publish'>;
  secrets: Pick<Secrets, 'seal'>;
  /** Time limit of a test message. */
  testDeadlineMilliseconds?: number;
}

/** The Slack settings of each website, and a test of any webhook. */
export function slackRoutes(
  api: FastifyInstance,
  { db, channels, changes, secrets, testDeadlineMilliseconds = 20_000 }: SlackRouteDeps,
): void {
  serveEndpoints(api, 'slack', {
    async get({ params, raw }) {
      const settings = (await readSlackSettings(db, [params.websiteId])).get(params.websiteId);
      if (!settings) throw new RequestError('notFound', 'No Slack settings for this website yet');
      const shown = maskSecrets(settings, slackSecretFields);
      return mayUse(callerOf(raw).scopes, 'write') ? shown : { ...shown, webhook_url: withoutPath(shown.webhook_url) };
    },
    async save({ params: { websiteId }, body, change }) {
      const settings = await change(async (trx) => {
        if (!(await websiteExists(trx, websiteId))) throw new RequestError('notFound', 'Website not found');
        const stored = (await readSlackSettings(trx, [websiteId])).get(websiteId) ?? null;
        const changed = keepMaskedSecrets(body, stored, slackSecretFields);
        const sealed = await secrets.seal(trx, changed, slackSecrets(websiteId));
        await saveSlackSettings(trx, websiteId, sealed);
        return sealed;
      });
      changes.publish({ is_structural: true });
      return maskSecrets(settings, slackSecretFields);
    },
    async remove({ params, change }) {
      await change(async (trx) => {
        if (await removeSlackSettings(trx, params.websiteId)) return;
        throw new RequestError('notFound', 'No Slack settings for this website');
      });
      changes.publish({ is_structural: true });
      return null;
    },
    async test({ body }) {
      const signal = testDeadline(testDeadlineMilliseconds);
      const result = await channels.slack.sendTest(body.webhook_url, body.channel_id ?? null, signal);
      if (result.outcome === 'sent') return { success: true, message: 'Test message sent successfully!' };
      return { success: false, message: `Slack refused the test message: ${result.reason}` };
    },
  });
}

/** Knowing the path of a webhook lets anybody post to it, so only those who may change it see it. */
const withoutPath = (address: string): string =>
  canParseUrl(address) ? `${new URL(address).origin}/${maskedSecret}` : '';
