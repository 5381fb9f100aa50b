import type { Clock } from '../../../base/clock.ts';
import type { LineNews } from './line.ts';
import type { References } from './references.ts';
import type { Suspected } from './suspicion.ts';

export interface OfflineSpellOptions {
  clock: Clock;
  references: Pick<References, 'answer' | 'counting'>;
  tell(news: LineNews): void;
}

/** The period in which Upvigil is offline. It ends when a target or a reference answers, or when no reference counts any more. */
export interface OfflineSpell {
  begin(suspected: Suspected): void;
  /** A target answered. Returns whether the line was taken for dead until now. */
  end(): boolean;
  /** A check that began at that moment of the monotonic clock was made while the line was dead. Notes its monitor. */
  covers(began: number, monitorId: number): boolean;
  /** Since when it lasts, milliseconds of the monotonic clock; null while it does not. */
  readonly began: number | null;
}

type Spell = Pick<Suspected, 'monitorIds' | 'since' | 'began'>;

/** From one asking to the next. Milliseconds. */
const pauseMilliseconds = 5_000;

export function createOfflineSpell({ clock, references, tell }: OfflineSpellOptions): OfflineSpell {
  let spell: Spell | null = null;
  let deadUntil = Number.NEGATIVE_INFINITY;

  const askLater = (asked: Spell): void => void clock.after(pauseMilliseconds, () => void ask(asked));
  const ask = async (asked: Spell): Promise<void> => {
    if (spell !== asked) return;
    const isAnswered = await references.answer();
    if (spell !== asked) return;
    if (!isAnswered && references.counting > 0) return askLater(asked);
    end();
  };
  const end = (): boolean => {
    if (spell === null) return false;
    const { since, monitorIds } = spell;
    spell = null;
    deadUntil = clock.monotonic();
    tell({ state: 'over', since, ended: clock.now(), monitor_ids: [...monitorIds] });
    return true;
  };

  return {
    begin({ monitorIds, since, began }) {
      spell = { monitorIds: new Set(monitorIds), since, began };
      tell({ state: 'offline', since });
      askLater(spell);
    },
    end,
    covers(began, monitorId) {
      spell?.monitorIds.add(monitorId);
      return spell !== null || began < deadUntil;
    },
    get began() {
      return spell?.began ?? null;
    },
  };
}
