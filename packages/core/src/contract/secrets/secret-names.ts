/** Stands in answers for a secret that is set. Whoever sends it back keeps the stored secret. */
export const maskedSecret = '********';

/** The text in place of a secret. */
export const removedSecret = '[removed]';

const likeSecret = /cookie|auth|token|key|secret|session|passw|signature/i;

/** Whether the value of a header, a query parameter or a field of this name may be a secret. */
export const isSecretName = (name: string): boolean => likeSecret.test(name);

/** Words that name a secret only in an address or a form: Azure's `sig` and `code`, `pwd`, `jwt`. */
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

/** Whether the value of a parameter of an address or a form may be a secret. `name`: decoded. */
export const isSecretParameter = (name: string): boolean =>
  isSecretName(name) || secretParameters.test(name) || wordsOf(name).some((word) => secretWords.has(word));

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Parameters of an address or of a form: `name=value`. */
const parameter = /(^|[?&;#\s])([^=&;?#\s]{1,200})=([^&;#\s]*)/g;

/** The user of an address within a text. Bounded, so that a text of many slashes costs no more than its length. */
const userOfAddress = /(:\/\/)[^\s/?#@"'<>]{1,500}@/g;

/** A text with addresses or form fields, without users, passwords and the values of parameters that may be secret. */
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

/** A text with JSON, whole or cut off anywhere, without the values of members that may be secret. */
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

/** Where the JSON value ends that begins at `from`; the text's end when it is cut off. */
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

/** Where the closing quote of the string stands that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
