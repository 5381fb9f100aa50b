import type { LookupAddress } from 'node:dns';
import type { AskName } from './ask-name.ts';
import { createKnownNames, isLocalName } from './known-names.ts';
import { createWitnessedLookup, type VouchedAnswer } from './witnesses.ts';

/**
 * Looks a name up. `onAnswerless` is called if it takes long although the resolver answers other names; then the name's
 * own name server is slow.
 */
export type LookUpName = (name: string, onAnswerless: () => void) => Promise<readonly LookupAddress[]>;

/** The resolver answers other names, but this name's server fails or is silent, so the target is at fault. */
class NameServerError extends Error {
  override readonly name = 'NameServerError';
  readonly code = 'ENAMESERVER';

  constructor(name: string, cause: unknown) {
    super(`the name server of ${name} fails or does not answer`, { cause });
  }
}

interface NameLookupOptions {
  system: AskName;
  /** The second resolver, for names that would block the first; null: none. */
  direct: AskName | null;
  /** A name that always resolves; null: only previously looked-up names are witnesses. */
  referenceName: string | null;
}

/** Milliseconds after which the resolver is verified. Together they are below the shortest timeout of a monitor. */
const patience = { system: 500, direct: 300 };

/** A running lookup with its waiting callers. */
interface SharedLookup {
  answer: Promise<VouchedAnswer>;
  settle(answer: VouchedAnswer): void;
}

/**
 * Looks names up, and distinguishes an unreachable resolver from an unreachable name server. Both look the same: no
 * answer, or a failure report. So it then looks up other names in the same way; if one is answered, the resolver works.
 * Concurrent lookups of a name share the answer.
 */
export function createNameLookup({ system, direct, referenceName }: NameLookupOptions): LookUpName {
  const known = createKnownNames(referenceName);
  const bySystem = createWitnessedLookup(system, known);
  const byServers = direct && createWitnessedLookup(direct, known);
  const running = new Map<string, SharedLookup>();
  /** Number of slow lookups of the system. While there are any, others may be blocked. */
  let blocking = 0;

  const askSystem = async (name: string): Promise<VouchedAnswer> => {
    let isLong = false;
    const timer = setTimeout(() => {
      isLong = true;
      blocking += 1;
    }, patience.system);
    const answer = await bySystem.ask(name);
    clearTimeout(timer);
    if (isLong) blocking -= 1;
    return answer;
  };

  /** Null if the second resolver gives no usable answer. */
  const askServers = async (name: string, onAnswerless: () => void): Promise<VouchedAnswer | null> => {
    if (!byServers || isLocalName(name)) return null;
    const endWatch = byServers.watch(name, patience.direct, onAnswerless);
    const answer = await byServers.ask(name);
    endWatch();
    if ('error' in answer) return answer.is_vouched ? answer : null;
    // The hosts file may name another machine, so an address that the system has never returned is not used.
    return known.ledTo(name, answer.addresses) ? answer : null;
  };

  const start = (name: string, onAnswerless: () => void): SharedLookup => {
    let settle: SharedLookup['settle'] = () => undefined;
    const answer = new Promise<VouchedAnswer>((resolve) => {
      settle = (found) => {
        if (running.get(name) === shared) running.delete(name);
        resolve(found);
      };
    });
    const shared: SharedLookup = { answer, settle: (found) => settle(found) };
    running.set(name, shared);
    const wouldBlock = blocking > 0 || known.isSilent(name);
    const early = wouldBlock ? askServers(name, onAnswerless) : Promise.resolve(null);
    void early.then(async (found) => shared.settle(found ?? (await askSystem(name))));
    return shared;
  };

  return async (name, onAnswerless) => {
    const shared = running.get(name) ?? start(name, onAnswerless);
    const endWatch = bySystem.watch(name, patience.system, onAnswerless);
    const timer = setTimeout(
      () => void askServers(name, onAnswerless).then((found) => found && shared.settle(found)),
      patience.system,
    );
    const answer = await shared.answer;
    endWatch();
    clearTimeout(timer);
    known.note(name, answer);
    if ('addresses' in answer) return answer.addresses;
    throw answer.is_vouched ? new NameServerError(name, answer.error) : answer.error;
  };
}
