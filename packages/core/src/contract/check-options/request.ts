import * as z from 'zod';
import { limits } from '../../limits.ts';
import { cleanAddress, cleanUrl } from '../fields/clean-address.ts';
import { exactText, flag, oneLineText, oneOf, plainText } from '../fields/fields.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { authTypes, bodyTypes, requestMethods } from './request-names.ts';

/** A token of RFC 9110, section 5.6.2. */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
export const isHeaderName = (text: string): boolean => headerName.test(text);
/** Hop-by-hop headers, and those that the client computes (RFC 9110, section 7.6.1). In lower case. */
const headersOfConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'content-length',
  'expect',
]);

const headerValue = z
  .string({ error: 'Header value must be text' })
  .max(limits.requestHeaderValue.maxLength, {
    error: inputMessages.tooLong('Header value', limits.requestHeaderValue.maxLength),
  })
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
    error: 'Header value must be one line of Latin-1 characters, without control characters',
  });

const header = z.object({
  name: plainText('Header name', limits.requestHeaderName.maxLength)
    .overwrite(cleanAddress)
    .regex(headerName, { error: 'Header name must have letters, digits and dashes only' })
    .refine((name) => !headersOfConnection.has(name.toLowerCase()), {
      error: 'Header name must not be one of the connection or of its length: these are set by the check',
    }),
  value: headerValue,
  secret: flag('Secret').default(false),
});
export type RequestHeader = z.output<typeof header>;

export const requestHeaders = z
  .array(header)
  .max(limits.requestHeaders, { error: `Headers must be at most ${limits.requestHeaders}` });

export const pem = (label: string) => plainText(label, limits.pem.maxLength);

/** `200-399` or `200,204,301-302`. 5xx is DOWN by the specification. */
const acceptedStatus = plainText('Accepted status', limits.acceptedStatus.maxLength).superRefine(
  (text, { addIssue }) => {
    if (parseAcceptedStatus(text) === null) addIssue({ code: 'custom', message: acceptedStatusMessage });
  },
);
const acceptedStatusMessage = `Accepted status must be codes and ranges from ${limits.acceptedStatusCode.min} to ${limits.acceptedStatusCode.max}, as 200-399 or 200,204,404`;

/** Ranges of status codes, both ends included; null if the text is invalid. */
export function parseAcceptedStatus(text: string): { from: number; to: number }[] | null {
  const { min, max } = limits.acceptedStatusCode;
  const ranges = text.split(',').map((part) => {
    const [, from, to = from] = /^\s*(\d{3})(?:\s*-\s*(\d{3}))?\s*$/.exec(part) ?? [];
    return { from: Number(from), to: Number(to) };
  });
  const isValid = ranges.every(({ from, to }) => from >= min && from <= to && to <= max);
  return isValid ? ranges : null;
}

const auth = z.object({
  type: oneOf('Auth type', authTypes),
  username: plainText('User name', limits.authField.maxLength),
  password: exactText('Password', limits.authField.maxLength),
  token: oneLineText('Token', limits.authField.maxLength),
});

/** The fields of a request, each validated alone. `requestProblems` validates them together. */
export const requestFields = {
  method: oneOf('Method', requestMethods),
  headers: requestHeaders,
  body_type: oneOf('Body type', bodyTypes),
  body: z.string({ error: 'Body must be text' }).refine((text) => new Blob([text]).size <= limits.requestBodyBytes, {
    error: `Body must have at most ${limits.requestBodyBytes / 1024} KiB`,
  }),
  body_secret: flag('Body is secret'),
  auth,
  accepted_status: acceptedStatus,
  max_redirects: z
    .int({ error: inputMessages.whole('Redirects') })
    .min(0, { error: inputMessages.between('Redirects', 0, limits.redirects) })
    .max(limits.redirects, { error: inputMessages.between('Redirects', 0, limits.redirects) }),
  tls_verify: flag('Verify TLS'),
  ca: pem('CA certificate'),
  client_certificate: pem('Client certificate'),
  client_key: pem('Client key'),
  server_name: plainText('Server name', limits.host.maxLength).overwrite(cleanAddress),
  proxy: plainText('Proxy', limits.url.maxLength).overwrite(cleanUrl),
  cache_buster: flag('Cache buster'),
};

/**
 * Request of an HTTP check and the statuses that it accepts. The probe gets it with secrets in plain text. Empty text
 * means not set.
 */
export const requestOptions = z.object(requestFields);
export type RequestOptions = z.output<typeof requestOptions>;

/** Input of a PUT and a create: an absent field stays, or gets its default. A list is replaced. */
export const requestChange = requestOptions.partial().extend({ auth: auth.partial().optional() });
export type RequestChange = z.output<typeof requestChange>;

/** Applies a change. Fields that the change does not name stay; fields that its new type does not use are cleared. */
export function mergeRequest(request: RequestOptions, change: RequestChange): RequestOptions {
  const { auth: authChange, ...rest } = change;
  return { ...request, ...defined(rest), auth: { ...request.auth, ...defined(authChange ?? {}) } };
}

/** Drops undefined members. `as never`: `fromEntries` loses the names, which are those of `change`. */
const defined = <T extends object>(change: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
