/** An email as its reader sees it. */
export interface ReceivedEmail {
  from: string;
  /** The addresses that it was delivered to. */
  to: string[];
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>;
  subject: string;
  text: string;
  html: string;
  /** Whether the connection was encrypted, and the user who signed in. */
  isEncrypted: boolean;
  user: string | null;
}

/** Parses the raw text of an email with a text and an HTML part. */
export function readEmail(raw: string): Pick<ReceivedEmail, 'headers' | 'subject' | 'text' | 'html'> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const content = (type: string): string => {
    const part = parts.map((text) => splitPart(text.replace(/^\r\n/, ''))).find((each) => isOfType(each, type));
    return part ? decode(part.body, part.headers.get('content-transfer-encoding') ?? '7bit').trimEnd() : '';
  };
  const subject = decodeWords(headers.get('subject') ?? '');
  return { headers, subject, text: content('text/plain'), html: content('text/html') };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

const isOfType = (part: Part, type: string): boolean => part.headers.get('content-type')?.startsWith(type) ?? false;

function splitPart(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', headerValue(line)]));
  return { headers, body: text.slice(end + 4) };
}

const headerValue = (line: string): string => line.slice(line.indexOf(':') + 1).trim();

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  return bytesOf(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

const bytesOf = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes encoded words of a header. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : bytesOf(word.replaceAll('_', ' ')),
    );
