import { expect, it, vi } from 'vitest';
import { rareGroups } from './rare-groups.ts';

it('loads the rarely used groups with the first call of one, and passes the request on', async () => {
  const list = vi.fn(async () => ['window']);
  // `as never`: only this endpoint is called.
  const load = vi.fn(async () => ({ maintenance: { listWindows: list } }) as never);
  const client = rareGroups(load);
  expect(load).not.toHaveBeenCalled();

  const request = { query: { limit: 1 } };
  const call = Reflect.get(client.maintenance, 'listWindows') as (request: unknown) => Promise<unknown>;
  expect(await call(request)).toEqual(['window']);
  expect(list).toHaveBeenCalledWith(request);
});
