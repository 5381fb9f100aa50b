/** All kinds of a monitor. URL is the page; the others are network monitors. */
export const monitorKinds = ['URL', 'TCP_PORT', 'ICMP_PING', 'IMAP'] as const;
export type MonitorKind = (typeof monitorKinds)[number];

/** The kinds that the wire calls `monitor_type`. */
export const networkMonitorTypes = ['TCP_PORT', 'ICMP_PING', 'IMAP'] as const;
export type NetworkMonitorType = (typeof networkMonitorTypes)[number];

/** How a URL is checked: the document alone, or the whole page in a browser. */
export const checkModes = ['http', 'browser'] as const;
export type CheckMode = (typeof checkModes)[number];

/** What forms, validation, commands and documents need to know of one kind of network monitor. */
export interface NetworkMonitorKind {
  readonly type: NetworkMonitorType;
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
}
