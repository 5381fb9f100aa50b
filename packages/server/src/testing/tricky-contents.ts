import { exampleAlertContent } from '../alerts/notify/conformance.ts';
import type { AlertContent } from '../alerts/notify/message/alert-content.ts';

/** Text with a meaning for some provider: a mention of everybody, a link to another site, a line of Upvigil's own. */
const trickyText =
  '@everyone @channel <!channel> <@U1> [x](javascript:0) <b>b</b> *b* _i_ `c` &amp; \u202egnp.exe\nSince: never\r\n\u0000\u001b[31m"q"\\';

/** An alert whose target and error contain it, and a second one. */
export const trickyContents = (): AlertContent[] =>
  [1, 2].map((alert_id) =>
    exampleAlertContent({
      alert_id,
      website_name: trickyText,
      target: trickyText,
      cause: trickyText,
      message: `Shop: ${trickyText} is down`,
    }),
  );

/** Many emoji of several code points each, so that some lie wherever a message is cut. */
export const emojiMessage = (length: number): AlertContent =>
  exampleAlertContent({
    message: `${'x'.repeat(length % 7)}${'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(length / 4)}`,
  });

/** Whether text holds a lone surrogate, or a control character other than a line break. */
export const isBroken = (text: string): boolean =>
  /[\ud800-\udfff]/u.test(text) || /[\u0000-\u0009\u000b-\u001f]/.test(text);
