import { type FieldError, RequestError } from '../contract/errors.ts';
import { windowOfQuery } from '../time-ranges.ts';
import type { FakeState } from './fake-state.ts';

export function find<T extends { id: number }>(rows: readonly T[], id: number, what: string): T {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new RequestError('notFound', `There is no ${what} ${id}`);
  return found;
}

export function remove<T extends { id: number }>(rows: T[], id: number, what: string): T {
  const found = find(rows, id, what);
  rows.splice(rows.indexOf(found), 1);
  return found;
}

export const refusedField = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });

export const refusedFields = (errors: FieldError[]): RequestError =>
  new RequestError('invalid', errors[0]?.message ?? '', { errors });

export const newerThan = ({ now }: FakeState, hours: number) => {
  const since = now() - hours * 3_600_000;
  return (time: string): boolean => Date.parse(time) >= since;
};

export const inWindow = ({ now }: FakeState, query: Parameters<typeof windowOfQuery>[0]) => {
  const { from, to } = windowOfQuery(query, now());
  return (time: string): boolean => Date.parse(time) >= from && (query.until === undefined || Date.parse(time) < to);
};

/** Only what was given: absent values stay as they are. */
export const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** A stream that stays open until the reader closes it; `publish` sends on it. `past` in seconds. */
export const openStream = ({ streams, published }: FakeState, past = 0): Response => {
  const since = performance.now() - past * 1000;
  let own: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      own = controller;
      streams.add(controller);
      controller.enqueue(new TextEncoder().encode(':\n\n'));
      for (const { event, at } of published) if (at >= since) controller.enqueue(event);
    },
    cancel: () => {
      if (own) streams.delete(own);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
};
