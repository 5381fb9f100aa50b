import { createServer } from 'node:http';
import { listenOnLoopback } from '@upvigil/server/testing/sinks/sink';
import { startSlackSink } from '@upvigil/server/testing/sinks/slack-sink';
import { startSmsSink } from '@upvigil/server/testing/sinks/sms-sink';
import { startSmtpSink } from '@upvigil/server/testing/sinks/smtp-sink';
import { catcherPage } from './catcher-page.ts';

/** Loopback providers for mail, SMS and Slack that pass nothing on, and a page that shows what they received. */
export interface Catcher {
  /** Address of the page. */
  url: string;
  smtp: { smtp_host: string; smtp_port: number; smtp_use_tls: boolean };
  sms: { sendsms_username: string; sendsms_password: string };
  /** Value for SENDSMS_API_URL. */
  smsApiUrl: string;
  webhookOf(websiteId: number): string;
  close(): Promise<void>;
}

const account = { username: 'demo', password: 'demo' };

export async function startCatcher(): Promise<Catcher> {
  const [smtp, sms, slack] = await Promise.all([startSmtpSink(), startSmsSink(account), startSlackSink()]);
  const server = createServer((_request, response) => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    };
    response
      .writeHead(200, headers)
      .end(catcherPage({ mails: smtp.messages, texts: sms.messages, slack: slack.messages }));
  });
  const page = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${page.port}/`,
    smtp: { smtp_host: '127.0.0.1', smtp_port: smtp.port, smtp_use_tls: false },
    sms: { sendsms_username: account.username, sendsms_password: account.password },
    smsApiUrl: sms.apiUrl,
    webhookOf: (websiteId) => slack.webhookUrl(`website-${websiteId}`),
    async close() {
      await Promise.all([page, smtp, sms, slack].map((each) => each.close()));
    },
  };
}
