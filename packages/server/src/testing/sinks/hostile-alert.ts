import { exampleAlertContent } from '../../alerts/notify/conformance.ts';

/** An alert whose website and target contain mentions, links, line breaks and an emoji. */
export const hostileAlert = exampleAlertContent({
  website_name: '@everyone <!channel>',
  message: '@everyone <!channel>: https://shop.example.com/@all?a=1_2 is down: [x](javascript:0)\n# @here *b* 👨‍👩‍👧',
  cause: '<@U1> <users/all> @room `c`\r\n> [Bank](https://evil.example/) ~~s~~ ||p||',
  target: 'https://shop.example.com/@all?a=1_2',
});
