import type { PeerCertificate } from 'node:tls';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { limits } from '@upvigil/core/limits';
import { readRdapAnswer } from '@upvigil/server/alerts/expiry/domains/rdap-answer';
import { readBootstrap, serverOf } from '@upvigil/server/alerts/expiry/domains/rdap-servers';
import { registeredName } from '@upvigil/server/alerts/expiry/domains/registered-name';
import { rdapServersSchema } from '@upvigil/server/base/config/rdap-servers-schema';
import { isPrivateAddress } from '@upvigil/server/checks/probe/dialing/private-addresses';
import { createCertificateNews } from '@upvigil/server/checks/probe/tracing/certificate-news';
import fc from 'fast-check';
import { headerValue, hostileText, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';

const now = Date.UTC(2026, 10, 23);
const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const day = 86_400_000;

const rdapAnswer = defineParser({
  name: 'answer of a registry',
  file: 'packages/server/src/alerts/expiry/domains/rdap-answer.ts',
  inputs: fc.record({
    status: fc.constantFrom(200, 200, 200, 301, 404, 429, 503),
    retryAfter: headerValue('120', 'Wed, 25 Nov 2026 07:28:00 GMT', '-1'),
    body: textLike(
      '{"events":[{"eventAction":"expiration","eventDate":"2027-01-02T03:04:05Z"}]}',
      '{"events":[{"eventAction":"registration","eventDate":"2001-01-01"},{}]}',
      '[]',
    ),
  }),
  shortRuns: 1000,
  open: () => ({
    parse(given) {
      const answer = readRdapAnswer(given, now);
      if (answer.outcome === 'known') {
        mustHold(Number.isSafeInteger(answer.expires_at), 'the end is a time');
        mustHold(answer.expires_at >= 0 && answer.expires_at <= lastTime, 'the end can be stored');
      }
      if (answer.outcome === 'later')
        mustHold(answer.pause >= 1000 && answer.pause <= day, 'a pause is a second to a day');
    },
  }),
});

const bootstrap = defineParser({
  name: 'list of registries',
  file: 'packages/server/src/alerts/expiry/domains/rdap-servers.ts',
  inputs: fc.record({
    text: textLike('{"services":[[["com","net"],["https://rdap.example/"]]]}', '{"services":[]}', 'null'),
    name: textLike('example.com', 'example.co.uk', '.'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ text, name }) {
      try {
        const server = serverOf(name, readBootstrap(text));
        mustHold(server === null || /^https?:/i.test(new URL(server).protocol), 'a server is on the web');
      } catch (error) {
        if (!(error instanceof SyntaxError) && (error as Error).name !== 'ZodError') throw error;
      }
    },
  }),
});

const rdapServers = defineParser({
  name: 'RDAP_SERVERS',
  file: 'packages/server/src/base/config/rdap-servers-schema.ts',
  inputs: textLike('ru=https://rdap.example.org/', 'co.uk=http://[::1]:8080,.de=https://x', '=', ','),
  shortRuns: 1000,
  open: () => ({
    parse(text) {
      for (const { suffix, url } of rdapServersSchema.safeParse(text).data ?? [])
        mustHold(suffix !== '' && canParseUrl(url) && url.endsWith('/'), 'a server has a suffix and an address');
    },
  }),
});

const domains = defineParser({
  name: 'registered name of a host',
  file: 'packages/server/src/alerts/expiry/domains/registered-name.ts',
  inputs: fc.oneof(textLike('www.example.co.uk', 'münchen.de', '192.0.2.1', 'a.b.c.d.example.com.'), hostileText),
  shortRuns: 1000,
  open: () => ({
    parse(host) {
      const name = registeredName(host);
      mustHold(name === null || /^[a-z0-9._-]+$/.test(name), 'a name is ASCII, and fits into a path');
      mustHold(name === null || name.length <= limits.host.maxLength, 'a name can be stored');
    },
  }),
});

const privateAddress = defineParser({
  name: 'private address',
  file: 'packages/server/src/checks/probe/dialing/private-addresses.ts',
  inputs: fc.oneof(textLike('10.0.0.1', '::ffff:127.0.0.1', 'fe80::1%eth0', '8.8.8.8'), fc.ipV4(), fc.ipV6()),
  shortRuns: 1000,
  open: () => ({
    parse: (address) =>
      mustHold(!/^(10|127)\.\d+\.\d+\.\d+$/.test(address) || isPrivateAddress(address), 'own networks are private'),
  }),
});

const certificateText = fc.record({
  subjectaltname: textLike('DNS:a.example, DNS:*.a.example, IP Address:192.0.2.1', 'DNS:"a, b"'),
  name: textLike('a.example'),
  valid_from: textLike('Nov 13 00:00:00 2026 GMT'),
  valid_to: textLike('Feb 11 00:00:00 2027 GMT', '+012345-01-01T00:00:00Z'),
});

const shownCertificate = defineParser({
  name: 'certificate that was shown',
  file: 'packages/server/src/checks/probe/tracing/certificate-news.ts',
  inputs: certificateText,
  shortRuns: 1000,
  open: () => ({
    parse({ name, ...said }) {
      const shown = { fingerprint256: 'AA:BB', subject: { CN: name }, issuer: { O: name, CN: name }, ...said };
      for (const { names, issuer, valid_from, valid_to } of createCertificateNews().of(
        1,
        [shown as unknown as PeerCertificate],
        now,
      )) {
        for (const text of [...names, issuer])
          mustHold(text.length <= 253 && !/[\u0000-\u001f\u007f-\u009f]/.test(text), 'what it says is short and plain');
        for (const time of [valid_from, valid_to]) mustHold(time >= 0 && time <= lastTime, 'its times can be stored');
      }
    },
  }),
});

export const expiryParsers: readonly FuzzedParser[] = [
  ...[rdapAnswer, bootstrap, rdapServers],
  ...[domains, privateAddress, shownCertificate],
] as readonly FuzzedParser[];
