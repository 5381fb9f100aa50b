import { isIPv4 } from 'node:net';
import { parseHttpAddress } from '@upvigil/core/contract/fields/http-address';
import { languages } from '@upvigil/core/contract/names/languages';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { chooseLanguage } from '@upvigil/core/languages/choose-language';
import { clientNetwork } from '@upvigil/server/access/client-network';
import { chooseRange } from '@upvigil/server/api/http/byte-range';
import { chooseEncoding } from '@upvigil/server/api/http/cached-response';
import { ConfigError, readConfig, variableRules } from '@upvigil/server/base/config/config';
import { CertificateError } from '@upvigil/server/checks/probe/dialing/certificate-error';
import { isRefusedAddress } from '@upvigil/server/checks/probe/dialing/refused-addresses';
import { failureText } from '@upvigil/server/checks/probe/failure-text';
import { decodeEchoReply, encodeEchoRequest } from '@upvigil/server/checks/probe/icmp/echo-packet';
import { prefersText } from '@upvigil/server/public/status/ready-requests';
import fc from 'fast-check';
import { bytesLike, headerValue, hostileText, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold, unlessRefused } from '../parser.ts';

const byteRange = defineParser({
  name: 'byte range',
  file: 'packages/server/src/api/http/byte-range.ts',
  inputs: fc.record({
    range: headerValue('bytes=0-5', 'bytes=-5', 'bytes=5-', 'bytes=0-1,3-4'),
    known: headerValue('"tag"', 'W/"tag"'),
    size: fc.nat(10_000),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ range, known, size }) {
      const part = chooseRange({ range, 'if-range': known }, { size, etag: known });
      if (typeof part === 'string') return;
      mustHold(part.start >= 0 && part.start <= part.end && part.end < size, 'a range lies within the file');
    },
  }),
});

const acceptLanguage = defineParser({
  name: 'Accept-Language',
  file: 'packages/core/src/languages/choose-language.ts',
  inputs: fc.record({ header: headerValue('de-DE,de;q=0.9', 'pt-BR', '*;q=0'), query: textLike('lang=de', 'lang=') }),
  shortRuns: 1000,
  open: () => ({
    parse: ({ header, query }) =>
      mustHold(
        (languages as readonly string[]).includes(chooseLanguage(query, 'auto', header)),
        'a language of ours is chosen',
      ),
  }),
});

const accepted = defineParser({
  name: 'Accept and Accept-Encoding',
  file: 'packages/server/src/api/http/cached-response.ts',
  inputs: fc.record({
    accept: headerValue('text/html;q=0.5, text/plain'),
    encoding: headerValue('br;q=0, gzip;q=0.0'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ accept, encoding }) {
      mustHold(['br', 'gzip', 'identity'].includes(chooseEncoding(encoding)), 'an encoding of ours is chosen');
      prefersText({ accept, 'user-agent': encoding });
    },
  }),
});

const forwarded = defineParser({
  name: 'X-Forwarded-For',
  file: 'packages/server/src/access/client-network.ts',
  inputs: textLike('203.0.113.5', '203.0.113.5:80', '[2001:db8::1]:443', '::ffff:1.2.3.4', 'fe80::1%eth0', '::'),
  shortRuns: 1000,
  open: () => ({
    parse(address) {
      const network = clientNetwork(address);
      const isOne = network === 'unknown' || isIPv4(network) || /^([\da-f]{1,4}:){4}:\/64$/.test(network);
      mustHold(isOne, `a sender is an address, a /64 or unknown, and not ${network}`);
    },
  }),
});

/** Long enough that it cannot occur in other fields by chance. */
const secret = 'k3yK3yK3yK3y';

/** Values of variables with a particular format. */
const variableSamples: Readonly<Record<string, readonly string[]>> = {
  TRUST_PROXY: ['on', 'off', '2', '11', '10.0.0.0/8, ::1/128, loopback', '0.0.0.0/0', '10.0.0.1/33', '1.2.3'],
  DATABASE_URL: ['postgres://user:50%@host:5432/db', 'postgres://user:%ff@host/db', 'postgres://u:p/q@host/db'],
  BASE_URL: ['https://status.example/', 'https://status.example/a', 'http://[::1]:8080', 'ftp://a'],
  PORT: ['8080', '65536', '0'],
};
const commonSamples = ['', '1', 'on', 'off', '127.0.0.1', 'https://a.example/', 'all', '30', '/usr/bin/env', '/'];

