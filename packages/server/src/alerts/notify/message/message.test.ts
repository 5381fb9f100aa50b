import { shortTarget } from '@upvigil/core/format/monitor-name';
import { describe, expect, it } from 'vitest';
import { isBroken } from '../../../testing/tricky-contents.ts';
import { emailBody } from '../channels/email-body.ts';
import { slackCapacity, slackMessage } from '../channels/slack-blocks.ts';
import { exampleAlertContent, exampleExtras } from '../conformance.ts';
import type { AlertContent } from './alert-content.ts';
import { plainAlerts } from './fitting.ts';
import { subject } from './message.ts';
import { smsText } from './sms-text.ts';

const down = exampleAlertContent();
const recovered = exampleAlertContent({
  alert_id: 8,
  alert_type: 'RECOVERED',
  message: 'Shop: https://shop.example.com/ is up again after 2 hours 5 minutes',
  cause: null,
  created_at: Date.UTC(2026, 2, 10, 14, 5),
  fine_since: null,
  problem_since: Date.UTC(2026, 2, 10, 12),
});
const slow = exampleAlertContent({
  alert_type: 'SLOW',
  problem: 'slow',
  message: 'Mail: Relay (mail.example.com:993) is slow: 6.12s, limit 5.00s',
  cause: '6.12s, limit 5.00s',
  website_name: 'Mail',
  website_id: 4,
  kind: 'IMAP',
  target: 'Relay (mail.example.com:993)',
  failure_threshold: 1,
  is_first_problem: false,
});
const storm = (count: number, given: Partial<AlertContent> = {}): AlertContent[] =>
  Array.from({ length: count }, (_, at) => exampleAlertContent({ target: `https://shop.example.com/${at}`, ...given }));

describe('an email', () => {
  it('about a problem states the problem, its start, its cause and how long it had been fine', () => {
    expect(subject([down])).toBe('DOWN: Shop: https://shop.example.com/ is down: HTTP 503');
    expect(emailBody([down], exampleExtras).text).toMatchInlineSnapshot(`
      "Shop: https://shop.example.com/ is down: HTTP 503

      Since:        2026-03-10 12:00:00 UTC
      How we know:  HTTP 503, seen by 2 checks in a row
      Fine before:  for 3 days 4 hours, since it was added
      Tags:         env:prod, shop
      Details:      https://status.example.org/websites/3?open=5
      "
    `);
    expect(emailBody([slow], exampleExtras).text).toMatchInlineSnapshot(`
      "Mail: Relay (mail.example.com:993) is slow: 6.12s, limit 5.00s

      Since:        2026-03-10 12:00:00 UTC
      How we know:  6.12s, limit 5.00s, seen by one check
      Fine before:  for 3 days 4 hours, since the last such problem
      Tags:         env:prod, shop
      Details:      https://status.example.org/websites/4?tab=network&open=5
      "
    `);
  });

  it('about a recovery states how long it lasted', () => {
    expect(emailBody([recovered], exampleExtras).text).toMatchInlineSnapshot(`
      "Shop: https://shop.example.com/ is up again after 2 hours 5 minutes

      Recovered at:   2026-03-10 14:05:00 UTC
      Problem since:  2026-03-10 12:00:00 UTC
      How we know:    a successful check
      Tags:           env:prod, shop
      Details:        https://status.example.org/websites/3?open=5
      "
    `);
  });

  it('about several alerts lists them', () => {
    expect(subject([down, slow, recovered])).toMatchInlineSnapshot(
      `"3 alerts: 1 DOWN, 1 SLOW, 1 RECOVERED (Shop, Mail)"`,
    );
    expect(emailBody([down, slow, recovered], exampleExtras).text).toMatchInlineSnapshot(`
      "3 alerts: 1 DOWN, 1 SLOW, 1 RECOVERED (Shop, Mail)

      12:00 UTC  DOWN  Shop: https://shop.example.com/ is down: HTTP 503 [env:prod, shop]
      12:00 UTC  SLOW  Mail: Relay (mail.example.com:993) is slow: 6.12s, limit 5.00s [env:prod, shop]
      14:05 UTC  RECOVERED  Shop: https://shop.example.com/ is up again after 2 hours 5 minutes [env:prod, shop]

      Details: https://status.example.org/alerts
      "
    `);
  });

  it('has an HTML part with the same content, in light and dark', () => {
    const { html } = emailBody([down], exampleExtras);
    expect(html).toMatchInlineSnapshot(`
      "<!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
      <title>Shop: https://shop.example.com/ is down: HTTP 503</title>
      <style>:root{color-scheme:light dark}
      body{margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#111827}
      h1{font-size:18px;margin:0 0 16px;padding-left:12px}th,td{padding:2px 16px 2px 0;overflow-wrap:anywhere}
      .label{font-weight:600;white-space:nowrap}ul{list-style:none;margin:0;padding:0}li{margin:0 0 6px;padding-left:8px}
      a{color:#2563eb}@media (prefers-color-scheme:dark){body{color:#f3f4f6}a{color:#93c5fd}}</style></head>
      <body><h1 style="border-left:6px solid #dc2626">Shop: https://shop.example.com/ is down: HTTP 503</h1><table role="presentation"><tr><th class="label" align="left" valign="top">Since</th><td>2026-03-10 12:00:00 UTC</td></tr><tr><th class="label" align="left" valign="top">How we know</th><td>HTTP 503, seen by 2 checks in a row</td></tr><tr><th class="label" align="left" valign="top">Fine before</th><td>for 3 days 4 hours, since it was added</td></tr><tr><th class="label" align="left" valign="top">Tags</th><td>env:prod, shop</td></tr><tr><th class="label" align="left" valign="top">Details</th><td><a href="https://status.example.org/websites/3?open=5">https://status.example.org/websites/3?open=5</a></td></tr></table></body></html>
      "
    `);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).not.toMatch(/background/);
  });

  it('escapes foreign text', () => {
    const evil = exampleAlertContent({ message: '<script>alert(1)</script> is down: "&"', cause: '"><img src=x>' });
    for (const contents of [[evil], [evil, down]]) {
      const { html } = emailBody(contents, exampleExtras);
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(/<script|<img/);
    }
  });
});

