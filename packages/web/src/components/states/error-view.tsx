import { buttonClass } from '../basics/button.tsx';
import { ToneIcon } from '../tones/tone-icon.tsx';

interface ErrorViewProps {
  title: string;
  message: string;
  retryLabel: string;
  isRetrying?: boolean;
  onRetry: () => void;
  /** One line with the height of the status banner, which it replaces above outdated data. */
  isCompact?: boolean;
  /** `h1` if the error replaces the whole page. */
  heading?: 'h1' | 'h2';
}

/** Shows what could not be loaded, and a button that retries. */
export function ErrorView({
  title,
  message,
  retryLabel,
  isRetrying = false,
  onRetry,
  isCompact = false,
  heading: Heading = 'h2',
}: ErrorViewProps) {
  const layout = isCompact ? 'min-h-[78px] items-center p-4' : 'flex-col items-center px-4 py-6 text-center';
  return (
    <div
      role="alert"
      className={`flex gap-3 rounded-[10px] border border-(--down-g) bg-(--down-bg) text-(--down-fg) ${layout}`}
    >
      <ToneIcon tone="down" size={24} />
      <div className="min-w-0 flex-1">
        <Heading>{title}</Heading>
        <p>{message}</p>
      </div>
      <button type="button" className={`${buttonClass('quiet')} shrink-0`} aria-busy={isRetrying} onClick={onRetry}>
        {retryLabel}
      </button>
    </div>
  );
}
