import * as z from 'zod';
import type { Command } from '../contract/commands.ts';
import { cleanUrl } from '../contract/fields/clean-address.ts';
import { httpUrl, isHost } from '../contract/fields/fields.ts';
import { formatHostPort, parseHostPort } from '../contract/fields/host-port.ts';
import { type HeartbeatInput, heartbeatInput } from '../contract/heartbeats.ts';
import { command as commandKind } from '../contract/monitor-kinds/command.ts';
import { heartbeatKind } from '../contract/monitor-kinds/heartbeat.ts';
import { type MonitorKind, type NetworkMonitorType, networkMonitorKinds } from '../contract/monitor-kinds/registry.ts';
import { urlKind } from '../contract/monitor-kinds/url.ts';
import type { BulkDefaults, ListedLine } from '../contract/monitors.ts';
import { type NetworkMonitorInput, networkMonitorInput } from '../contract/network-monitors.ts';
import { shownAddress } from '../contract/secrets/shown-address.ts';
import { type UrlInput, urlInput } from '../contract/urls.ts';
import { parseDuration } from '../format/short-duration.ts';
import { limits } from '../limits.ts';
import { bulkLineMessages as said } from '../texts/bulk.ts';
import { commandTargetProblem } from './command-target.ts';

/** The monitor that a line describes. */
export type LineInput =
  | { family: 'url'; input: UrlInput }
  | { family: 'network'; input: NetworkMonitorInput }
  | { family: 'heartbeat'; input: HeartbeatInput };

interface BulkLine {
  /** From 1, as in the text. */
  line: number;
  kind: MonitorKind | null;
  /** As it is shown, without secrets; of an invalid line as it was typed. */
  target: string;
  name: string | null;
  tags: string[];
  /** The problem of the line, as a sentence; null for a valid one. */
  problem: string | null;
  /** A target to use in place of an invalid one. */
  repair: string | null;
  /** Null for an invalid line. */
  input: LineInput | null;
}

