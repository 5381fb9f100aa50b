import type { ReactNode } from 'react';
import { Spinner } from '../components/basics/spinner.tsx';
import { ErrorView } from '../components/states/error-view.tsx';
import { publicTexts } from '../language/public-texts.ts';
import { StatusFooter } from './status-footer.tsx';
import type { PublicData } from './use-public-data.ts';

interface PublicViewProps<T> {
  state: PublicData<T>;
  /** Above the banner, also when a refresh failed. */
  lead?: (data: T) => ReactNode;
  banner: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Spinner, then content or an error. With outdated data, the error replaces the banner, so that the layout does not
 * shift.
 */
export function PublicView<T>({ state, lead, banner, children }: PublicViewProps<T>) {
  const { data, hasFailed, loadedAt } = state;
  const error = <LoadFailure {...state} />;
  if (data === null) return hasFailed ? error : <Spinner />;
  return (
    <>
      {lead?.(data)}
      {hasFailed ? error : banner(data)}
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${hasFailed ? 'opacity-90' : ''}`}>{children(data)}</div>
      <StatusFooter loadedAt={loadedAt} />
    </>
  );
}

/** Why there is no data, or only old data. */
export function LoadFailure({ data, isLoading, retry }: Pick<PublicData<unknown>, 'data' | 'isLoading' | 'retry'>) {
  const words = publicTexts('pages');
  return (
    <ErrorView
      title={words.errorTitle}
      message={words.loadFailed}
      retryLabel={words.tryAgain}
      isRetrying={isLoading}
      onRetry={retry}
      isCompact={data !== null}
    />
  );
}
