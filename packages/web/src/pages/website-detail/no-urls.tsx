import { messages } from '@upvigil/core/texts/messages';
import { Link2 } from 'lucide-react';
import { Button } from '../../components/basics/button.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';

/** In the place of the list while there is none. */
export const NoUrls = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title={messages.empty.urls}
    icon={<Link2 strokeWidth={1.5} />}
    action={
      <Button kind="primary" onClick={onAdd}>
        Add First URL
      </Button>
    }
  >
    Each URL is opened at its interval; you see its status, load time and history here.
  </EmptyState>
);
