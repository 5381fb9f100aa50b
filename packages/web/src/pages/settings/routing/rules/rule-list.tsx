import { defaultPolicyId, type Route, type RoutingDocument } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { routeSentence } from '@upvigil/core/texts/route-sentences';
import { routingMessages } from '@upvigil/core/texts/routing';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { deletion } from '../../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { ListHead, ListItem } from '../../../../components/lists/editable-list.tsx';
import { DeleteAction, EditAction, RowAction } from '../../../../components/rows/row-actions.tsx';
import { useTargetNames } from '../../../../monitors/use-target-names.ts';
import { withMovedRoute, withoutRoute } from '../document.ts';
import type { RoutingChanges } from '../use-routing-changes.ts';
import { RuleDialog } from './rule-dialog.tsx';

interface RuleListProps {
  document: RoutingDocument;
  changes: RoutingChanges;
}

/** Rules as sentences, in order of evaluation. */
export function RuleList({ document, changes }: RuleListProps) {
  const { routes, policies } = document;
  const names = useTargetNames(routes);
  const [edited, setEdited] = useState<Route | null | undefined>(undefined);
  const mover = useMover(document, changes);
  const nameOf = (id: number | null) => policies.find((policy) => policy.id === id)?.name ?? null;
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListHead size="small" add="Add Rule" isFull={routes.length >= limits.routes} onAdd={() => setEdited(null)}>
        <h2>Rules</h2>
      </ListHead>
      <p className="text-(--muted)">{routingMessages.about}</p>
      <p role="status" className="sr-only">
        {mover.announcement}
      </p>
      <ol ref={mover.list}>
        {keysOf(routes).map((key, at) => {
          const route = routes[at] as Route;
          const sentence = routeSentence(route, { targets: names.targets(route), policy: nameOf(route.policy_id) });
          return (
            <Rule
              key={key}
              route={route}
              at={at}
              sentence={sentence}
              changes={changes}
              mover={mover}
              onEdit={() => setEdited(route)}
            />
          );
        })}
        <li className="py-2.5 text-(--muted)">{routingMessages.rest(nameOf(defaultPolicyId) ?? 'Default')}</li>
      </ol>
      {edited === undefined ? null : (
        <RuleDialog rule={edited} policies={policies} changes={changes} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

/** Rules have no ids, so the React keys follow from their content. */
function keysOf(routes: readonly Route[]): string[] {
  const seen = new Map<string, number>();
  return routes.map((route) => {
    const text = JSON.stringify(route);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return `${count} ${text}`;
  });
}

interface Mover {
  list: RefObject<HTMLOListElement | null>;
  /** Screen reader announcement after a move. */
  announcement: string;
  move: (at: number, by: 1 | -1) => Promise<void>;
}

/** Moves rules by one position and keeps the focus on the moved rule. */
function useMover({ routes }: RoutingDocument, changes: RoutingChanges): Mover {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const moving = useRef<{ route: Route; by: number } | null>(null);
  useEffect(() => {
    if (!moving.current) return;
    const { route, by } = moving.current;
    moving.current = null;
    const at = keysOf(routes).indexOf(keysOf([route])[0] ?? '');
    list.current?.children[at]?.querySelector<HTMLElement>(`[data-by="${by}"]`)?.focus();
  }, [routes]);
  const move = async (at: number, by: 1 | -1) => {
    const route = routes[at];
    const to = at + by;
    if (!route || moving.current || to < 0 || to >= routes.length) return;
    moving.current = { route, by };
    const isMoved = await changes.act((document) => withMovedRoute(document, at, by));
    if (isMoved) setAnnouncement(`"${route.name}" is rule ${to + 1} of ${routes.length} now`);
    else moving.current = null;
  };
  return { list, announcement, move };
}

interface RuleProps {
  route: Route;
  at: number;
  sentence: string;
  changes: RoutingChanges;
  mover: Mover;
  onEdit: () => void;
}

function Rule({ route, at, sentence, changes, mover, onEdit }: RuleProps) {
  const { confirm } = useDialogs();
  const { name } = route;
  const remove = async () => {
    const isAgreed = await confirm(
      deletion('rule', name, {
        body: sentence,
      }),
    );
    if (isAgreed) await changes.act((document) => withoutRoute(document, route));
  };
  return (
    <ListItem
      name={name}
      actions={
        <>
          <RowAction
            text="Up"
            aria-label={`Move ${name} up`}
            data-by="-1"
            icon={<ArrowUp aria-hidden="true" size={16} />}
            onClick={() => void mover.move(at, -1)}
          />
          <RowAction
            text="Down"
            aria-label={`Move ${name} down`}
            data-by="1"
            icon={<ArrowDown aria-hidden="true" size={16} />}
            onClick={() => void mover.move(at, 1)}
          />
          <EditAction of={name} onClick={onEdit} />
          <DeleteAction of={name} onClick={() => void remove()} />
        </>
      }
    >
      <p className="wrap-anywhere text-(--muted)">{sentence}</p>
    </ListItem>
  );
}