it.each(['{{7*7}}', `\${7*7}`, '<%= 7*7 %>', '#{7*7}', '{count}', "{x, plural, other{#}}'", '%s%n%1$s', "$& $` $'"])(
  'is no template, whatever a target answers: %s',
  (text) => {
    const content = exampleAlertContent({ message: `Shop: ${text} is down`, cause: text, website_name: text });
    expect(subject([content])).toBe(`DOWN: Shop: ${text} is down`);
    expect(smsText([content], exampleExtras)).toContain(`Shop: ${text} is down`);
    for (const contents of [[content], [content, down]]) {
      expect(emailBody(contents, exampleExtras).text).toContain(`Shop: ${text} is down`);
      // Slack escapes three characters of its own.
      const inSlack = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      expect(JSON.stringify(slackMessage(contents, exampleExtras, []))).toContain(JSON.stringify(inSlack).slice(1, -1));
    }
  },
);

/** An alert about this target. */
const named = (target: string, cause: string): AlertContent =>
  exampleAlertContent({ target, cause, message: `Shop: ${target} is down: ${cause}` });

describe('a message that is too long', () => {
  const cause = 'the answer lacks "Welcome"';
  const long = `Checkout ${'very '.repeat(30)}long`;

  it('keeps the cause, and drops the address and then the middle of the names', () => {
    const address = `https://shop.example.com/${'a'.repeat(100)}`;
    expect(subject([named(`Checkout (${address})`, cause)])).toBe(`DOWN: Shop: Checkout is down: ${cause}`);
    const cut = subject([named(`${long} (${address})`, cause)]);
    expect(cut).toHaveLength(150);
    expect(cut).toMatch(/^DOWN: Shop: Checkout very .*….*very long is down: the answer lacks "Welcome"$/);
    expect(subject([named(address, cause)])).toMatch(/^DOWN: Shop: https.*…a+ is down: the answer lacks "Welcome"$/);
  });

  it('keeps the beginning of a long cause and both ends of the names', () => {
    const cut = subject([named(long, 'lacks '.repeat(80))]);
    expect(cut).toHaveLength(150);
    expect(cut).toMatch(/^DOWN: Shop: Checkout .*….*long is down: lacks (lacks )+.*…$/);
  });

  it('keeps the end of a sentence of another form', () => {
    const message = `${'x'.repeat(300)} broke for an unknown reason`;
    expect(subject([exampleAlertContent({ message })])).toMatch(/^DOWN: x+…x+ broke for an unknown reason$/);
  });

  it('names alike targets with their address', () => {
    const alike = [named('Cart (https://a.example/cart)', cause), named('Cart (https://b.example/cart)', cause)];
    const both = 'Cart (https://a.example/cart), Cart (https://b.example/cart)';
    expect(plainAlerts(alike, exampleExtras).text).toBe(`Shop, DOWN, ${cause}: ${both}`);
    expect(smsText(alike, exampleExtras)).toContain(`2 DOWN: ${both}`);
    const others = [named('Cart (https://a.example/cart)', cause), down];
    expect(smsText(others, exampleExtras)).toContain('2 DOWN: Cart, https://shop');
  });
});

