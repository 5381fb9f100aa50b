import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@upvigil/core/contract/errors';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { routingMessages } from '@upvigil/core/texts/routing';
import { useMemo } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';
import type { Changed } from './document.ts';

type Change = (document: RoutingDocument) => Changed;

/** Another user changed the same part. The message explains it. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

export type RoutingChanges = ReturnType<typeof useRoutingChanges>;

/** Changes to the routing document. The server accepts changes only to its latest revision. */
export function useRoutingChanges() {
  const queryClient = useQueryClient();
  const { alert } = useDialogs();
  return useMemo(() => {
    const save = (change: Change) => saveChange(queryClient, change);
    return {
      /** The document as last loaded or saved. */
      current: () => queryClient.getQueryData(queries.routing().queryKey),
      /** Applies a change to the latest document. Rejects with a sentence; reloads an outdated document first. */
      save,
      /** Same as `save`, but shows errors itself. Resolves with whether it was saved. */
      act: async (change: Change): Promise<boolean> => {
        try {
          await save(change);
          return true;
        } catch (error) {
          const isStale = error instanceof ApiError && error.status === 409;
          await alert(isStale ? routingMessages.moveLost : routingFailure(error));
          return false;
        }
      },
    };
  }, [queryClient, alert]);
}

/**
 * Saves a form's part of the document. `reread` is called after a conflict, so that a second save overwrites the other
 * change.
 */
export async function saveFormPart(changes: RoutingChanges, change: Change, reread = () => {}): Promise<void> {
  try {
    await changes.save(change);
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) reread();
    throw new Error(routingFailure(error), { cause: error });
  }
}

/** Message of a failed change. */
function routingFailure(error: unknown): string {
  if (error instanceof ChangedMeanwhileError) return error.message;
  if (error instanceof ApiError && error.status === 409) return routingMessages.changedMeanwhile;
  return detailOr(error, routingMessages.saveFailed);
}

async function saveChange(queryClient: QueryClient, change: Change): Promise<void> {
  const { queryKey } = queries.routing();
  const document = queryClient.getQueryData(queryKey) ?? (await queryClient.fetchQuery(queries.routing()));
  const body = applied(change, document);
  try {
    queryClient.setQueryData(queryKey, await (await api()).routing.update({ body }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    // Applies the change to the reloaded document, to check that its target still exists.
    applied(change, await queryClient.fetchQuery({ ...queries.routing(), staleTime: 0 }));
    throw error;
  }
}

function applied(change: Change, document: RoutingDocument): RoutingDocument {
  const changed = change(document);
  if ('problem' in changed) throw new ChangedMeanwhileError(changed.problem);
  return changed;
}
