import path from 'node:path';
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

/** `web`: API and pages only. `worker`: scheduler, probes and notifications only. */
const roles = ['all', 'web', 'worker'] as const;
export type Role = (typeof roles)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings of the process. Read once at start; null if a variable is not set. */
export interface Config {
  host: string;
  /** 0 selects any free port. */
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  role: Role;
  adminPassword: string | null;
  /** Without a trailing slash. Null: the address that the server listens on. */
  baseUrl: string | null;
  /** False disables screenshots and browser checks. */
  chromiumPath: string | false | null;
  sendSmsApiUrl: string;
  /** The file of the commands that monitors may run. Null: none. */
  commandsFile: string | null;
  trustProxy: TrustedProxies;
  logLevel: (typeof logLevels)[number];
  /** Encryption key of stored secrets. Null: the key stored beside the database. */
  secretKey: Buffer | null;
  metricsToken: string | null;
  /** Whether /metrics has metrics for each monitor. */
  hasMonitorMetrics: boolean;
  /** Whether it also has them under Uptime Kuma's names. */
  hasKumaMetrics: boolean;
  smsHourlyLimit: number;
  /** Whether every user needs a second factor. */
  isSecondFactorRequired: boolean;
  oidc: OidcConfig | null;
  authProxy: AuthProxyConfig | null;
  /** A name that always resolves, used to test the resolver. Null: no such test. */
  dnsReferenceName: string | null;
  /** URL of the list of all registries' servers (RFC 9224). `rdapServers` take precedence over it. */
  rdapBootstrapUrl: string;
  rdapServers: readonly RdapServer[];
  /**
   * By variable: its value if marked as shown, else whether it is set. No other part of the configuration may leave the
   * process.
   */
  shown: Readonly<Record<string, string>>;
  /**
   * Texts to remove from everything that leaves the process: values of secret variables, and credentials within
   * addresses.
   */
  secretTexts: readonly string[];
  /** Days after which history is deleted; null: never. */
  retentionDays: { checks: number; hourly: number; daily: number | null; alerts: number | null; audit: number };
}

/** An invalid variable. The message is one sentence for the person who starts the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Variable {
  schema: z.ZodType<unknown, string>;
  /** Completes 'X must be …'. */
  mayBe: string;
  /** The default; null if absent. */
  initial?: unknown;
  /** Whether its value is never shown. */
  isSecret?: true;
  /**
   * Whether a support bundle has its value, with names and hosts replaced. Of other variables it only has whether they
   * are set.
   */
  isShown?: true;
  /** Further validation. Completes a sentence that begins with the value; null if valid. */
  trouble?(text: string): string | null;
  /** Allows spaces and any characters: a display name, a path, a password. */
  isFreeText?: true;
  /** Keeps leading and trailing spaces. */
  isPassword?: true;
}

const maxSmsPerHour = 10_000;
const maxPort = 65_535;

/** Every environment variable that the program reads. */
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
    // Only a shell expands ~; systemd units and Docker env files pass it on literally.
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
    // No minimum length: the operator may choose a short one here. Passwords changed over the network have one.
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
  COMMANDS_FILE: {
    schema: z.string().refine((text) => path.isAbsolute(text)),
    mayBe: 'the absolute path of a JSON file with the commands that monitors may run, or absent for none',
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

/** A variable as documents describe it. */
interface VariableRule {
  name: string;
  /** Completes 'X must be …'. */
  mayBe: string;
  /** The default. */
  initial: unknown;
}

export const variableRules: readonly VariableRule[] = Object.entries<Variable>(variables).map(
  ([name, { mayBe, initial = null }]) => ({ name, mayBe, initial }),
);

/**
 * Reads the configuration from the environment. An empty variable counts as absent.
 * @throws ConfigError for an invalid variable; names it, its value and the allowed values
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
    commandsFile: read(env, 'COMMANDS_FILE'),
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
  // A value read from a file or a pipe ends with a line break.
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

/** Flags of a variable. */
interface MarkedVariable {
  mayBe: string;
  initial?: unknown;
  isSecret?: true;
  isShown?: true;
}
type MarkedVariables = Readonly<Record<string, MarkedVariable>>;

const textOf = (env: Environment, name: string): string => env[name]?.trim() ?? '';

/** By variable: its value if marked as shown, else whether it is set. */
function shownVariables(variables: MarkedVariables, env: Environment): Record<string, string> {
  const all = Object.entries(variables).map(([name, { isShown, initial }]): [string, string] => {
    const text = textOf(env, name);
    if (isShown) return [name, text || String(initial ?? 'not set')];
    return [name, text === '' ? 'not set' : 'set'];
  });
  return Object.fromEntries(all);
}

/** Values of secret variables, and credentials within the addresses of others. */
function secretTexts(variables: MarkedVariables, env: Environment): string[] {
  const texts = Object.entries(variables).flatMap(([name, { isSecret }]) =>
    isSecret ? [textOf(env, name)] : textOf(env, name).split(',').flatMap(addressSecrets),
  );
  return texts.filter((text) => text !== '');
}
