import { messages } from '@upvigil/core/texts/messages';
import { Globe } from 'lucide-react';
import { Button } from '../../components/basics/button.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';

/** In place of the list while there is nothing in it. */
export const NoWebsites = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title={messages.empty.websites}
    icon={<Globe strokeWidth={1.5} />}
    action={
      <Button kind="primary" onClick={onAdd}>
        Add Your First Website
      </Button>
    }
  >
    A website groups the page URLs and network services you watch together. You add those in the next step.
  </EmptyState>
);
