import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RequestError } from '@upvigil/core/contract/errors';
import { createPasskeys, type Passkeys } from '@upvigil/server/access/factors/passkeys';
import { readLink, shareKey } from '@upvigil/server/access/share-links/link-text';
import { namedByProxy } from '@upvigil/server/access/sign-on/auth-proxy';
import { groupsIn } from '@upvigil/server/access/sign-on/evaluate-identity';
import { createOidcClient, type OidcChecks } from '@upvigil/server/access/sign-on/oidc-client';
import { isWholeApiToken, newApiToken } from '@upvigil/server/access/tokens/token-text';
import { browserOf } from '@upvigil/server/api/routes/sign-on-cookie';
import { systemClock } from '@upvigil/server/base/clock';
import { createDialer } from '@upvigil/server/checks/probe/dialing/dialer';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { changeOn } from '@upvigil/server/testing/change-on';
import { createSoftPasskey } from '@upvigil/server/testing/soft-passkey';
import { testHashCost } from '@upvigil/server/testing/test-hash-cost';
import fc from 'fast-check';
import { bytesLike, headerValue, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../parser.ts';
import { openService } from './services.ts';

const wholeToken = newApiToken(Buffer.alloc(32, 7));

const apiToken = defineParser({
  name: 'API token',
  file: 'packages/server/src/access/tokens/token-text.ts',
  inputs: textLike(wholeToken, 'upv_', `${wholeToken}0`),
  shortRuns: 1000,
  open: () => ({
    parse: (text) =>
      mustHold(!isWholeApiToken(text) || /^upv_[0-9A-Za-z]{49}$/.test(text), 'a whole token has the form of one'),
  }),
});

const ownKey = shareKey(Buffer.alloc(32, 1));

const shareLink = defineParser({
  name: 'share link',
  file: 'packages/server/src/access/share-links/link-text.ts',
  inputs: textLike(`1.1800000000.${'a'.repeat(43)}`, `999999999999999.1.${'-'.repeat(43)}`),
  shortRuns: 1000,
  open: () => ({ parse: (text) => mustHold(readLink(ownKey, text) === null, 'nobody makes a link without the key') }),
});

const browserValue = 'b'.repeat(43);

const signOnCookie = defineParser({
  name: 'cookie of single sign-on',
  file: 'packages/server/src/api/routes/sign-on-cookie.ts',
  inputs: headerValue(`upvigil_sign_on=${browserValue}`, `a=b; upvigil_sign_on=${browserValue}; c`, 'upvigil_sign_on='),
  shortRuns: 1000,
  open: () => ({
    parse(cookie) {
      // Only the headers are read.
      const found = browserOf({ headers: { cookie } } as Parameters<typeof browserOf>[0]);
      mustHold(found === null || /^[\w-]{43}$/.test(found), 'what ties a browser is 256 bits');
    },
  }),
});

const proxyName = defineParser({
  name: 'name from a proxy',
  file: 'packages/server/src/access/sign-on/auth-proxy.ts',
  inputs: fc.array(headerValue('ann@example.org', 'Ann <ann@example.org>', 'a@b,c@d'), { maxLength: 3 }),
  shortRuns: 1000,
  open: () => ({
    parse(values) {
      const rawHeaders = values.flatMap((value) => ['X-Email', value]);
      const config = { header: 'x-email', isProxy: () => true };
      const name = namedByProxy(config, { rawHeaders, socket: { remoteAddress: '10.0.0.5' } });
      mustHold(name === null || (values.length === 1 && !/[\s,<>]/.test(name)), 'one person is named, once');
    },
  }),
});

const roleClaim = defineParser({
  name: 'role claim',
  file: 'packages/server/src/access/sign-on/evaluate-identity.ts',
  inputs: fc.record({
    claims: fc.json(),
    claim: textLike('groups', 'realm_access.roles', '__proto__.x', 'constructor'),
  }),
  shortRuns: 1000,
  open: () => ({
    parse({ claims, claim }) {
      const parsed: unknown = JSON.parse(claims);
      const groups = groupsIn(typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}, claim);
      mustHold(
        groups.every((group) => typeof group === 'string'),
        'groups are texts',
      );
    },
  }),
});

const checks: OidcChecks = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const asHttp = (body: string): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
const part = (said: object): string => Buffer.from(JSON.stringify(said)).toString('base64url');

