import { TargetFailure } from '../target-failure.ts';
/** Status line and headers of a response, decoded. */
export interface AnswerHead {
  /** '1.1' */
  version: string;
  status: number;
  reason: string;
  /** In their order, with the case as sent; names may repeat. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** A response that breaks a rule on which browsers and curl insist too. The message is a sentence for people. */
export class InvalidAnswerError extends TargetFailure {
  override readonly name = 'InvalidAnswerError';
  readonly code = 'EINVALIDANSWER';

  constructor(rule: string) {
    super(`answer is not valid HTTP: ${rule}`);
  }
}

/**
 * Length of the head at the start of these bytes, including the empty line; -1 if incomplete. Accepts bare line feeds.
 */
export function headLength(bytes: Buffer, searchFrom = 0): number {
  for (let at = bytes.indexOf('\n', searchFrom); at >= 0; at = bytes.indexOf('\n', at + 1)) {
    if (bytes[at + 1] === lineFeed) return at + 2;
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
  }
  return -1;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Parses a complete head as browsers and curl do: joins folded lines (RFC 9112, section 5.2), skips lines without a
 * colon, and decodes values as UTF-8, or as Latin-1 if that fails.
 * @throws InvalidAnswerError
 */
export function parseHead(bytes: Buffer): AnswerHead {
  if (bytes.includes(0)) throw new InvalidAnswerError('its head contains a NUL byte');
  const [statusLine = '', ...lines] = bytes.toString('latin1').trimStart().split(/\r?\n/);
  const [, version, status, reason = ''] = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t](.*))?$/is.exec(statusLine) ?? [];
  if (version === undefined || status === undefined) throw new InvalidAnswerError(statusLineProblem(statusLine));
  if (Number(status) < 100) throw new InvalidAnswerError(`${status} is no status`);
  const headers = unfold(lines).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    return name === '' ? [] : [[name, decodeValue(name, line.slice(colon + 1).trim())]];
  });
  return { version, status: Number(status), reason: decodeText(reason.trim()) ?? reason.trim(), headers };
}

const statusLineProblem = (line: string): string =>
  /^HTTP\/\d/i.test(line) ? 'its first line has no status of three digits' : noHttp;

const noHttp = 'it does not begin with "HTTP/" and a version';

/** Refuses the start of another protocol, whose server may wait for a reply. Throws InvalidAnswerError. */
export function refuseOtherProtocol(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 32).trimStart().slice(0, 5).toUpperCase();
  if (!'HTTP/'.startsWith(start)) throw new InvalidAnswerError(noHttp);
}

/** A line that begins with white space continues the previous one. */
function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    const isContinued = /^[ \t]/.test(line) && unfolded.length > 0;
    if (isContinued) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
    else if (line !== '') unfolded.push(line);
  }
  return unfolded;
}

/** An address in another charset keeps its bytes, as browsers request them. */
function decodeValue(name: string, value: string): string {
  const decoded = decodeText(value);
  if (decoded !== null) return decoded;
  if (name.toLowerCase() !== 'location') return value;
  return value.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a byte string as UTF-8; null if invalid. */
function decodeText(bytes: string): string | null {
  if (!/[\u0080-\u00ff]/.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}

/** All values of a header, in order. */
export const headerValuesOf = ({ headers }: Pick<AnswerHead, 'headers'>, wanted: string): string[] =>
  headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);

/** The elements of a header with a list, over all its lines, in lower case. */
export const headerList = (head: Pick<AnswerHead, 'headers'>, wanted: string): string[] =>
  headerValuesOf(head, wanted)
    .join(',')
    .toLowerCase()
    .split(',')
    .map((element) => element.trim())
    .filter(Boolean);

/** By name in lower case, one text for each occurrence. */
export function headersByName({ headers }: Pick<AnswerHead, 'headers'>): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null);
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    byName[key] ??= [];
    byName[key].push(value);
  }
  return byName;
}