/** Lines with a monitor, without blank ones and comments (`# …`). */
export const bulkLinesIn = (text: string): { line: number; text: string }[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((each, at) => ({ line: at + 1, text: each.trim() }))
    .filter((each) => each.text !== '' && !/^#(\s|$)/.test(each.text));

/**
 * Parses lines as `https://shop.example.org/cart Cart #env:prod`. Sends nothing.
 * @param commands those of the server
 */
export const parseBulkLines = (text: string, defaults: BulkDefaults, commands: readonly Command[]): BulkLine[] =>
  bulkLinesIn(text).map((each) => parseLine(each.line, each.text, { defaults, commands }));

/** A target before it is validated with the other fields of its kind. */
type Target =
  | { kind: typeof urlKind.type; url: string }
  | { kind: NetworkMonitorType; host: string; port: number | null; command?: Command }
  | { kind: typeof heartbeatKind.type; period: number };
interface Problem {
  problem: string;
  repair?: string;
}

interface Known {
  defaults: BulkDefaults;
  commands: readonly Command[];
}

function parseLine(line: number, text: string, { defaults, commands }: Known): BulkLine {
  const words = text.split(/\s+/);
  const tags: string[] = [];
  while (words.length > 1 && /^#./.test(words.at(-1) ?? '')) tags.unshift((words.pop() ?? '').slice(1));
  const [first = '', second] = words;
  const keyword = second === undefined ? undefined : keywords.get(first.toLowerCase());
  const { typed, rest, found } = readTarget(keyword, words, commands);
  const name = rest.join(' ') || null;
  const typedLine = {
    line,
    kind: keyword ?? null,
    target: shownAddress(typed, 'settings'),
    name,
    tags,
    problem: null,
    repair: null,
    input: null,
  };
  if ('problem' in found) return { ...typedLine, problem: found.problem, repair: found.repair ?? null };
  const kindAndTarget = { ...typedLine, kind: found.kind, target: shownTarget(found) };
  const all = [...tags, ...(defaults.tags ?? [])];
  const input = inputOf(found, { name, tags: all, defaults });
  return 'problem' in input
    ? { ...kindAndTarget, problem: input.problem }
    : { ...kindAndTarget, ...cleaned(input), input };
}

interface ReadTarget {
  typed: string;
  /** The words of the name. */
  rest: string[];
  found: Target | Problem;
}

function readTarget(keyword: Keyword | undefined, words: string[], commands: readonly Command[]): ReadTarget {
  const [typed = '', ...rest] = keyword === undefined ? words : words.slice(1);
  if (keyword === undefined) return { typed, rest, found: bareTarget(typed, rest[0]) };
  if (keyword === commandKind.type) return commandTarget(typed, rest, commands);
  return { typed, rest, found: keywordTarget(keyword, typed) };
}

/** The name and the tags as they are stored. */
const cleaned = ({ family, input }: LineInput): Pick<BulkLine, 'name' | 'tags'> => ({
  name: family === 'url' ? input.label : input.name,
  tags: input.tags,
});

type Keyword = NetworkMonitorType | typeof heartbeatKind.type;

/** The words of a kind's type: `ping` and `icmp` of ICMP_PING. */
const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...Object.values(networkMonitorKinds).flatMap(({ type }) =>
    type
      .toLowerCase()
      .split('_')
      .map((word): [string, NetworkMonitorType] => [word, type]),
  ),
  [heartbeatKind.type.toLowerCase(), heartbeatKind.type],
]);

/** Ports of web pages, which other kinds use too. */
const webPorts = [80, 443];
/** The kind that usually listens on a port. */
const kindOfPort: ReadonlyMap<number, NetworkMonitorType> = new Map(
  Object.values(networkMonitorKinds).flatMap(({ type, ports = [] }) =>
    ports.flatMap(({ port }): [number, NetworkMonitorType][] => (webPorts.includes(port) ? [] : [[port, type]])),
  ),
);

function keywordTarget(kind: Keyword, typed: string): Target | Problem {
  if (kind === heartbeatKind.type) {
    const period = parseDuration(typed);
    return period === null ? { problem: said.duration(typed) } : { kind, period: period / 1000 };
  }
  const {
    label,
    port: rule,
    ports,
  } = networkMonitorKinds[kind] as { label: string; port: string; ports?: readonly { port: number }[] };
  const parsed = parseTarget(typed);
  if ('problem' in parsed) return parsed;
  const { host, port } = parsed;
  if (rule === 'none') return port === null ? { kind, host, port } : { problem: said.noPort(label), repair: host };
  const chosen = port ?? ports?.[0]?.port ?? null;
  return chosen === null ? { problem: said.portMissing(label, host) } : { kind, host, port: chosen };
}

/** A command, then its parameters if it has some: `disk`, `load web-1`, `login shop.test:443`. */
function commandTarget(name: string, rest: string[], commands: readonly Command[]): ReadTarget {
  const command = commands.find((each) => each.name === name);
  const [given, ...others] = rest;
  if (!command) {
    const problem = commandTargetProblem({ name, host: '', port: null }, commands);
    return { typed: name, rest, found: { problem: sentence(problem?.message) } };
  }
  if (command.parameters.length === 0) {
    const target = { kind: commandKind.type, host: '', port: null, command };
    const found = given !== undefined && isLikeHost(given) ? { problem: said.noTarget(name, given) } : target;
    return { typed: name, rest, found };
  }
  if (given === undefined) return { typed: name, rest, found: parametersMissing(command) };
  return { typed: `${name} ${given}`, rest: others, found: givenParameters(command, given) };
}

function givenParameters(command: Command, given: string): Target | Problem {
  const { name, parameters } = command;
  const isPortAlone = !parameters.includes('host');
  const parsed = isPortAlone ? { host: '', port: Number(given) } : parseTarget(given);
  if ('problem' in parsed) return parsed;
  const isMissing = isPortAlone ? !/^\d+$/.test(given) : parameters.includes('port') && parsed.port === null;
  if (isMissing) return parametersMissing(command);
  const problem = commandTargetProblem({ name, ...parsed }, [command]);
  return problem === null ? { kind: commandKind.type, ...parsed, command } : { problem: sentence(problem.message) };
}

function parametersMissing({ name, parameters }: Command): Problem {
  const [isHost, isPort] = [parameters.includes('host'), parameters.includes('port')];
  const example = formatHostPort(isHost ? 'example.org' : '', isPort ? 443 : null);
  const needed = parameters.map((each) => `a ${each}`).join(' and ');
  return { problem: said.commandTarget(name, needed, isHost ? example : '443') };
}

/** 'web-1.example.org' or 'db:5432' rather than a word of a name. */
const isLikeHost = (word: string): boolean =>
  isAddress(word) || /^[a-z\d-]+((\.[a-z\d-]+)*\.[a-z]{2,}|:\d+)$/i.test(word);

/** @param next the word after it */
function bareTarget(typed: string, next: string | undefined): Target | Problem {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return webTarget(typed, next);
  if (scheme !== undefined) return { problem: said.scheme(scheme) };
  const path = /[/?#]/.exec(typed);
  if (path) return webTarget(`https://${typed}`, undefined);
  const parsed = parseTarget(typed);
  if ('problem' in parsed) return parsed;
  const { host, port } = parsed;
  if (port !== null) return { kind: kindOfPort.get(port) ?? 'TCP_PORT', host, port };
  return isAddress(host) ? { kind: 'ICMP_PING', host, port: null } : webTarget(`https://${host}/`, next);
}

function webTarget(typed: string, next: string | undefined): Target | Problem {
  const [, start = '', host = ''] = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#:]*)/.exec(typed) ?? [];
  const isHostOnly = typed === start + host;
  // 'https://shop example.org/returns': only the blank keeps both words from being one host name.
  if (isHostOnly && host !== '' && !host.includes('.') && next !== undefined && domainAndPath.test(next))
    return { problem: said.spaces, repair: `${typed}.${next}` };
  const problem = addressProblem(host);
  if (problem !== null) return { problem };
  const url = cleanUrl(typed);
  const parsed = webAddress.safeParse(url);
  return parsed.success
    ? { kind: urlKind.type, url: withPath(parsed.data) }
    : { problem: sentence(parsed.error.issues[0]?.message) };
}

const webAddress = httpUrl('URL', limits.url.maxLength);
const domainAndPath = /^[a-z\d-]+(\.[a-z\d-]+)+([:/?#].*)?$/i;

/** 'https://example.org' as browsers write it. */
const withPath = (url: string): string => (/^\w+:\/\/[^/?#]+$/.test(url) ? `${url}/` : url);

/** A host, with or without a port. */
function parseTarget(typed: string): { host: string; port: number | null } | Problem {
  const isAddressOfSix = /^[\da-f:]*:[\da-f:.]*$/i.test(typed) && (typed.match(/:/g) ?? []).length > 1;
  const hasPort = !isAddressOfSix && /:[^:\]]*$/.test(typed);
  const { host, port } = hasPort ? parseHostPort(typed) : { host: typed.replace(/^\[|\]$/g, ''), port: null };
  const wrongPort = port !== null && !(Number.isInteger(port) && port >= limits.port.min && port <= limits.port.max);
  const problem = addressProblem(host) ?? (host !== '' && isHost(host) ? null : said.host(host));
  if (problem !== null) return { problem };
  return wrongPort ? { problem: said.port(typed) } : { host, port };
}

const isAddress = (host: string): boolean => z.ipv4().safeParse(host).success || z.ipv6().safeParse(host).success;

/** The problem of a host that looks like an IPv4 address and is none. */
function addressProblem(host: string): string | null {
  if (!/^\d+(\.\d+)+$/.test(host) || z.ipv4().safeParse(host).success) return null;
  const parts = host.split('.');
  if (parts.length !== 4) return said.addressParts(host);
  return parts.some((part) => Number(part) > 255) ? said.addressTooLarge(host) : said.host(host);
}

function shownTarget(target: Target): string {
  if (target.kind === urlKind.type) return shownAddress(target.url, 'settings');
  if (target.kind === heartbeatKind.type) return '';
  const { host, port, command } = target;
  return command === undefined ? formatHostPort(host, port) : withParameters(command.name, host, port);
}

/** 'Disk space', or 'Sign-in page shop.test:443'. */
function withParameters(text: string, host: string, port: number | null): string {
  const parameters = host === '' ? String(port ?? '') : formatHostPort(host, port);
  return parameters === '' ? text : `${text} ${parameters}`;
}

interface Further {
  name: string | null;
  tags: string[];
  defaults: BulkDefaults;
}

function inputOf(target: Target, { name, tags, defaults }: Further): LineInput | Problem {
  const { check_interval, response_time_threshold } = defaults;
  const common = { tags, check_interval, response_time_threshold };
  if (target.kind === urlKind.type) {
    const parsed = urlInput.safeParse({ ...common, url: target.url, label: name });
    return parsed.success ? { family: 'url', input: parsed.data } : problemOf(parsed.error);
  }
  if (target.kind === heartbeatKind.type) {
    if (name === null) return { problem: said.nameMissing };
    const parsed = heartbeatInput.safeParse({ name, tags, period: target.period });
    return parsed.success ? { family: 'heartbeat', input: parsed.data } : problemOf(parsed.error);
  }
  const { kind: monitor_type, host, port, command } = target;
  const ofKind =
    command === undefined
      ? { name: name ?? formatHostPort(host, port) }
      : { name: name ?? withParameters(command.title, host, port), options: { command: command.name } };
  const parsed = networkMonitorInput.safeParse({ ...common, ...ofKind, host, port, monitor_type });
  return parsed.success ? { family: 'network', input: parsed.data } : problemOf(parsed.error);
}

const problemOf = ({ issues }: z.ZodError): Problem => ({ problem: sentence(issues[0]?.message) });

const sentence = (message = ''): string => `${message}.`;

/** What makes two lines the same monitor: kind and target; of a heartbeat, its name; of a command, it with its target. */
export function identityOf({ kind, name, target, port, command }: IdentifiedMonitor): string {
  if (kind === heartbeatKind.type) return `${kind} ${name}`;
  const address = kind === urlKind.type ? withPath(target) : target.toLowerCase();
  return JSON.stringify([kind, address, port, command ?? null]);
}

interface IdentifiedMonitor {
  kind: MonitorKind;
  name: string | null;
  target: string;
  port: number | null;
  /** The option of this name. */
  command?: unknown;
}

const identityOfLine = ({ family, input }: LineInput): string => {
  if (family === 'url') return identityOf({ kind: urlKind.type, name: null, target: input.url, port: null });
  if (family === 'heartbeat') return identityOf({ kind: heartbeatKind.type, name: input.name, target: '', port: null });
  const { monitor_type, host, port, options } = input;
  return identityOf({ kind: monitor_type, name: null, target: host, port, command: options?.command });
};

/**
 * The lines as they are answered, and the monitors to create.
 * @param known the name of each monitor of the website, by identity
 */
export function planLines(
  lines: readonly BulkLine[],
  known: ReadonlyMap<string, string>,
): { listed: ListedLine[]; inputs: LineInput[] } {
  const firstLines = new Map<string, number>();
  const inputs: LineInput[] = [];
  const listed = lines.map(({ input, ...line }): ListedLine => {
    if (input === null) return { ...line, status: 'invalid' };
    const identity = identityOfLine(input);
    const [name, first] = [known.get(identity), firstLines.get(identity)];
    if (name !== undefined) return { ...line, status: 'exists', problem: said.exists(name) };
    if (first !== undefined) return { ...line, status: 'exists', problem: said.repeated(first) };
    firstLines.set(identity, line.line);
    inputs.push(input);
    return { ...line, status: 'new' };
  });
  return { listed, inputs };
}
