import type { ApiClient } from '@upvigil/core/client/api-client';
import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import { authTypes, bodyTypes, checkModes, requestMethods } from '@upvigil/core/contract/check-options/request-names';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlChange, UrlInput, UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { messages } from '@upvigil/core/texts/messages';
import { urlId, websiteId } from '../client/find-target.ts';
import type { Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../failures.ts';
import {
  checkFields,
  choiceField,
  type FieldTable,
  filePathsOf,
  numberField,
  switchField,
  textField,
} from '../options/fields.ts';
import { textArgument } from '../options/inputs.ts';
import { refArgument } from '../options/refs.ts';
import { idColumn, timeColumn, uptimeColumn } from '../output/columns.ts';
import { plainNumber } from '../output/plain-number.ts';
import type { Column } from '../output/table.ts';
import { roleOf, urlBadge, withRemarks } from '../status/states.ts';
import { addCommand, editCommand } from './field-kit.ts';
import { listCommand, removeCommand } from './kit.ts';

/** `now`: ms since the epoch. */
const urlColumns = (now: number): readonly Column<UrlMonitor>[] => [
  idColumn,
  { header: 'STATUS', text: (url) => urlBadge(url).label, role: (url) => roleOf(urlBadge(url)) },
  {
    header: 'URL',
    text: (url) => withRemarks(urlTitle(url), url, now),
    raw: ({ url }) => withoutCredentials(url),
    shrinkTo: 30,
  },
  {
    header: 'LOAD TIME',
    text: ({ last_check }) => formatSeconds(last_check?.response_time),
    raw: ({ last_check }) => plainNumber(last_check?.response_time),
    align: 'right',
    dropOrder: 1,
  },
  uptimeColumn,
  {
    header: 'EVERY',
    text: ({ check_interval }) => `${check_interval}s`,
    raw: ({ check_interval }) => String(check_interval),
    align: 'right',
    dropOrder: 4,
  },
  timeColumn('LAST CHECK', ({ last_check_time }) => last_check_time, { none: 'Never', dropOrder: 3 }),
];

const urls = listCommand({
  path: ['urls'],
  summary: "list a website's URLs with their ids",
  description: 'Lists the URLs of one website, by id, with the result of their last check.',
  examples: {
    'upvigil urls Shop': 'The URLs of the website Shop',
    "*/10 * * * * upvigil urls 3 | awk -F'\\t' '$2 != \"UP\"'": 'In a crontab: mail the URLs that are not UP',
  },
  arguments: { website: refArgument('<website>', 'the website; upvigil websites lists them') },
  json: 'the array of URLs',
  columns: urlColumns,
  empty: messages.empty.urls,
  read: async (api, { website }) => api.urls.listByWebsite({ params: { websiteId: await websiteId(api, website) } }),
});

const initial = defaults.url;
const request = defaultRequest;
const file = { takesFile: true } as const;

/** In the order of help. */
export const urlFields: FieldTable<UrlInput> = {
  url: textField('<address>', 'address of the page'),
  label: textField('<text>', 'name that is shown in place of the address'),
  ...checkFields(initial),
  check_mode: choiceField('http requests the page, browser also opens it', checkModes, initial.check_mode),
  metadata_tag: textField('<name>', 'name of a meta tag that the page must have'),
  metadata_value: textField('<text>', 'content of that tag'),
  assertions: textField('<assertion>', "a condition such as 'json $.status equals ok'; an empty one removes all", {
    option: 'assert',
    isList: true,
  }),
  ip_family: choiceField('IPv4 or IPv6 alone', ['any', '4', '6'], 'any', { option: 'ip' }),
  cert_alerts: switchField('whether its certificate is watched', true),
  'request.method': choiceField('HTTP method; with a body POST', requestMethods, request.method),
  'request.headers': textField('<header>', "a header 'Name: value'; an empty one removes all", {
    option: 'header',
    isList: true,
    takesFile: true,
  }),
  'request.body': textField('<text>', 'body of the request', file),
  'request.body_type': choiceField('type of the body; with a body json or text', bodyTypes, request.body_type),
  'request.body_secret': switchField('whether the body is never shown again', request.body_secret),
  'request.auth.type': choiceField('sign-in of the request', authTypes, request.auth.type),
  'request.auth.username': textField('<name>', 'user name for basic'),
  'request.auth.password': textField('<text>', 'password for basic', file),
  'request.auth.token': textField('<text>', 'token for bearer', file),
  'request.accepted_status': textField('<codes>', 'accepted statuses, such as 201 or 200-299,404', {
    option: 'accept',
    initial: request.accepted_status,
  }),
  'request.max_redirects': numberField('<n>', 'redirects to follow', request.max_redirects),
  'request.tls_verify': switchField('whether the certificate must be valid', request.tls_verify),
  'request.ca': textField('<pem>', 'certificate of your own authority', file),
  'request.client_certificate': textField('<pem>', 'client certificate', file),
  'request.client_key': textField('<pem>', 'its key', file),
  'request.server_name': textField('<host>', 'host name for TLS, if it is not that of the address'),
  'request.proxy': textField('<address>', 'http, https or socks5 proxy'),
  'request.cache_buster': switchField('whether a changing parameter is added', request.cache_buster),
};

const filePaths = filePathsOf(urlFields);

const addUrl = addCommand({
  path: ['url', 'add'],
  summary: 'add a URL to a website',
  description:
    'Adds a URL to a website. An address without http:// or https:// is tried with https, then with http. Options have the names of upvigil check url, which tests a request before you add it.',
  examples: {
    'upvigil url add Shop shop.example.org/checkout': 'With all defaults',
    "upvigil url add Shop https://shop.example.org/api/orders --header @token.txt --body @order.json --accept 201 --assert 'json $.status equals ok'":
      'A request with a body, which is sent by POST',
    '@reboot upvigil urls Shop | cut -f3 | grep -q /cart || upvigil url add Shop https://shop.example.org/cart >/dev/null':
      'In a crontab: add it if it is missing',
  },
  arguments: {
    website: refArgument('<website>', 'its website'),
    url: textArgument('<address>', 'address of the page'),
  },
  json: 'the URL, with its id; secrets masked',
  fields: urlFields,
  columns: urlColumns,
  async complete(given, context) {
    const { readUrlFields } = await import('../options/typed-request.ts');
    return readUrlFields(given, filePaths, { request, assertions: [] }, context);
  },
  async create(api, body: UrlInput, { website, url: typed }, context) {
    const params = { websiteId: await websiteId(api, website) };
    const url = await findAddress(context, api, typed);
    return api.urls.create({ params, body: { ...body, url } });
  },
  sentence: (url) => `Added URL ${url.id}: ${urlTitle(url)}  (upvigil check url ${url.id})`,
});

/** Finds the scheme of an address that lacks one. @throws CommandError when a person has to choose */
async function findAddress({ terminal }: Context, api: ApiClient, typed: string): Promise<string> {
  const { describeTrial, lacksScheme, tryAddress } = await import('@upvigil/core/rules/typed-address');
  if (!lacksScheme(typed)) return typed;
  const timeout = defaults.trialTimeoutSeconds;
  const trial = await tryAddress(typed, (url) => api.urls.test({ body: { url, timeout } }));
  const note = describeTrial(trial);
  const sentence = note === null ? '' : `${note.title} ${note.detail}`;
  if (trial.url === null) throw new CommandError(`${sentence} To add it anyway, type it with https:// or http://`);
  if (sentence !== '') terminal.say(sentence);
  return trial.url;
}

const editUrl = editCommand({
  path: ['url', 'edit'],
  summary: 'change a URL',
  description:
    'Changes a URL. Fields that you do not give stay; headers replace those of the same name, and assertions are added. An empty value removes a text, all headers or all assertions. Stored secrets stay, unless the request goes to another host.',
  examples: {
    'upvigil url edit Shop/checkout --check-interval 30 --severity critical': 'Check it more often',
    "upvigil url edit 12 --assert '' --assert 'body contains Welcome'": 'Replace all assertions',
    '0 22 * * * upvigil url edit Shop/nightly --enabled no >/dev/null': 'In a crontab: no checks at night',
  },
  // Not `url`, which is a field.
  arguments: { target: refArgument('<url>', 'the URL') },
  json: 'the URL, secrets masked',
  fields: urlFields,
  columns: urlColumns,
  find: (api, { target }) => urlId(api, target),
  async complete(given, { api, id }, context) {
    const { readUrlFields } = await import('../options/typed-request.ts');
    return readUrlFields(given, filePaths, await api.urls.get({ params: { urlId: id } }), context);
  },
  update: (api, id, body: UrlChange) => api.urls.update({ params: { urlId: id }, body }),
  sentence: (url) => `Changed URL ${url.id}: ${urlTitle(url)}`,
});

const removeUrl = removeCommand({
  path: ['url', 'remove'],
  summary: 'delete a URL',
  description: 'Deletes a URL with its checks, alerts and screenshots. Requires confirmation.',
  examples: {
    'upvigil url remove Shop/old-page': 'After a question',
    '0 3 * * 0 upvigil urls Shop | grep /preview/ | cut -f1 | xargs -rn1 upvigil url remove --yes':
      'In a crontab: delete the previews of the week',
  },
  arguments: { url: refArgument('<url>', 'the URL') },
  find: async (api, { url }) => api.urls.get({ params: { urlId: await urlId(api, url) } }),
  question: (url) => `Delete URL ${urlTitle(url)} with its checks, alerts and screenshots?`,
  remove: (api, id) => api.urls.remove({ params: { urlId: id } }),
  removed: (url) => `Deleted URL ${urlTitle(url)}`,
});

export const urlNoun: Noun = {
  group: { name: 'url', summary: 'add, change and delete URLs' },
  commands: [urls, addUrl, editUrl, removeUrl],
};
