import type { Mark, MarkInput } from '../contract/marks.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { newerThan, refusedField, remove } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';

/** What is worked on, and what was changed. */
export const maintenanceHandlers = (state: FakeState): Pick<FakeHandlers, 'marks'> => ({
  marks: {
    list: ({ query }) => {
      const isInWindow = newerThan(state, query.hours);
      return state.marks.filter(({ at }) => isInWindow(at)).sort((one, other) => other.at.localeCompare(one.at));
    },
    create: ({ body }) => addMark(state, body),
    remove: ({ params }) => {
      remove(state.marks, params.markId, 'mark');
      return null;
    },
  },
});

export function addMark(state: FakeState, input: MarkInput): Mark {
  const website = state.websites.find(({ id }) => id === input.website_id);
  if (input.website_id !== null && !website) {
    throw refusedField('website_id', `There is no website ${input.website_id}`);
  }
  const now = minutesAgo(0, state.now);
  const added: Mark = {
    ...{ id: nextId(state), ...input, at: input.at ?? now },
    ...{ website_name: website?.name ?? null, created_at: now },
  };
  state.marks.push(added);
  return added;
}
