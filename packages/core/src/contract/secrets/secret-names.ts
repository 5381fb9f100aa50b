/** Replaces a set secret in answers. A client that sends it back keeps the stored secret. */
export const maskedSecret = '********';

/** Replaces a secret in recorded text. */
export const removedSecret = '[removed]';

const likeSecret = /cookie|auth|token|key|secret|session|passw|signature/i;

/** Whether a header, query parameter or field of this name may hold a secret. */
export const isSecretName = (name: string): boolean => likeSecret.test(name);

/** Words that mean a secret only in an address or a form: Azure's `sig` and `code`, `pwd`, `jwt`. */
const secretWords: ReadonlySet<string> = new Set([
  'sig',
  'sas',
  'pwd',
  'pw',
  'pass',
  'passphrase',
  'passcode',
  'pin',
  'otp',
  'totp',
  'jwt',
  'hmac',
  'sid',
  'sessid',
  'credential',
  'credentials',
  'creds',
  'bearer',
  'ticket',
  'csrf',
  'xsrf',
  'saml',
  'assertion',
]);
const secretParameters = /^code$|^(auth|access|invite|login|oauth|verification)[_-]?code$|pwd|sessid|credential/i;

/** Whether a parameter of an address or a form may hold a secret. `name`: decoded. */
export const isSecretParameter = (name: string): boolean =>
  isSecretName(name) || secretParameters.test(name) || wordsOf(name).some((word) => secretWords.has(word));

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** A parameter of an address or a form: `name=value`. */
const parameter = /(^|[?&;#\s])([^=&;?#\s]{1,200})=([^&;#\s]*)/g;

/** The user part of an address within a text. Bounded, so that a text of many slashes takes linear time. */
const userOfAddress = /(:\/\/)[^\s/?#@"'<>]{1,500}@/g;

/** Removes users, passwords and secret parameters from addresses and form fields in a text. */
export const withoutSecretParameters = (text: string): string =>
  text
    .replace(userOfAddress, '$1')
    .replace(parameter, (whole, before: string, name: string) =>
      isSecretParameter(decoded(name)) ? `${before}${name}=${removedSecret}` : whole,
    );

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Removes the values of secret members from JSON in a text, even if the JSON is truncated. */
export function withoutSecretMembers(text: string): string {
  const member = /"((?:[^"\\]|\\.){1,200})"\s*:\s*/g;
  let clean = '';
  let at = 0;
  for (let found = member.exec(text); found; found = member.exec(text)) {
    if (!isSecretName(found[1] ?? '')) continue;
    clean += `${text.slice(at, member.lastIndex)}"${removedSecret}"`;
    at = endOfValue(text, member.lastIndex);
    member.lastIndex = at;
  }
  return clean + text.slice(at);
}

/** Index after the JSON value that begins at `from`; the text's length if it is truncated. */
function endOfValue(text: string, from: number): number {
  const first = text.charAt(from);
  if (first === '"') return Math.min(endOfString(text, from) + 1, text.length);
  if (first === '{' || first === '[') return endOfBrackets(text, from);
  const rest = text.slice(from).search(/[,}\]\s]/);
  return rest === -1 ? text.length : from + rest;
}

function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"') at = endOfString(text, at);
    else if ('{['.includes(letter)) depth += 1;
    else if ('}]'.includes(letter)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Index of the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
