import type { LookupAddress } from 'node:dns';
import type { AskName } from './ask-name.ts';
import { createKnownNames, isLocalName } from './known-names.ts';
import { createWitnessedLookup, type VouchedAnswer } from './witnesses.ts';

/**
 * Looks a name up. `onAnswerless` is called when it takes long although the resolver answers other names: from then on
 * we wait for the name's own name server.
 */
export type LookUpName = (name: string, onAnswerless: () => void) => Promise<readonly LookupAddress[]>;

/** The resolver answers other names, but this one's name server fails or says nothing: the target's fault, not ours. */
class NameServerError extends Error {
  override readonly name = 'NameServerError';
  readonly code = 'ENAMESERVER';

  constructor(name: string, cause: unknown) {
    super(`the name server of ${name} fails or does not answer`, { cause });
  }
}

interface NameLookupOptions {
  system: AskName;
  /** The second way, for names that would block the first; null: there is none. */
  direct: AskName | null;
  /** A name that always resolves; null: only names that were asked for before are witnesses. */
  referenceName: string | null;
}

/** Milliseconds after which a look-up is doubted. Together they are less than the shortest time-out of a monitor. */
const patience = { system: 500, direct: 300 };

/** A look-up, and all who wait for it. */
interface SharedLookup {
  answer: Promise<VouchedAnswer>;
  settle(answer: VouchedAnswer): void;
}

/**
 * Looks names up, and distinguishes an unreachable resolver from an unreachable name server. Both look the same: nobody answers, or
 * somebody says that he could not find out. So other names are asked for then, in the same way: when one is answered, the
 * resolver works. Look-ups of one name at one time share an answer.
 */
export function createNameLookup({ system, direct, referenceName }: NameLookupOptions): LookUpName {
  const known = createKnownNames(referenceName);
  const bySystem = createWitnessedLookup(system, known);
  const byServers = direct && createWitnessedLookup(direct, known);
  const running = new Map<string, SharedLookup>();
  /** How many look-ups the system has worked on for long. While there are any, it may have no room for others. */
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

  /** Null where the second way settles nothing. */
  const askServers = async (name: string, onAnswerless: () => void): Promise<VouchedAnswer | null> => {
    if (!byServers || isLocalName(name)) return null;
    const endWatch = byServers.watch(name, patience.direct, onAnswerless);
    const answer = await byServers.ask(name);
    endWatch();
    if ('error' in answer) return answer.is_vouched ? answer : null;
    // An address that the system never gave may be another machine: the hosts file may name a different one.
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
