import type { AskName, NameAnswer } from './ask-name.ts';
import type { KnownNames } from './known-names.ts';

/** Result of a lookup, and of its witnesses if it got no answer. */
export type VouchedAnswer =
  | Extract<NameAnswer, { addresses: unknown }>
  /** `is_vouched`: no answer, but another name was answered meanwhile, so the resolver works. */
  | (Extract<NameAnswer, { error: unknown }> & { is_vouched: boolean });

interface WitnessAsked {
  order: number;
  isAnswered: Promise<boolean>;
}

/** Looks names up, with other names as witnesses that the resolver works. */
export function createWitnessedLookup(askName: AskName, known: KnownNames) {
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
   * Whether another name is answered whose lookup began after `since`. An earlier one proves nothing: the resolver may
   * have failed in between, or it answers in order and has not reached this name.
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
    async ask(name: string): Promise<VouchedAnswer> {
      const since = asked;
      const answer = await askName(name);
      if ('addresses' in answer) return answer;
      return { ...answer, is_vouched: answer.is_silent && (await isVouched(name, since)) };
    },
    /**
     * Looks up other names after this time, and calls `onAnswered` if one is answered. Returns the function that ends
     * the watch.
     */
    watch(name: string, milliseconds: number, onAnswered: () => void): () => void {
      const since = asked;
      let isOver = false;
      const timer = setTimeout(
        () => void isVouched(name, since).then((isTrue) => isTrue && !isOver && onAnswered()),
        milliseconds,
      );
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}
