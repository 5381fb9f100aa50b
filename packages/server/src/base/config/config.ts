import { findInvisible } from '@upvigil/core/contract/fields/clean-address';
import { isHost } from '@upvigil/core/contract/fields/fields';
import { addressSecrets } from '@upvigil/core/contract/secrets/shown-address';
import { limits } from '@upvigil/core/limits';
import { z } from 'zod';
import { serverDefaults } from '../server-defaults.ts';
import { type RdapServer, rdapServersMayBe, rdapServersSchema } from './rdap-servers-schema.ts';
import { postgresAddressTrouble, withoutPassword } from './secret-address.ts';
import { keyBytes, secretKeySchema } from './secret-key-schema.ts';
import {
  type AuthProxyConfig,
  type OidcConfig,
  readAuthProxy,
  readOidc,
  signOnVariables,
} from './sign-on-variables.ts';
import { type TrustedProxies, trustedProxiesMayBe, trustedProxiesSchema } from './trusted-proxies.ts';
import {
  daysOrNone,
  isPostgresAddress,
  isProgram,
  onOrOff,
  originTrouble,
  someDays,
  webAddress,
  wholeNumber,
  withoutSlash,
} from './variable-forms.ts';

/** What this process does: everything, API and pages only, or scheduler, probes and notifications only. */
const roles = ['all', 'web', 'worker'] as const;
export type Role = (typeof roles)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How the program was asked to run. Read once, at start; null where a variable was not set. */
export interface Config {
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  role: Role;
  adminPassword: string | null;
  /** Null means the address that the server listens on. Without a slash at the end. */
  baseUrl: string | null;
  /** False switches screenshots and browser checks off. */
  chromiumPath: string | false | null;
  sendSmsApiUrl: string;
  trustProxy: TrustedProxies;
  logLevel: (typeof logLevels)[number];
  /** The key of stored secrets; null: the one that is stored beside them. */
  secretKey: Buffer | null;
  metricsToken: string | null;
  /** Whether /metrics has figures of each monitor. */
  hasMonitorMetrics: boolean;
  /** Whether it does so under Uptime Kuma's names too. */
  hasKumaMetrics: boolean;
  smsHourlyLimit: number;
  /** Whether everybody must have a second factor. */
  isSecondFactorRequired: boolean;
  oidc: OidcConfig | null;
  authProxy: AuthProxyConfig | null;
  /** A name that always resolves; null: none is asked for. */
  dnsReferenceName: string | null;
  /** Where the list of all registries' servers is (RFC 9224), and servers that go before it. */
  rdapBootstrapUrl: string;
  rdapServers: readonly RdapServer[];
  /** By variable: its value where it is marked as shown, else whether it was set. The only view of the configuration that leaves. */
  shown: Readonly<Record<string, string>>;
  /** What must not stand in any text that leaves: values of secret variables, and what addresses carry. */
  secretTexts: readonly string[];
  /** Days after which history is deleted; null: never. */
  retentionDays: { checks: number; hourly: number; daily: number | null; alerts: number | null; audit: number };
}

/** A variable that cannot be used. Its message is one sentence for the person who starts the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Variable {
  schema: z.ZodType<unknown, string>;
  /** Ends the sentence 'X must be …'. */
  mayBe: string;
  /** What holds when it is not set; without it, that is null. */
  initial?: unknown;
  /** Its value is never shown. */
  isSecret?: true;
  /** Its value stands in a support bundle, with names and hosts replaced. Of all others the bundle says whether they are set. */
  isShown?: true;
  /** The problem of a value of the right kind, as the rest of a sentence that begins with the value. */
  trouble?(text: string): string | null;
  /** It may have spaces and signs of any kind: a name for people, a path, a password. */
  isFreeText?: true;
  /** Spaces at its ends count. */
  isPassword?: true;
}

const maxSmsPerHour = 10_000;
const maxPort = 65_535;

