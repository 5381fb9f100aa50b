import type { AskName, NameAnswer } from './ask-name.ts';
import type { KnownNames } from './known-names.ts';

/** What came of asking for a name, and of its witnesses if nobody answered. */
export type VouchedAnswer =
  | Extract<NameAnswer, { addresses: unknown }>
  /** `is_vouched`: nobody answered, but another name was answered meanwhile, so the resolver works. */
  | (Extract<NameAnswer, { error: unknown }> & { is_vouched: boolean });

/** A way to ask for names, with other names as witnesses that it works. */
export interface WitnessedWay {
  ask(name: string): Promise<VouchedAnswer>;
  /** After so many milliseconds asks for other names, and calls `tell` when one is answered. Returns what ends the watch. */
  watch(name: string, milliseconds: number, tell: () => void): () => void;
}

interface WitnessAsked {
  order: number;
  isAnswered: Promise<boolean>;
}

export function createWitnessedWay(askName: AskName, known: KnownNames): WitnessedWay {
  const running = new Map<string, WitnessAsked>();
  let asked = 0;

  const askWitness = (witness: string): WitnessAsked => {
    asked += 1;
    const order = asked;
    const isAnswered = askName(witness).then((answer) => {
      if (running.get(witness)?.order === order) running.delete(witness);
      known.note(witness, answer);
      return 'addresses' in answer;
    });
    running.set(witness, { order, isAnswered });
    return { order, isAnswered };
  };

  /**
   * Whether another name is answered that was asked for after `since`. One that was asked for before proves nothing: the
   * resolver may have failed in between, or it takes names in their order and has not come to ours.
   */
  const isVouched = (name: string, since: number): Promise<boolean> => {
    const answers = known.witnessesFor(name).map(async (witness) => {
      const shared = running.get(witness);
      const { isAnswered } = shared && shared.order > since ? shared : askWitness(witness);
      if (!(await isAnswered)) throw new Error(`${witness} is not answered either`);
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  };

  return {
    async ask(name) {
      const since = asked;
      const answer = await askName(name);
      if ('addresses' in answer) return answer;
      return { ...answer, is_vouched: answer.is_silent && (await isVouched(name, since)) };
    },
    watch(name, milliseconds, tell) {
      const since = asked;
      let isOver = false;
      const timer = setTimeout(
        () => void isVouched(name, since).then((isTrue) => isTrue && !isOver && tell()),
        milliseconds,
      );
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}
