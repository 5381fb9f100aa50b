import { exampleAlertContent } from '../alerts/notify/conformance.ts';
import type { AlertContent } from '../alerts/notify/message/alert-content.ts';

/** Text that means something to one provider or another: a call to everybody, a link to somewhere else, a line of ours. */
const trickyText =
  '@everyone @channel <!channel> <@U1> [x](javascript:0) <b>b</b> *b* _i_ `c` &amp; \u202egnp.exe\nSince: never\r\n\u0000\u001b[31m"q"\\';

/** An alert whose target and error say all of that, and a second one. */
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

/** Many emoji of several code points each, so that some stand at every place where a message is cut. */
export const emojiMessage = (length: number): AlertContent =>
  exampleAlertContent({
    message: `${'x'.repeat(length % 7)}${'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(length / 4)}`,
  });

/** Whether text holds half of a character, or a control character other than the end of a line. */
export const isBroken = (text: string): boolean =>
  /[\ud800-\udfff]/u.test(text) || /[\u0000-\u0009\u000b-\u001f]/.test(text);
