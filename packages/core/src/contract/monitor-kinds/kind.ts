import type { IpFamily } from '../check-options/options.ts';
import type { OptionFields, OptionValues, Security } from './option-fields.ts';

/** Groups of the type selector, in its order. */
export const kindGroups = ['Network', 'Mail', 'Web', 'Databases', 'Messaging', 'Commands'] as const;

/** The target of a network monitor. Fields that its kind does not use may be null. */
export interface NetworkTargetFields<Options extends OptionFields> {
  host: string;
  port: number | null;
  expected_response: string | null;
  /** In percent; null means the default. */
  packet_loss_threshold: number | null;
  /** Absent means any. */
  ip_family?: IpFamily;
  /** With defaults filled in and secrets in plain text. */
  options: OptionValues<Options>;
}

/** Address family of kinds with a host. Absent if any address is valid. */
export interface FamilyTarget {
  ip_family?: Exclude<IpFamily, 'any'>;
}

/** Returns nothing for `any`, so that a plain target needs no extra work. */
export const familyTarget = ({ ip_family = 'any' }: { ip_family?: IpFamily }): FamilyTarget =>
  ip_family === 'any' ? {} : { ip_family };

/** Describes one kind of network monitor for forms, validation, commands, documents and the engine. */
export interface NetworkMonitorKind<
  Type extends string,
  Options extends OptionFields,
  Target extends { kind: Type; host: string },
> {
  /** `monitor_type` of the API and `kind` of the database. */
  readonly type: Type;
  readonly label: string;
  readonly group: (typeof kindGroups)[number];
  /** One sentence for the form: what a check does. */
  readonly summary: string;
  /** A further sentence for the form. */
  readonly note?: string;
  /** The host may be empty. */
  readonly hasOptionalHost?: true;
  /** `required`: the port must be set; `none`: it is hidden and sent as null. */
  readonly port: 'required' | 'optional' | 'none';
  /** The usual ports with their default of `security`. The form proposes the first. */
  readonly ports?: readonly { readonly port: number; readonly security: Security }[];
  /** The valid values of the option `security`. */
  readonly securities?: readonly Security[];
  /** By the name of the API. */
  readonly options: Options;
  /** The first problem of options that are valid alone but not together; null without one. */
  readonly problem?: (options: OptionValues<Options>) => OptionProblem<keyof Options & string> | null;
  readonly hasExpectedResponse: boolean;
  readonly hasPacketLossThreshold: boolean;
  /** The setting of a website's Slack channel that enables its outages. */
  readonly slackToggle: 'alert_on_port_closed' | 'alert_on_ping_fail';
  /** Uptime Kuma's name of such a monitor, for its metrics. */
  readonly kumaType: string;
  /** Input of the probe; null if a required port is missing. */
  probeTarget(fields: NetworkTargetFields<Options>): Target | null;
}

export interface OptionProblem<Name extends string = string> {
  option: Name;
  message: string;
}

/** Keeps the literal types of a kind, from which registry.ts derives its own. */
export const defineNetworkKind = <
  Type extends string,
  const Options extends OptionFields,
  Target extends { kind: Type; host: string },
>(
  kind: NetworkMonitorKind<Type, Options, Target>,
): NetworkMonitorKind<Type, Options, Target> => kind;

/** The target of a service at a host and a required port, with all its options. */
export const serviceTarget =
  <const Type extends string>(kind: Type) =>
  <Options extends OptionFields>({ host, port, options, ...rest }: NetworkTargetFields<Options>) =>
    port === null ? null : { kind, host, port, options, ...familyTarget(rest) };
