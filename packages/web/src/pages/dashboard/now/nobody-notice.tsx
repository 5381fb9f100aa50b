import { messages } from '@upvigil/core/texts/messages';
import { Link } from 'react-router-dom';
import { useIsNobodyNotified } from '../../../alerting/nobody-notified.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

/** One line while no channel is on. */
export function NobodyNotice() {
  if (!useIsNobodyNotified()) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-lg border border-(--warn-g)/40 bg-(--warn-bg) px-3.5 py-2 text-[0.8125rem] text-(--warn-fg)">
      <ToneIcon tone="warn" size={16} />
      {messages.dashboard.nobody}
      <Link to="/settings?setup" className="font-medium text-(--warn-fg)! underline">
        Set Up Alerts
      </Link>
    </p>
  );
}
