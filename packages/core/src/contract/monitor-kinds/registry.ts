import { command } from './command.ts';
import { dns } from './dns.ts';
import { grpc } from './grpc.ts';
import { heartbeatKind } from './heartbeat.ts';
import { icmpPing } from './icmp-ping.ts';
import { imap } from './imap.ts';
import type { NetworkMonitorKind, NetworkTargetFields, OptionProblem } from './kind.ts';
import { type GivenOptions, optionsWithDefaults } from './kind-options.ts';
import { mqtt } from './mqtt.ts';
import { mysql } from './mysql.ts';
import type { OptionFields } from './option-fields.ts';
import { pop3 } from './pop3.ts';
import { postgresql } from './postgresql.ts';
import { redis } from './redis.ts';
import { smtp } from './smtp.ts';
import { tcpPort } from './tcp-port.ts';
import { tls } from './tls.ts';
import type { urlKind } from './url.ts';
import { webSocket } from './websocket.ts';

/** One line for each kind of network monitor. The rest is derived from it. */
export const networkMonitorKinds = {
  [tcpPort.type]: tcpPort,
  [icmpPing.type]: icmpPing,
  [dns.type]: dns,
  [tls.type]: tls,
  [imap.type]: imap,
  [smtp.type]: smtp,
  [pop3.type]: pop3,
  [webSocket.type]: webSocket,
  [grpc.type]: grpc,
  [postgresql.type]: postgresql,
  [mysql.type]: mysql,
  [redis.type]: redis,
  [mqtt.type]: mqtt,
  [command.type]: command,
} as const;

/** Values of `monitor_type`. */
export type NetworkMonitorType = keyof typeof networkMonitorKinds;
export const networkMonitorTypes = Object.keys(networkMonitorKinds) as NetworkMonitorType[];

/** Monitors that count as network services: network monitors and heartbeats. */
type ServiceType = NetworkMonitorType | (typeof heartbeatKind)['type'];
export const serviceTypes: readonly ServiceType[] = [...networkMonitorTypes, heartbeatKind.type];

/** URL is the page; all others are network services. */
export type MonitorKind = (typeof urlKind)['type'] | ServiceType;

/** Input of each kind's probe. */
export type ProbeTargets = {
  [Type in NetworkMonitorType]: NonNullable<ReturnType<(typeof networkMonitorKinds)[Type]['probeTarget']>> & {
    /** A secret of its options is encrypted with another key, so nothing must be sent. */
    secrets_missing?: true;
  };
} & { URL: ReturnType<typeof urlKind.probeTarget> };

/** Kinds that the engine checks. */
export type ProbedKind = keyof ProbeTargets;

/** A kind that is known only at run time. */
export type AnyNetworkKind = Omit<NetworkMonitorKind<string, OptionFields, never>, 'problem' | 'probeTarget'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the options are those of the kind, which the compiler cannot know
  readonly problem?: (options: any) => OptionProblem | null;
};

type AllOptions<Options = (typeof networkMonitorKinds)[NetworkMonitorType]['options']> = (
  Options extends unknown
    ? (options: Options) => void
    : never
) extends (all: infer All) => void
  ? All
  : never;

/** The options of all kinds. Kinds that have an option of the same name share its description. */
export const kindOptions: AllOptions = Object.assign(
  {},
  ...Object.values(networkMonitorKinds).map(({ options }) => options),
);

type TargetFields = Omit<NetworkTargetFields<OptionFields>, 'options'> & { options: GivenOptions | null };

/** Input of the probe of a monitor. Secrets of its options must be in plain text. Null if a required port is missing. */
export function networkProbeTarget(
  type: NetworkMonitorType,
  { options, ...fields }: TargetFields,
): ProbeTargets[NetworkMonitorType] | null {
  const kind = networkMonitorKinds[type];
  const all = { ...fields, options: optionsWithDefaults(kind, fields.port, options) };
  // The options are those of the kind, which the compiler cannot know for a kind that is known at run time.
  return kind.probeTarget(all as never);
}
