import type { ProbedKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ProbeOutcome, TargetOf } from '../../../base/domain/check.ts';
import { probeCommand } from './command.ts';
import { probeDns } from './dns/dns.ts';
import { probeGrpc } from './grpc.ts';
import { probeIcmpPing } from './icmp-ping.ts';
import { probeImap } from './imap.ts';
import { probeMqtt } from './mqtt.ts';
import { probeMysql } from './mysql.ts';
import { probePop3 } from './pop3.ts';
import { probePostgresql } from './postgresql.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { probeRedis } from './redis.ts';
import { probeSmtp } from './smtp.ts';
import { probeTcpPort } from './tcp-port.ts';
import { probeTls } from './tls.ts';
import { probeHttp } from './url/http.ts';
import { probeWebSocket } from './websocket.ts';
import { withoutOptionSecrets } from './without-option-secrets.ts';

/**
 * One line for each kind of monitor. Pages with `check_mode: 'browser'` are probed elsewhere; see
 * engine/thread/probe-thread.ts.
 */
const probes: { readonly [Kind in ProbedKind]: Probe<Kind> } = {
  URL: probeHttp,
  TCP_PORT: probeTcpPort,
  ICMP_PING: probeIcmpPing,
  DNS: probeDns,
  TLS: probeTls,
  IMAP: probeImap,
  SMTP: probeSmtp,
  POP3: probePop3,
  WEBSOCKET: probeWebSocket,
  GRPC: probeGrpc,
  POSTGRESQL: probePostgresql,
  MYSQL: probeMysql,
  REDIS: probeRedis,
  MQTT: probeMqtt,
  COMMAND: probeCommand,
};

export async function probeTarget<Kind extends ProbedKind>(
  target: TargetOf<Kind> & { kind: Kind },
  context: ProbeContext,
): Promise<ProbeOutcome> {
  return withoutOptionSecrets(target, await probes[target.kind](target, context));
}
