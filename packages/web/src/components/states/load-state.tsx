import type { UseQueryResult } from '@tanstack/react-query';
import { messages } from '@upvigil/core/texts/messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureText } from '../../failures.ts';
import { serverWatch, useIsAway } from '../../reachability/watch-server.ts';
import { ErrorView } from './error-view.tsx';

interface LoadStateProps {
  query: UseQueryResult<unknown>;
  /** 'Could not load websites' */
  title: string;
  /** Placeholder until the first response. */
  children: ReactNode;
}

/** Shown until a query has data: its children, or the error after a failure, even while it retries. */
export function LoadState({ query, title, children }: LoadStateProps) {
  const { data, error, errorUpdateCount, isFetching, refetch } = query;
  const lastError = useRef<unknown>(null);
  useEffect(() => {
    if (error) lastError.current = error;
  }, [error]);
  const isAway = useIsAway();
  if (data !== undefined) return null;
  if (isAway) {
    return (
      <ErrorView
        title={title}
        message="The server does not answer. This is loaded as soon as it does."
        retryLabel={messages.publicStatus.tryAgain}
        onRetry={() => void serverWatch.attempt()}
      />
    );
  }
  if (errorUpdateCount === 0) return children;
  return (
    <ErrorView
      title={title}
      message={failureText(error ?? lastError.current ?? '')}
      retryLabel={messages.publicStatus.tryAgain}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