/** Every variable that the program reads, with what it may be. */
const variables = {
  HOST: {
    schema: z.string().refine(isHost),
    mayBe: 'a host name or an IP address to listen on',
    isShown: true,
    initial: '127.0.0.1',
  },
  PORT: {
    schema: wholeNumber(0, maxPort),
    mayBe: `a port number from 0 to ${maxPort} (0 takes any free port)`,
    initial: 8080,
    isShown: true,
  },
  DATA_DIR: {
    // Only a shell knows ~: a unit of systemd and a file of Docker pass it on as it is written.
    schema: z.string().refine((text) => !/^~(\/|$)/.test(text)),
    mayBe: 'a folder, whose path does not begin with ~',
    initial: './data',
    isShown: true,
    isFreeText: true,
  },
  DATABASE_URL: {
    schema: z.string().refine((text) => isPostgresAddress(text) && postgresAddressTrouble(text) === null),
    mayBe: 'an address that starts with postgres://, or absent for SQLite in DATA_DIR',
    trouble: (text) => (isPostgresAddress(text) ? postgresAddressTrouble(text) : null),
  },
  ROLE: { schema: z.enum(roles), mayBe: `one of ${roles.join(', ')}`, initial: 'all', isShown: true },
  ADMIN_PASSWORD: {
    // The operator may choose a short one here. A password that is changed over the network must be longer.
    schema: z.string().max(limits.passwordLength.max),
    mayBe: `a password of at most ${limits.passwordLength.max} characters`,
    isSecret: true,
    isPassword: true,
    isFreeText: true,
  },
  BASE_URL: {
    schema: webAddress.refine((text) => originTrouble(text) === null).transform(withoutSlash),
    mayBe: 'the public address of this server without a path, starting with http:// or https://',
    trouble: originTrouble,
  },
  CHROMIUM_PATH: {
    schema: z.union([z.literal('off').transform((): false => false), z.string().refine(isProgram)]),
    mayBe: 'the path of Chrome or Chromium, a program that is there, or off',
    isShown: true,
    isFreeText: true,
  },
  SENDSMS_API_URL: {
    schema: webAddress,
    mayBe: 'an address that starts with http:// or https://',
    initial: serverDefaults.sendSmsApiUrl,
  },
  TRUST_PROXY: {
    schema: trustedProxiesSchema,
    mayBe: trustedProxiesMayBe,
    initial: false,
    isShown: true,
  },
  LOG_LEVEL: { schema: z.enum(logLevels), mayBe: `one of ${logLevels.join(', ')}`, initial: 'info', isShown: true },
  SECRET_KEY: {
    schema: secretKeySchema,
    mayBe: `${keyBytes} random bytes in base64 (openssl rand -base64 ${keyBytes}), or absent for a key that is made and stored beside the data`,
    isSecret: true,
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{8,200}$/),
    mayBe: 'a token of 8 to 200 letters, digits or signs',
    isSecret: true,
  },
  METRICS_PER_MONITOR: { ...onOrOff, initial: true },
  METRICS_KUMA_NAMES: { ...onOrOff, initial: false },
  SMS_HOURLY_LIMIT: {
    schema: wholeNumber(0, maxSmsPerHour),
    mayBe: `a number from 0 to ${maxSmsPerHour}`,
    isShown: true,
    initial: limits.smsPerHour,
  },
  DNS_REFERENCE_NAME: {
    schema: z.union([
      z.literal('off').transform(() => null),
      z
        .string()
        .max(limits.host.maxLength)
        .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/i),
    ]),
    mayBe: 'a host name with a dot that always resolves, or off',
    initial: serverDefaults.dnsReferenceName,
  },
  RDAP_BOOTSTRAP_URL: {
    schema: webAddress,
    mayBe: 'an address that starts with http:// or https://',
    initial: serverDefaults.rdapBootstrapUrl,
  },
  RDAP_SERVERS: {
    schema: rdapServersSchema,
    mayBe: rdapServersMayBe,
    initial: [],
  },
  RETENTION_CHECKS_DAYS: { ...someDays, initial: serverDefaults.retentionDays.checks },
  RETENTION_HOURLY_DAYS: { ...someDays, initial: serverDefaults.retentionDays.hourlyRollups },
  RETENTION_DAILY_DAYS: daysOrNone,
  RETENTION_ALERTS_DAYS: daysOrNone,
  ...signOnVariables,
  RETENTION_AUDIT_DAYS: { ...someDays, initial: serverDefaults.retentionAuditDays },
} satisfies Record<string, Variable>;
type VariableName = keyof typeof variables;
type ValueOf<Name extends VariableName> =
  | z.output<(typeof variables)[Name]['schema']>
  | ((typeof variables)[Name] extends { initial: unknown } ? never : null);

/** What documents say of a variable. */
interface VariableRule {
  name: string;
  /** Ends the sentence 'X must be …'. */
  mayBe: string;
  /** What holds when it is not set. */
  initial: unknown;
}

/** Every variable that the program reads. */
export const variableRules: readonly VariableRule[] = Object.entries<Variable>(variables).map(
  ([name, { mayBe, initial = null }]) => ({ name, mayBe, initial }),
);

/**
 * Reads the configuration from the environment; an empty variable counts as absent.
 * @throws ConfigError when a variable is not valid; it names the variable, what it was and what it may be
 */
