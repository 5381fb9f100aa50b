import type { Socket } from 'node:net';
import type { FamilyTarget } from '@upvigil/core/contract/monitor-kinds/kind';
import type { Security } from '@upvigil/core/contract/monitor-kinds/option-fields';
import type { ProbedKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { TargetOf } from '../../../base/domain/check.ts';
import type { TlsOptions } from '../dialing/dialer.ts';
import { type TlsOptionValues, tlsOfOptions } from '../dialing/tls-of-options.ts';
import { elapsedMicroseconds } from '../elapsed.ts';
import { down, nothingMeasured, outcomeOfError } from '../failure-text.ts';
import { TargetFailure } from '../target-failure.ts';
import type { Probe, ProbeContext } from './probe.ts';

/** The target of a service at a host and a port. */
interface ServiceTarget extends FamilyTarget {
  host: string;
  port: number;
  options: TlsOptionValues & { readonly security?: Security };
}
type ServiceKind = { [Kind in ProbedKind]: TargetOf<Kind> extends ServiceTarget ? Kind : never }[ProbedKind];

/** A connected service under check. */
export interface Service<Kind extends ServiceKind> {
  /** With TLS if `security` is `tls`, unless the probe negotiates it. */
  socket: Socket;
  target: TargetOf<Kind>;
  context: ProbeContext;
  /** Begins TLS on the connection, and returns the socket to use from then on. */
  startTls(options?: Pick<TlsOptions, 'alpn' | 'endInvalid'>): Promise<Socket>;
  /** At the end, `say` is called in place of closing the connection, which is then its task. */
  onEnd(say: () => void): void;
}

interface ServiceProbeOptions {
  alpn?: string[];
  /** TLS is negotiated within the protocol: the connection begins without it. */
  negotiatesTls?: true;
}

/**
 * The probe of a service. `converse` speaks its protocol until the answer that decides: it returns if the service is
 * up, and throws TargetFailure if it is down. The response time ends there.
 */
export const serviceProbe =
  <Kind extends ServiceKind>(
    converse: (service: Service<Kind>) => Promise<void>,
    { alpn, negotiatesTls }: ServiceProbeOptions = {},
  ): Probe<Kind> =>
  async (target, context) => {
    const { clock, dialer, signal, step, trace } = context;
    const { host, port, options, ip_family: family }: ServiceTarget = target;
    const started = clock.monotonic();
    const tls = (more: Pick<TlsOptions, 'alpn' | 'endInvalid'> = {}) => ({
      ...tlsOfOptions(options),
      ...(alpn ? { alpn } : {}),
      ...more,
    });
    const connection = { host, port, signal, onStep: step, family, trace };
    let socket: Socket | null = null;
    let end = (): void => void socket?.destroy();
    const timeToAnswer = (): number => {
      trace.ended('first_byte');
      return elapsedMicroseconds(clock, started);
    };
    try {
      const beginsWithTls = options.security === 'tls' && !negotiatesTls;
      const first = await dialer.dial({ ...connection, tls: beginsWithTls && tls() });
      socket = first;
      await converse({
        socket,
        target,
        context,
        async startTls(more) {
          trace.ended('first_byte');
          socket = await dialer.dial({ ...connection, tls: tls(more), over: first });
          return socket;
        },
        onEnd(say) {
          end = say;
        },
      });
      const response_time_us = timeToAnswer();
      end();
      return { outcome: 'up', ...nothingMeasured, response_time_us };
    } catch (error) {
      if (error instanceof TargetFailure) {
        const response_time_us = timeToAnswer();
        end();
        return down(error.message, { response_time_us });
      }
      socket?.destroy();
      return outcomeOfError(error);
    }
  };