const environment = defineParser({
  name: 'environment',
  file: 'packages/server/src/base/config/config.ts',
  inputs: fc.record(
    Object.fromEntries(variableRules.map(({ name }) => [name, textLike(...(variableSamples[name] ?? commonSamples))])),
  ),
  open: () => ({ parse: (variables) => unlessRefused(ConfigError, () => readConfig(variables)) }),
});

const databaseAddress = defineParser({
  name: 'DATABASE_URL and its password',
  file: 'packages/server/src/base/config/secret-address.ts',
  inputs: fc.record({
    before: hostileText,
    after: hostileText,
    rest: textLike('host/db', 'host:x/db', '[::1]:5432/x?a=b'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ before, after, rest }) {
      const password = `${before}${secret}${after}`;
      try {
        readConfig({ DATABASE_URL: `postgres://user:${password}@${rest}`, ADMIN_PASSWORD: password.padEnd(201) });
      } catch (error) {
        mustHold(error instanceof ConfigError, 'it is refused by ConfigError');
        mustHold(!String(error).includes(secret), 'the refusal does not show the password');
      }
    },
  }),
});

const address = defineParser({
  name: 'URL of a monitor',
  file: 'packages/core/src/contract/fields/http-address.ts',
  inputs: fc.record({
    text: textLike(
      'http://user:pa%20ss@example.com:80/a?b#c',
      'https://[::1]/',
      '//host',
      '/path',
      'ftp://a',
      'http:a',
    ),
    base: fc.constantFrom('http://127.0.0.1/a', 'https://example.com:8443/'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ text, base }) {
      const { url, problem } = parseHttpAddress(text, new URL(base));
      mustHold(problem !== null || url.protocol.startsWith('http'), 'only http and https are opened');
      withoutCredentials(text);
    },
  }),
});

const shownText = defineParser({
  name: 'text of others that is shown',
  file: 'packages/core/src/format/foreign-text.ts',
  inputs: hostileText,
  shortRuns: 1000,
  open: () => ({
    parse: (text) =>
      mustHold(
        !/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(stripControls(text)),
        'no control is left',
      ),
  }),
});

const echoReplies = [
  encodeEchoRequest(4, 1, { cookie: 1, number: 2 }),
  encodeEchoRequest(6, 1, { cookie: 1, number: 2 }),
];
const echo = defineParser({
  name: 'ICMP echo reply',
  file: 'packages/server/src/checks/probe/icmp/echo-packet.ts',
  inputs: fc.record({
    family: fc.constantFrom(4, 6),
    header: fc.constantFrom(0, 1),
    packet: bytesLike(...echoReplies),
  }),
  shortRuns: 1000,
  open: () => ({
    parse: ({ family, header, packet }) => void decodeEchoReply(family === 4 ? 4 : 6, packet, header === 1),
  }),
});

/** 169.254.169.254 in other notations that a name server or a person could use. */
const refusedForms = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::1',
  '64:ff9b::169.254.1.1',
];
const addresses = defineParser({
  name: 'refused address',
  file: 'packages/server/src/checks/probe/dialing/refused-addresses.ts',
  inputs: fc.record({
    any: textLike(...refusedForms, '127.0.0.1', '::1'),
    zone: fc.constantFrom('', '%eth0', '%1'),
    form: fc.constantFrom(...refusedForms),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ any, zone, form }) {
      isRefusedAddress(any);
      const text = form.includes(':') ? (form + zone).toUpperCase() : form;
      mustHold(isRefusedAddress(text), `${text} is refused`);
    },
  }),
});

const certificate = defineParser({
  name: 'certificate that was refused',
  file: 'packages/server/src/checks/probe/dialing/certificate-error.ts',
  inputs: fc.record({
    reason: textLike('CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    from: textLike('Jan  1 00:00:00 2026 GMT', 'Dec 31 23:59:59 99999 GMT', ''),
    to: textLike('Jan  1 00:00:00 2027 GMT', '-271821-04-20', '+275760-09-13'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse: ({ reason, from, to }) => failureText(new CertificateError(reason, { valid_from: from, valid_to: to })),
  }),
});

export const valueParsers: readonly FuzzedParser[] = [
  ...[byteRange, acceptLanguage, accepted, forwarded, environment, databaseAddress, address],
  ...[shownText, echo, addresses, certificate],
];