describe('an SMS', () => {
  it('fits into 160 characters in the usual case', () => {
    expect(smsText([down], exampleExtras)).toMatchInlineSnapshot(
      `"Shop: https://shop.example.com/ is down: HTTP 503. Since 12:00 UTC. https://status.example.org/websites/3?open=5"`,
    );
    expect(smsText([recovered], exampleExtras)).toMatchInlineSnapshot(
      `"Shop: https://shop.example.com/ is up again after 2 hours 5 minutes. https://status.example.org/websites/3?open=5"`,
    );
  });

  const timeout = 'timed out after 30 s while connecting';

  it('drops the link, then the middle of the names, but neither the cause nor the time', () => {
    const withoutLink = smsText([named(`https://shop.example.com/${'a'.repeat(40)}`, timeout)], exampleExtras);
    expect(withoutLink).toMatch(/\/a+ is down: .*connecting\. Since 12:00 UTC\.$/);
    const cut = smsText([named(`https://shop.example.com/${'a'.repeat(500)}`, timeout)], exampleExtras);
    expect(cut).toHaveLength(160);
    expect(cut).toMatch(/^Shop: https:.*\.\.\.a+ is down: timed out after 30 s while connecting\. Since 12:00 UTC\.$/);
  });

  it('drops the address of a long label, then the middle of the label', () => {
    const address = `https://shop.example.com/${'a'.repeat(40)}`;
    const short = smsText([named(`Checkout (${address.repeat(2)})`, timeout)], exampleExtras);
    expect(short).toMatch(/^Shop: Checkout is down: timed out/);
    for (const sign of ['x', '\u{1f6d2}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}']) {
      const label = `Checkout ${sign.repeat(200)} end`.slice(0, 200);
      const text = smsText([named(`${label} (${address})`, timeout)], exampleExtras);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).toMatch(
        /^Shop: Checkout .*\.\.\..* is down: timed out after 30 s while connecting\. Since 12:00 UTC\.$/u,
      );
      expect(isBroken(text)).toBe(false);
    }
  });

  it('about many names as many as two SMS hold, and counts the rest', () => {
    const text = smsText(storm(500), exampleExtras);
    expect(text.length).toBeLessThanOrEqual(306);
    expect(text).toMatch(/^500 alerts: 500 DOWN: https:\/\/shop\.example\.com\/0, .* and \d+ more https:/);
  });

  it('before the cap states until when further ones wait, whatever its length', () => {
    const extras = { ...exampleExtras, throttledUntil: Date.UTC(2026, 2, 10, 13, 5) };
    for (const contents of [[down], storm(500), [exampleAlertContent({ message: 'x'.repeat(500) })]]) {
      const text = smsText(contents, extras);
      expect(text).toMatch(/ Further SMS wait until 13:05 UTC\.$/);
      expect(text.length).toBeLessThanOrEqual(contents.length === 1 ? 160 : 306);
    }
  });
});

describe('a Slack message', () => {
  it('about one alert has its facts, the mentions and a link', () => {
    expect(slackMessage([down], exampleExtras, ['U123', 'U456'])).toMatchInlineSnapshot(`
      {
        "blocks": [
          {
            "text": {
              "text": "DOWN: Shop",
              "type": "plain_text",
            },
            "type": "header",
          },
          {
            "text": {
              "text": "shop.example.com is down: HTTP 503
      <@U123> <@U456>",
              "type": "mrkdwn",
            },
            "type": "section",
          },
          {
            "fields": [
              {
                "text": "*Since*
      2026-03-10 12:00:00 UTC",
                "type": "mrkdwn",
              },
              {
                "text": "*How we know*
      HTTP 503, seen by 2 checks in a row",
                "type": "mrkdwn",
              },
              {
                "text": "*Fine before*
      for 3 days 4 hours, since it was added",
                "type": "mrkdwn",
              },
            ],
            "type": "section",
          },
          {
            "elements": [
              {
                "text": "<https://status.example.org/websites/3?open=5|Open Shop>",
                "type": "mrkdwn",
              },
            ],
            "type": "context",
          },
        ],
        "text": "DOWN: Shop: https://shop.example.com/ is down: HTTP 503",
        "unfurl_links": false,
      }
    `);
  });

  it('about several names them by website, type and cause', () => {
    expect(slackMessage([...storm(3), slow, recovered], exampleExtras, []).blocks).toMatchInlineSnapshot(`
      [
        {
          "text": {
            "text": "5 alerts: 3 DOWN, 1 SLOW, 1 RECOVERED (Shop, Mail)",
            "type": "plain_text",
          },
          "type": "header",
        },
        {
          "text": {
            "text": "*Shop, DOWN, HTTP 503*: /0, /1, /2
      *Mail, SLOW, 6.12s, limit 5.00s*: Relay
      *Shop, RECOVERED*: shop.example.com",
            "type": "mrkdwn",
          },
          "type": "section",
        },
        {
          "elements": [
            {
              "text": "<https://status.example.org/alerts|Open all alerts>",
              "type": "mrkdwn",
            },
          ],
          "type": "context",
        },
      ]
    `);
  });

  it('names 500 targets in three messages at most', () => {
    let left = storm(500, { website_name: 'A shop with a long name' });
    let messages = 0;
    while (left.length > 0) {
      const fitting = left.slice(0, slackCapacity(left));
      const text = JSON.stringify(slackMessage(fitting, exampleExtras, ['U123']).blocks);
      expect(text.length).toBeLessThan(13_200);
      for (const { target } of fitting) expect(text).toContain(shortTarget(target));
      left = left.slice(fitting.length);
      messages += 1;
    }
    expect(messages).toBeLessThanOrEqual(3);
  });
});

