import { ToneIcon } from './tone-icon.tsx';

interface ErrorViewProps {
  title: string;
  message: string;
  retryLabel: string;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** Says what could not be loaded and offers to try again. Data that was there before stays below it, by the page's doing. */
export function ErrorView({ title, message, retryLabel, isRetrying = false, onRetry }: ErrorViewProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-2 rounded-[10px] border border-(--down-g) bg-(--down-bg) px-4 py-6 text-center text-(--down-fg)"
    >
      <ToneIcon tone="down" size={24} />
      <h2 className="m-0 text-lg font-semibold">{title}</h2>
      <p className="m-0">{message}</p>
      <button
        type="button"
        className="mt-2 min-h-9 cursor-pointer rounded-md border border-(--control) bg-(--surface) px-3.5 font-medium text-(--text) hover:bg-(--hover) aria-busy:text-(--muted) max-md:min-h-11 pointer-coarse:min-h-11"
        aria-busy={isRetrying}
        onClick={onRetry}
      >
        {retryLabel}
      </button>
    </div>
  );
}
