import type { IpFamily } from '../check-options/options.ts';

/** The stored target of a network monitor. Fields that its kind does not use may be null. */
export interface NetworkTargetFields {
  host: string;
  port: number | null;
  expected_response: string | null;
  /** In percent; null means the default. */
  packet_loss_threshold: number | null;
  /** Absent means any. */
  ip_family?: IpFamily;
}

/** Address family of kinds with a host. Absent if any address is valid. */
export interface FamilyTarget {
  ip_family?: Exclude<IpFamily, 'any'>;
}

/** Returns nothing for `any`, so that a plain target needs no extra work. */
export const familyTarget = ({ ip_family = 'any' }: Pick<NetworkTargetFields, 'ip_family'>): FamilyTarget =>
  ip_family === 'any' ? {} : { ip_family };

/** Describes one kind of network monitor for forms, validation, commands, documents and the engine. */
export interface NetworkMonitorKind<Type extends string, Target extends { kind: Type }> {
  /** `monitor_type` of the API and `kind` of the database. */
  readonly type: Type;
  readonly label: string;
  /** One sentence for the form: what a check does. */
  readonly summary: string;
  /** `required`: the port must be set; `none`: it is hidden and sent as null; `optional`: null means `defaultPort`. */
  readonly port: 'required' | 'optional' | 'none';
  readonly defaultPort?: number;
  readonly portHint?: string;
  readonly hasExpectedResponse: boolean;
  readonly hasPacketLossThreshold: boolean;
  /** The setting of a website's Slack channel that enables its outages. */
  readonly slackToggle: 'alert_on_port_closed' | 'alert_on_ping_fail';
  /** Input of the probe; null if a required port is missing. */
  probeTarget(fields: NetworkTargetFields): Target | null;
}

/** Keeps the literal types of a kind's name and probe target, from which registry.ts derives its own. */
export const defineNetworkKind = <Type extends string, Target extends { kind: Type }>(
  kind: NetworkMonitorKind<Type, Target>,
): NetworkMonitorKind<Type, Target> => kind;
