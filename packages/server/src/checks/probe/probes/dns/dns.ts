import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { defaultResolverPort, parseResolver, type ResolverAddress } from '@upvigil/core/contract/monitor-kinds/dns';
import type { ProbeOutcome, TargetOf } from '../../../../base/domain/check.ts';
import { elapsedMicroseconds } from '../../elapsed.ts';
import { down, nothingMeasured, outcomeOfError, silent } from '../../failure-text.ts';
import { fault, faultOf, isSystemError, mostSpecificError } from '../../faults.ts';
import { TargetFailure } from '../../target-failure.ts';
import type { Probe, ProbeContext } from '../probe.ts';
import { createDnsQuery, type DnsAnswer, type DnsQuery } from './dns-query.ts';
import { queryResolver } from './exchange.ts';
import { recordProblem, valuesOf } from './records.ts';

/** The wait for the last resolver ends this much before the deadline, so that the result is not a timeout. */
const marginBeforeDeadlineMilliseconds = 25;
/** Of each resolver, for two queries. */
const longestPatienceMilliseconds = 10_000;

/** Queries one resolver after the other until one answers, and compares the records with the expected values. */
export const probeDns: Probe<'DNS'> = async (target, context) => {
  try {
    const query = await createDnsQuery(target.host, target.options.record_type);
    const found = await queryFirst(resolversOf(target, context), { target, query, context });
    if ('unanswered' in found) return found.unanswered;
    context.trace.ended('first_byte');
    const response_time_us = elapsedMicroseconds(context.clock, found.queriedAt);
    const problem = answerProblem(found, target);
    if (problem !== null) return down(problem, { response_time_us });
    return { outcome: 'up', ...nothingMeasured, response_time_us };
  } catch (error) {
    return error instanceof TargetFailure ? down(error.message) : outcomeOfError(error);
  }
};

interface Resolvers {
  addresses: readonly ResolverAddress[];
  areOfSystem: boolean;
}

function resolversOf({ options }: TargetOf<'DNS'>, { dialer }: ProbeContext): Resolvers {
  const areOfSystem = options.resolvers.length === 0;
  const texts = areOfSystem ? dialer.systemResolvers() : options.resolvers;
  return { addresses: texts.flatMap((text) => parseResolver(text) ?? []), areOfSystem };
}

const nameOf = ({ host, port }: ResolverAddress): string =>
  formatHostPort(host, port === defaultResolverPort ? null : port);

interface Answered {
  answer: DnsAnswer;
  resolver: ResolverAddress;
  /** The time of the first query, of `clock.monotonic()`. */
  queriedAt: number;
}

async function queryFirst(
  { addresses, areOfSystem }: Resolvers,
  { target, query, context }: { target: TargetOf<'DNS'>; query: DnsQuery; context: ProbeContext },
): Promise<Answered | { unanswered: ProbeOutcome }> {
  const { clock, deadline, signal, step } = context;
  const errors: unknown[] = [];
  let queriedAt: number | null = null;
  for (const [at, resolver] of addresses.entries()) {
    // A timeout in the look-up is a fault of this host's resolver.
    const wait = areOfSystem ? 'looking up the name' : `waiting for an answer from ${nameOf(resolver)}`;
    const left = deadline - marginBeforeDeadlineMilliseconds - clock.monotonic();
    try {
      step('looking up the name');
      const answer = await queryResolver(resolver, {
        query,
        context,
        family: target.ip_family,
        patience: Math.min(longestPatienceMilliseconds, Math.max(1, left / (addresses.length - at))),
        onQuery() {
          queriedAt ??= clock.monotonic();
          step(wait);
        },
      });
      if (answer) return { answer, resolver, queriedAt: queriedAt ?? clock.monotonic() };
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      if (!(error instanceof TargetFailure)) errors.push(mostSpecificError(error));
    }
  }
  return { unanswered: unanswered(addresses, areOfSystem, errors) };
}

/** Whether an error is not worth a query to the next resolver: it is refused, or lacks an address of the family. */
const isFinal = (error: unknown): boolean =>
  isSystemError(error) && (error.code === 'EADDRREFUSED' || error.code === 'EFAMILY');

/** The outcome if no resolver answers. @param errors of the resolvers that are not only silent */
function unanswered(
  addresses: readonly ResolverAddress[],
  areOfSystem: boolean,
  errors: readonly unknown[],
): ProbeOutcome {
  const names = addresses.map(nameOf).join(', ');
  const isUnqueried = errors.length > 0 && errors.length === addresses.length && errors.every(isBeforeQuery);
  if (isUnqueried) return outcomeOfError(new AggregateError(errors));
  if (areOfSystem) return fault('resolver', `the DNS resolver of this host did not answer (${names || 'none is set'})`);
  return silent(`no answer from ${names}`);
}

/** Whether a query could not be sent: its resolver has no address, or this host is at fault. */
const isBeforeQuery = (error: unknown): boolean =>
  faultOf(error) !== null ||
  (isSystemError(error) && (error.syscall === 'getaddrinfo' || error.code === 'ENAMESERVER'));

/** The reason why an answer is not as expected; null if it is. */
function answerProblem({ answer, resolver }: Answered, { options }: TargetOf<'DNS'>): string | null {
  if (answer.code !== 'NOERROR') return `resolver ${nameOf(resolver)} answered ${answer.code}`;
  return recordProblem(options, valuesOf(options.record_type, answer.answers));
}
