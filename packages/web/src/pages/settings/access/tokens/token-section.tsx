import { useQuery } from '@tanstack/react-query';
import { apiDocsPath, apiPrefix } from '@upvigil/core/contract/names/paths';
import { limits } from '@upvigil/core/limits';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { ListHead, LoadedList } from '../../../../components/lists/editable-list.tsx';
import { MadeSecretDialog } from '../../../../components/secrets/made-secret-dialog.tsx';
import { EmptyState } from '../../../../components/states/empty-state.tsx';
import { apiTokens } from '../access-queries.ts';
import { TokenFormDialog } from './token-form-dialog.tsx';
import { TokenRow } from './token-row.tsx';
import { type TokenActions, useTokenActions } from './use-token-actions.ts';

const { tokens: texts } = accessPageMessages;

/** The open dialog: the form, or a new token, which is shown once. */
type Open = 'form' | { name: string; token: string } | null;

export function TokenSection() {
  const query = useQuery(apiTokens());
  const actions = useTokenActions();
  const [open, setOpen] = useState<Open>(null);
  const { data } = query;
  const isFull = data === undefined || data.length >= limits.apiToken.most;
  return (
    <section className="card grid gap-4" aria-labelledby="api-tokens">
      <ListHead add="Create token" isFull={isFull} onAdd={() => setOpen('form')}>
        <h2 id="api-tokens">API tokens</h2>
      </ListHead>
      <p className="text-(--muted)">
        {texts.about}{' '}
        <a href={apiPrefix + apiDocsPath} target="_blank" rel="noopener">
          API reference
        </a>
      </p>
      <LoadedList
        query={query}
        loadFailed={texts.loadFailed}
        loading={240}
        empty={<EmptyState title={accessMessages.token.none}>{texts.noneYet}</EmptyState>}
        className="m-0 list-none p-0"
      >
        {(token) => <TokenRow key={token.id} token={token} onRevoke={() => void actions.revoke(token)} />}
      </LoadedList>
      {open ? <OpenDialog open={open} actions={actions} onOpen={setOpen} /> : null}
    </section>
  );
}

interface OpenDialogProps {
  open: NonNullable<Open>;
  actions: TokenActions;
  onOpen: (open: Open) => void;
}

function OpenDialog({ open, actions, onOpen }: OpenDialogProps) {
  const close = () => onOpen(null);
  if (open === 'form') {
    return <TokenFormDialog save={async (input) => onOpen(await actions.create(input))} onClose={close} />;
  }
  return (
    <MadeSecretDialog
      title={`Token ${open.name}`}
      about={accessMessages.token.once}
      secret={open.token}
      onClose={close}
    />
  );
}
