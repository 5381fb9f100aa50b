import type { IpFamily } from '../check-options/options.ts';

/** The stored target of a network monitor. Fields that its kind does not use may be null. */
export interface NetworkTargetFields {
  host: string;
  port: number | null;
  expected_response: string | null;
  /** In percent; null means the default. */
  packet_loss_threshold: number | null;
  /** Absent: any. */
  ip_family?: IpFamily;
}

/** Further rules for the target of each kind with a host. Absent where any address is valid. */
export interface FamilyTarget {
  ip_family?: Exclude<IpFamily, 'any'>;
}

/** So that a plain target costs nothing more. */
export const familyTarget = ({ ip_family = 'any' }: Pick<NetworkTargetFields, 'ip_family'>): FamilyTarget =>
  ip_family === 'any' ? {} : { ip_family };

/** What forms, validation, commands, documents and the engine need to know of one kind of network monitor. */
export interface NetworkMonitorKind<Type extends string, Target extends { kind: Type }> {
  /** `monitor_type` of the API and `kind` of the database. */
  readonly type: Type;
  readonly label: string;
  /** One sentence for the form: what a check does. */
  readonly summary: string;
  /** `required`: the port must be given; `none`: it is hidden and sent as null; `optional`: null means `defaultPort`. */
  readonly port: 'required' | 'optional' | 'none';
  readonly defaultPort?: number;
  readonly portHint?: string;
  readonly hasExpectedResponse: boolean;
  readonly hasPacketLossThreshold: boolean;
  /** The setting of a website's Slack that decides whether its outages are sent. */
  readonly slackToggle: 'alert_on_port_closed' | 'alert_on_ping_fail';
  /** Returns what its probe needs, or null without a port that it needs. */
  probeTarget(fields: NetworkTargetFields): Target | null;
}

/** Keeps the types of a kind's name and of its probe's target, which registry.ts derives its own from. */
export const defineNetworkKind = <Type extends string, Target extends { kind: Type }>(
  kind: NetworkMonitorKind<Type, Target>,
): NetworkMonitorKind<Type, Target> => kind;