export function readConfig(env: Environment = process.env): Config {
  const config: Config = {
    host: read(env, 'HOST'),
    port: read(env, 'PORT'),
    dataDir: read(env, 'DATA_DIR'),
    databaseUrl: read(env, 'DATABASE_URL'),
    role: read(env, 'ROLE'),
    adminPassword: read(env, 'ADMIN_PASSWORD'),
    baseUrl: read(env, 'BASE_URL'),
    chromiumPath: read(env, 'CHROMIUM_PATH'),
    sendSmsApiUrl: read(env, 'SENDSMS_API_URL'),
    trustProxy: read(env, 'TRUST_PROXY'),
    logLevel: read(env, 'LOG_LEVEL'),
    secretKey: read(env, 'SECRET_KEY'),
    metricsToken: read(env, 'METRICS_TOKEN'),
    hasMonitorMetrics: read(env, 'METRICS_PER_MONITOR'),
    hasKumaMetrics: read(env, 'METRICS_KUMA_NAMES'),
    smsHourlyLimit: read(env, 'SMS_HOURLY_LIMIT'),
    isSecondFactorRequired: read(env, 'REQUIRE_SECOND_FACTOR'),
    oidc: readOidc((name) => read(env, name), asConfigError),
    authProxy: readAuthProxy((name) => read(env, name), asConfigError),
    dnsReferenceName: read(env, 'DNS_REFERENCE_NAME'),
    rdapBootstrapUrl: read(env, 'RDAP_BOOTSTRAP_URL'),
    rdapServers: read(env, 'RDAP_SERVERS'),
    shown: shownVariables(variables, env),
    secretTexts: secretTexts(variables, env),
    retentionDays: {
      checks: read(env, 'RETENTION_CHECKS_DAYS'),
      hourly: read(env, 'RETENTION_HOURLY_DAYS'),
      daily: read(env, 'RETENTION_DAILY_DAYS'),
      alerts: read(env, 'RETENTION_ALERTS_DAYS'),
      audit: read(env, 'RETENTION_AUDIT_DAYS'),
    },
  };
  if (config.role !== 'all' && config.databaseUrl === null) {
    throw new ConfigError(
      `ROLE is "${config.role}", which needs PostgreSQL: set DATABASE_URL to an address that starts with postgres://, or ROLE to all`,
    );
  }
  return config;
}

const asConfigError = (sentence: string): ConfigError => new ConfigError(sentence);

function read<Name extends VariableName>(env: Environment, name: Name): ValueOf<Name> {
  const variable: Variable = variables[name];
  const given = env[name] ?? '';
  // The end of a line is that of a file or a pipe.
  const text = variable.isPassword && given.trim() !== '' ? given.replace(/\r?\n$/, '') : given.trim();
  if (!text) return (variable.initial ?? null) as ValueOf<Name>;
  const hidden = findInvisible(text);
  if (hidden !== null && !variable.isFreeText)
    throw new ConfigError(`${name} must be ${variable.mayBe}, but it has ${hidden} in it: type its value again`);
  const parsed = variable.schema.safeParse(text);
  if (parsed.success) return parsed.data as ValueOf<Name>;
  const was = variable.isSecret
    ? 'set to something else'
    : `"${withoutPassword(text)}"${variable.trouble?.(text) ?? ''}`;
  throw new ConfigError(`${name} must be ${variable.mayBe}, but it is ${was}`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Marks of a variable. */
interface MarkedVariable {
  mayBe: string;
  initial?: unknown;
  isSecret?: true;
  isShown?: true;
}
type MarkedVariables = Readonly<Record<string, MarkedVariable>>;

const textOf = (env: Environment, name: string): string => env[name]?.trim() ?? '';

/** By variable: its value where that is marked as shown, else whether it is set. */
function shownVariables(variables: MarkedVariables, env: Environment): Record<string, string> {
  const all = Object.entries(variables).map(([name, { isShown, initial }]): [string, string] => {
    const text = textOf(env, name);
    if (isShown) return [name, text || String(initial ?? 'not set')];
    return [name, text === '' ? 'not set' : 'set'];
  });
  return Object.fromEntries(all);
}

/** The values of secret variables, and what the addresses in others carry. */
function secretTexts(variables: MarkedVariables, env: Environment): string[] {
  const texts = Object.entries(variables).flatMap(([name, { isSecret }]) =>
    isSecret ? [textOf(env, name)] : textOf(env, name).split(',').flatMap(addressSecrets),
  );
  return texts.filter((text) => text !== '');
}
