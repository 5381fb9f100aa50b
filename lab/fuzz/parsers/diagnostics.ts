import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { createEmailChannel } from '@upvigil/server/alerts/notify/channels/email';
import { systemClock } from '@upvigil/server/base/clock';
import { readConfig } from '@upvigil/server/base/config/config';
import { createDialer } from '@upvigil/server/checks/probe/dialing/dialer';
import { readPingOutput } from '@upvigil/server/checks/probe/icmp/spawned-ping';
import type { DiagnosticTools } from '@upvigil/server/operations/diagnostics/diagnostic';
import { createLatenessWindow } from '@upvigil/server/operations/diagnostics/notices/lateness-window';
import { diagnostics } from '@upvigil/server/operations/diagnostics/registry';
import { runDiagnostics } from '@upvigil/server/operations/diagnostics/run-diagnostics';
import { diagnosticThresholds } from '@upvigil/server/operations/diagnostics/thresholds';
import { saveNotificationSettings } from '@upvigil/server/storage/settings/notification-settings-store';
import { saveSlackSettings } from '@upvigil/server/storage/settings/slack-settings-store';
import { plainSecrets } from '@upvigil/server/testing/plain-secrets';
import { makeMonitor } from '@upvigil/server/testing/rows';
import { startTcpTarget } from '@upvigil/server/testing/targets/tcp-target';
import { openTestStorage, type TestStorage } from '@upvigil/server/testing/test-storage';
import { bytesLike, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../parser.ts';

const secret = 'planted-Secret-2';
const oldest = 'Thu, 01 Jan 1970 00:00:00 GMT';
const newest = 'Fri, 31 Dec 9999 23:59:59 GMT';
const answers = [
  `HTTP/1.1 200 OK\r\ndate: ${oldest}\r\ncontent-length: 15\r\n\r\n{"status":"ok"}`,
  `HTTP/1.1 503 Away\r\ndate: ${newest}\r\nage: 5\r\n\r\n{"status":"unavailable"}`,
  'HTTP/1.1 404 Gone\r\ndate: +275760-09-13\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 400 Bad\r\ndate: soon\r\n\r\ninvalid_payload',
  `220 mail\r\n250-mail\r\n250 AUTH PLAIN\r\n535 5.7.8 no ops with ${secret}\r\n`,
  '220 mail\r\n250 mail\r\n',
].map((text) => Buffer.from(text));

/** The peers of diagnostics: pages for the clock, the public address, webhooks, the mail server. */
const asked = defineParser<Buffer>({
  name: 'answer to a diagnostic',
  file: 'packages/server/src/operations/diagnostics/registry.ts',
  inputs: bytesLike(...answers),
  shortRuns: 30,
  open: openDiagnosed,
});

async function openDiagnosed(): Promise<OpenParser<Buffer>> {
  let said = Buffer.alloc(0);
  const service = await startTcpTarget((socket) => socket.resume().end(said));
  const test = await openTestStorage();
  await setUp(test, service.port);
  const dialer = createDialer({ resolveName: async () => [{ address: service.host, family: 4 }] });
  const tools: DiagnosticTools = {
    config: readConfig({ DATA_DIR: test.folder, BASE_URL: `http://status.example:${service.port}`, TRUST_PROXY: 'on' }),
    clock: systemClock,
    dialer,
    email: createEmailChannel({ dialer, secrets: plainSecrets }),
    storage: test.storage,
    process: {
      engineStats: () => null,
      lateness: createLatenessWindow(systemClock),
      presentSince: Date.now,
      isBehindProxy: () => false,
    },
  };
  return {
    async parse(bytes) {
      said = Buffer.from(bytes);
      const { clock, proxy, slack, smtp } = diagnostics;
      const onError = (error: unknown): void => {
        throw error;
      };
      // Limit for a mail server that sends too little.
      const options = { isDeep: false, limit: 600, onError };
      for (const { message } of await runDiagnostics([clock, proxy, slack, smtp], tools, options)) {
        mustHold(message !== '' && !message.includes(secret), `a finding holds no secret: ${message}`);
      }
    },
    async close() {
      await service.close();
      await test.close();
    },
  };
}

/** Pages on different hosts, a webhook and a mail server, all served by the service on this port. */
async function setUp({ db }: TestStorage, port: number): Promise<void> {
  for (let page = 0; page < diagnosticThresholds.clockTargets.least; page++) {
    const target = `http://page${page}.example:${port}/`;
    const { website_id } = await makeMonitor(db, { target, is_up: 1 });
    const webhook_url = `http://slack${page}.example:${port}/services/${secret}`;
    await saveSlackSettings(db, website_id, slackSettingsSchema.parse({ enabled: true, webhook_url }));
  }
  await saveNotificationSettings(db, {
    ...defaultNotificationSettings,
    smtp_host: 'mail.example',
    smtp_port: port,
    smtp_use_tls: false,
    smtp_from_email: 'a@example.com',
    smtp_username: 'ops',
    smtp_password: secret,
  });
}

/** Output of three families of the program `ping`. */
const pingOutputs = [
  '3 packets transmitted, 2 received, 33% packet loss, time 402ms\nrtt min/avg/max/mdev = 0.021/0.035/0.050/0.012 ms\n',
  '3 packets transmitted, 3 packets received, 0% packet loss\nround-trip min/avg/max = 0.1/0.2/0.3 ms\n',
  '3 packets transmitted, 0 packets received, 100.0% packet loss\n',
];
const ping = defineParser({
  name: 'output of ping',
  file: 'packages/server/src/checks/probe/icmp/spawned-ping.ts',
  inputs: textLike(...pingOutputs),
  shortRuns: 1000,
  open: () => ({
    parse(output) {
      const echoes = readPingOutput(output);
      mustHold(echoes === null || echoes.sent !== 0, 'something was sent, or nothing is reported');
    },
  }),
});

export const diagnosticParsers: readonly FuzzedParser[] = [asked, ping];