/** One response for every request: the provider's metadata, its keys, and an unsigned token. */
const providerAnswer = (port: number): string =>
  JSON.stringify({
    issuer: `http://127.0.0.1:${port}`,
    authorization_endpoint: `http://127.0.0.1:${port}/auth`,
    token_endpoint: `http://127.0.0.1:${port}/token`,
    jwks_uri: `http://127.0.0.1:${port}/keys`,
    keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', alg: 'RS256' }],
    access_token: 'a',
    token_type: 'bearer',
    id_token: `${part({ alg: 'RS256' })}.${part({ iss: `http://127.0.0.1:${port}`, aud: 'us', sub: 'ann', exp: 9e9, iat: 1, nonce: checks.nonce })}.AAAA`,
  });
/** Placeholder for the port, which is known only when the service runs; it also has five digits. */
const anyPort = 65_535;
const atPort = (bytes: Buffer, port: number): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(String(anyPort), String(port)), 'latin1');

const provider = defineParser<Buffer>({
  name: 'answer of an OpenID provider',
  file: 'packages/server/src/access/sign-on/oidc-client.ts',
  inputs: bytesLike(
    asHttp(providerAnswer(anyPort)),
    Buffer.from('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
  ),
  shortRuns: 100,
  open: () =>
    openService(atPort, async (port) => {
      const issuer = `http://127.0.0.1:${port}`;
      const config = {
        issuer,
        clientId: 'us',
        clientSecret: 'secret',
        label: 'SSO',
        domains: [],
        roleClaim: 'groups',
        roleMap: {},
        defaultRole: null,
        scopes: null,
      };
      const client = createOidcClient(config, createDialer(), () => systemClock.monotonic());
      const url = new URL(`http://127.0.0.1/callback?code=c&state=${checks.state}`);
      const isIn = await client.finish(url, checks).then(
        () => true,
        () => false,
      );
      mustHold(!isIn, 'nobody is let in by a token that is not signed');
      await client.begin('http://127.0.0.1/callback').catch(() => undefined);
    }),
});

const origin = 'http://localhost';
const sample = createSoftPasskey(origin);
const nobody = { challenge: 'a'.repeat(43) };
const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

/** A program with one passkey, that of the sample. */
async function openPasskeys<Input>(
  parse: (passkeys: Passkeys, input: Input) => Promise<void>,
): Promise<OpenParser<Input>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const passkeys = createPasskeys({ db: storage.db, clock: systemClock, baseUrl: origin, hashCost: testHashCost });
  const owner = { userId: null, name: 'owner' };
  const passkey = sample.make(await passkeys.newOptions(owner));
  await passkeys.add(owner, { name: 'Phone', passkey }, changeOn(storage.db));
  return {
    parse: (input) => parse(passkeys, input),
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const madePasskey = defineParser<Buffer>({
  name: 'passkey that a browser made',
  file: 'packages/server/src/access/factors/add-passkey.ts',
  inputs: bytesLike(bytesOf(sample.make(nobody).response.attestationObject)),
  open: () =>
    openPasskeys(async (passkeys, bytes) => {
      const owner = { userId: null, name: 'owner' };
      const made = createSoftPasskey(origin).make(await passkeys.newOptions(owner));
      const response = { ...made.response, attestationObject: bytes.toString('base64url') };
      // Without an attestation nothing in it is signed: anything in the form of a passkey may be one.
      await passkeys.verifyNew(owner, { ...made, response }).catch(mustRefuse);
    }),
});

const usedPasskey = defineParser<{ data: Buffer; signature: Buffer }>({
  name: 'answer by a passkey',
  file: 'packages/server/src/access/factors/use-passkey.ts',
  inputs: fc.record({
    data: bytesLike(bytesOf(sample.use(nobody).response.authenticatorData)),
    signature: bytesLike(bytesOf(sample.use(nobody).response.signature)),
  }),
  open: () =>
    openPasskeys(async (passkeys, { data, signature }) => {
      const used = sample.use(await passkeys.useOptions(undefined));
      const changed = { authenticatorData: data.toString('base64url'), signature: signature.toString('base64url') };
      const found = await passkeys.verify({ ...used, response: { ...used.response, ...changed } });
      mustHold(found === null, 'nobody is let in by a signature of something else');
    }),
});

function mustRefuse(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}

export const credentialParsers: readonly FuzzedParser[] = [
  apiToken,
  shareLink,
  signOnCookie,
  proxyName,
  roleClaim,
  provider,
  madePasskey,
  usedPasskey,
];
