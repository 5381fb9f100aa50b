import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { limits } from '@upvigil/core/limits';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome, ProbeTarget } from '../../../base/domain/check.ts';
import { createCheckCommands } from '../../commands/check-commands.ts';
import { createEvaluator } from '../../probe/assertions/evaluator.ts';
import { createDialer } from '../../probe/dialing/dialer.ts';
import { createStallDetector } from '../../probe/event-loop-stalls.ts';
import { createPinger } from '../../probe/icmp/pinger.ts';
import type { ProbeTools } from '../../probe/probe-tools.ts';
import { isBrowserPage, probeUnderDeadline } from '../../probe/probe-under-deadline.ts';
import type { ProbeContext } from '../../probe/probes/probe.ts';
import { probeTarget } from '../../probe/probes/registry.ts';
import { createTimeSlices } from '../../probe/time-slices.ts';
import { describePage } from '../../probe/tracing/describe-page.ts';
import { createTrace } from '../../probe/tracing/trace.ts';
import { createBrowserRequests } from '../browser-requests.ts';
import { createProbeLoop } from '../probe-loop.ts';
import { createResultBatch } from '../result-batch.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

/**
 * The probe thread: schedule and probes, separate from HTTP, SQL and rendering, so that these distort neither start
 * times nor response times. Started by thread.ts; only routes messages.
 */
function runThread(port: MessagePort, { has_browser, dns_reference_name, own_name }: ThreadData): void {
  const post = (message: FromThread): void => port.postMessage(message);
  const browser = createBrowserRequests(has_browser, post);
  const probe = (target: ProbeTarget, context: ProbeContext): Promise<ProbeOutcome> =>
    target.kind === 'URL' && isBrowserPage(target) ? browser.probe(target, context) : probeTarget(target, context);

  let beats = 0;
  const onBeat = (): void => {
    beats += 1;
    if (beats % beatsPerReport === 0) post({ type: 'stats', stats: loop.stats() });
  };
  const clock = systemClock;
  const stallDetector = createStallDetector(clock, onBeat);
  const tools = {
    clock,
    dialer: createDialer({ referenceName: dns_reference_name }),
    pinger: createPinger({ clock }),
    timeSlices: createTimeSlices(clock),
    evaluator: createEvaluator(clock),
    commands: createCheckCommands(),
    ownName: own_name,
    stallDetector,
    probe,
  };
  const batch = createResultBatch(post);
  const loop = createProbeLoop(tools, batch, (news) => post({ type: 'uplink', news }));

  const handlers: { [Type in ToThread['type']]: (message: Extract<ToThread, { type: Type }>) => unknown } = {
    watch: ({ monitors }) => loop.watch(monitors),
    forget: ({ ids }) => loop.forget(ids),
    'give-up': ({ ticket, count, notice_ms }) => {
      const ids = loop.giveUp(count, notice_ms);
      batch.flush();
      post({ type: 'given-up', ticket, ids });
    },
    check: async ({ ticket, monitor }) => {
      const result = await loop.checkNow(monitor);
      // Sends older results first: recorded later, they would undo this one.
      batch.flush();
      post({ type: 'checked', ticket, result });
    },
    probe: async ({ ticket, target, timeout_seconds }) =>
      post({ type: 'probed', ticket, outcome: await testTarget(target, timeout_seconds, tools) }),
    'browser-outcome': ({ ticket, outcome }) => browser.answer(ticket, outcome),
    allow: ({ allowed }) => loop.allow(allowed),
    references: ({ targets }) => loop.setReferences(targets),
    commands: ({ commands }) => tools.commands.set(commands),
    pause: async () => {
      await loop.pause();
      // Answers to triggered checks are still on their way and must arrive first.
      await new Promise(setImmediate);
      post({ type: 'idle' });
    },
    resume: () => loop.resume(),
  };
  const handle = <Type extends ToThread['type']>(
    message: Extract<ToThread, { type: Type }> & { type: Type },
  ): unknown => handlers[message.type](message);
  port.on('message', handle);
  post({ type: 'ready' });
}

/** A probe for a test, without a verdict. */
async function testTarget(target: ProbeTarget, timeoutSeconds: number, tools: ProbeTools): Promise<ProbeOutcome> {
  const trace = createTrace(tools.clock, true, limits.testedBodyBytes);
  const outcome = await probeUnderDeadline(target, timeoutSeconds, tools, new AbortController(), trace);
  if (outcome.outcome === 'fault') return outcome;
  const page = describePage(trace, tools.clock.now());
  return { ...outcome, phases_us: trace.phases, ...(page ? { page } : {}) };
}

/** Counters are reported once a second; the stall detector ticks 4 times a second. */
const beatsPerReport = 4;

if (parentPort) runThread(parentPort, workerData);
