import { bodyTypes, requestMethods } from '@upvigil/core/check-options/requests/request-names';
import { limits } from '@upvigil/core/limits';
import { checkUrl as runCheck } from '../../checks/trigger.ts';
import { defineCommand } from '../../command.ts';
import { UsageError } from '../../failures.ts';
import {
  type Argument,
  choiceOption,
  flagOption,
  idArgument,
  listOption,
  oneWord,
  optionalNumberOption,
  textOption,
} from '../../options/inputs.ts';
import { checkDeadlineSeconds } from './deadline.ts';
import type { TestOptions } from './test/asked-request.ts';

/** What is checked: a URL that is watched, or any address. */
type Checked = { id: number } | { address: string };

const urlArgument: Argument<Checked> = {
  syntax: '<url>',
  about: 'id of the URL, or an address to test',
  parse(given) {
    const text = oneWord(given);
    if (/^https?:\/\//i.test(text)) return { address: text };
    if (/^\d+$/.test(text)) return { id: idArgument('<url>', '').parse(text) };
    throw new UsageError(
      `<url> must be the id of a URL, or an address that starts with http:// or https://, but it is "${text}"`,
    );
  },
};

/** Each makes the check a test of this request. */
const requestOptions = {
  method: choiceOption('--method <method>', 'POST where there is a body, else GET', requestMethods),
  headers: listOption('--header <header>', "'Name: value'; @file has one a line"),
  body: textOption('--body <text>', 'the body; @file reads a file, @- stdin'),
  bodyType: choiceOption(
    '--body-type <type>',
    'json where the body is JSON, else text',
    bodyTypes.filter((type) => type !== 'none'),
  ),
  accept: textOption('--accept <codes>', 'the status that is accepted, as 201 or 200-299,404'),
  asserts: listOption('--assert <assertion>', "what the answer must be, as 'json $.status equals ok'"),
  redirects: optionalNumberOption('--max-redirects <n>', 'how many are followed; 0: the redirect is the answer', {
    ...{ min: 0, max: limits.redirects },
  }),
  ipFamily: choiceOption('--ip <family>', 'IPv4 or IPv6 alone', ['4', '6']),
  proxy: textOption('--proxy <address>', 'through this http, https or socks5 proxy'),
  insecure: flagOption('--insecure', 'take any certificate'),
};

export const checkUrl = defineCommand({
  path: ['check', 'url'],
  summary: 'check one URL now, or test a request',
  description:
    "With an id it runs one check of that URL now, also of a disabled one, stores it and shows the result. Ends as a monitoring plugin does.\n\nWith an address, with --test or with any option about the request it is a test: the server sends the request once, judges the answer, says where the time went, and stores nothing. Of a URL with an id, what is not given is as it is set, its secrets too; headers replace those of the same name, and assertions come besides. Client certificates are set at the URL.\n\nAn assertion is written SOURCE PROPERTY COMPARE VALUE, without what its source or compare does not have: 'body contains Welcome', 'json $.items greater 3', 'header Content-Type contains json', 'size less 100000', 'time first_byte less 0.5', 'html robots indexable'. docs/assertions.md has them all. Headers with names such as Authorization are kept secret; @file keeps them out of the list of processes.",
  examples: [
    { command: 'upvigil check url 12', about: 'Check URL 12; upvigil urls <websiteId> lists ids' },
    {
      command: '*/15 * * * * upvigil check url 12 >/dev/null || logger -t upvigil "URL 12 is not up"',
      about: 'In a crontab: tell the system log',
    },
    {
      command:
        "upvigil check url https://shop.example.org/api/orders --header @token.txt --body @order.json --accept 201 --assert 'json $.status equals ok'",
      about: 'Test a request before it is watched: POST, because it has a body',
    },
    {
      command: 'upvigil check url 12 --test --ip 6 --json',
      about: 'Test URL 12 with its options over IPv6; nothing is stored',
    },
  ],
  arguments: { checked: urlArgument },
  options: { test: flagOption('--test', 'only test it, and store nothing'), ...requestOptions },
  exitCodes: 'plugin',
  json: 'the result of the check; of a test its success, message, status_code, response_time, phases and assertions',
  deadlineSeconds: checkDeadlineSeconds,
  async run(context, { checked, test, ...options }) {
    if ('address' in checked || test || isAnyGiven(options)) {
      const { testUrl } = await import('./test/test-url.ts');
      return testUrl(context, checked, options);
    }
    const { api } = await context.connect('admin');
    const url = await api.urls.get({ params: { urlId: checked.id } });
    const { showOutcome } = await import('./show-outcomes.ts');
    return showOutcome(context, await runCheck(api, url));
  },
});

const isAnyGiven = (options: TestOptions): boolean =>
  Object.values(options).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== false));