describe('the purpose of a message', () => {
  const still = exampleAlertContent({ purpose: 'reminder' });
  const escalated = exampleAlertContent({ purpose: 'escalation' });
  const acknowledged = exampleAlertContent({ purpose: 'acknowledgement', acknowledged_by: 'admin' });

  it.each([
    ['that it lasts', [still], 'Still DOWN: Shop: https://shop.example.com/ is down: HTTP 503'],
    ['that nobody took care', [escalated], 'Escalated: DOWN: Shop: https://shop.example.com/ is down: HTTP 503'],
    [
      'that somebody does',
      [acknowledged],
      'Acknowledged by admin: DOWN: Shop: https://shop.example.com/ is down: HTTP 503',
    ],
    ['the same of several', [escalated, escalated], 'Escalated: 2 alerts: 2 DOWN (Shop)'],
    ['different things', [still, down], '2 alerts: 2 DOWN (Shop)'],
  ])('%s stands in the subject', (_what, contents, expected) => {
    expect(subject(contents)).toBe(expected);
  });

  it('is shown with each alert of a list with reminders', () => {
    expect(emailBody([still, down], exampleExtras).text).toContain('12:00 UTC  still DOWN  Shop');
    expect(plainAlerts([still, down], exampleExtras).text).toBe(
      'Shop, still DOWN, HTTP 503: shop.example.com\nShop, DOWN, HTTP 503: shop.example.com',
    );
  });

  it('begins an SMS, which has no subject', () => {
    expect(smsText([still], exampleExtras)).toMatch(/^Still DOWN: Shop: https/);
    expect(smsText([escalated, escalated], exampleExtras)).toMatch(/^Escalated: 2 alerts: 2 DOWN: https/);
  });
});

describe('a link to acknowledge in an SMS', () => {
  const extras = { ...exampleExtras, acknowledgeUrl: 'https://status.example.org/a/0123456789abcdefABCDEF' };

  it('is included if there is space, without shortening the sentence', () => {
    expect(smsText([down], extras)).toMatch(/HTTP 503\. Since 12:00 UTC\. Acknowledge: https:\S+$/);
    const long = exampleAlertContent({ message: `Shop: https://shop.example.com/${'x'.repeat(70)} is down: HTTP 503` });
    expect(smsText([long], extras)).toBe(smsText([long], exampleExtras));
  });

  it('replaces no name in a list', () => {
    expect(smsText(storm(3), extras)).toContain('/alerts Acknowledge: https://');
    const many = storm(40);
    expect(smsText(many, extras).match(/shop\.example\.com/g)).toHaveLength(
      smsText(many, exampleExtras).match(/shop\.example\.com/g)?.length ?? 0,
    );
    expect(smsText(many, extras).length).toBeLessThanOrEqual(306);
  });
});

it('splits no emoji in a cut text', () => {
  const message = `Shop: ${'\u{1f4a5}'.repeat(300)} is down`;
  for (const length of [0, 1]) {
    const content = exampleAlertContent({ message: 'x'.repeat(length) + message });
    expect(subject([content])).not.toMatch(/\p{Surrogate}/u);
    expect(smsText([content], exampleExtras)).not.toMatch(/\p{Surrogate}/u);
  }
});
