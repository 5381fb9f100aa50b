import type { Cancel, Clock } from '../../clock.ts';
import type { LineNews } from './line.ts';
import type { References } from './references.ts';
import type { Suspected } from './suspicion.ts';

export interface OfflineSpellOptions {
  clock: Clock;
  references: Pick<References, 'answer' | 'counting'>;
  tell(news: LineNews): void;
}

/** The time in which our line is dead. It ends when a reference answers, or when none counts any more. */
export interface OfflineSpell {
  begin(suspected: Suspected): void;
  /** A check that began at that moment of the monotonic clock was made while the line was dead. Notes its monitor. */
  covers(began: number, monitorId: number): boolean;
  /** Since when it lasts, milliseconds of the monotonic clock; null while it does not. */
  readonly began: number | null;
}

/** From one asking to the next. Milliseconds. */
const pauseMilliseconds = 5_000;

export function createOfflineSpell({ clock, references, tell }: OfflineSpellOptions): OfflineSpell {
  let spell: Suspected | null = null;
  let deadUntil = Number.NEGATIVE_INFINITY;

  const askLater = (): Cancel => clock.after(pauseMilliseconds, () => void ask());
  const ask = async (): Promise<void> => {
    const isAnswered = await references.answer();
    if (spell === null) return;
    if (!isAnswered && references.counting > 0) return void askLater();
    const { since, monitorIds } = spell;
    spell = null;
    deadUntil = clock.monotonic();
    tell({ state: 'over', since, ended: clock.now(), monitor_ids: [...monitorIds] });
  };

  return {
    begin({ monitorIds, since, began }) {
      spell = { monitorIds: new Set(monitorIds), since, began };
      tell({ state: 'offline', since });
      askLater();
    },
    covers(began, monitorId) {
      spell?.monitorIds.add(monitorId);
      return spell !== null || began < deadUntil;
    },
    get began() {
      return spell?.began ?? null;
    },
  };
}
