import type { Alert } from '@upvigil/core/contract/alerts';
import { Time } from '../../../components/time/time.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import { acknowledgedWords } from './acknowledged-words.ts';
import { waitsForSomebody } from './waits.ts';

const buttonClass =
  'cursor-pointer rounded-sm py-1 font-medium text-(--accent) hover:text-(--text) pointer-coarse:py-3';

interface AnswerLineProps {
  alert: Alert;
  /** The problem is known to last. */
  isOpen: boolean;
  actions: AlertActions;
}

/** Who acknowledged the alert, or the buttons to acknowledge or mute it. */
export function AnswerLine({ alert, isOpen, actions }: AnswerLineProps) {
  const { id, acknowledged_at, acknowledged_by, acknowledge_note } = alert;
  if (acknowledged_at !== null) {
    return (
      <p className="py-1 text-xs wrap-anywhere text-(--muted)">
        {acknowledgedWords(acknowledged_by, acknowledge_note)}, <Time value={acknowledged_at} />
      </p>
    );
  }
  if (!isOpen || !waitsForSomebody(alert)) return null;
  return (
    <div className="flex flex-wrap gap-x-3 text-xs">
      <button type="button" className={buttonClass} onClick={() => actions.acknowledge([alert])}>
        Acknowledge<span className="sr-only"> alert {id}</span>
      </button>
      <button type="button" className={buttonClass} onClick={() => void actions.mute(alert)}>
        Mute 1 h<span className="sr-only">: alert {id}</span>
      </button>
    </div>
  );
}
