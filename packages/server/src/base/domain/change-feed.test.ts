import { expect, it } from 'vitest';
import { type Change, createChangeFeed } from './change-feed.ts';

it('a listener that throws does not stop the others, and is reported', () => {
  const errors: unknown[] = [];
  const heard: Change[] = [];
  const changes = createChangeFeed((error) => errors.push(error));
  const trouble = new Error('a bug');
  changes.subscribe(() => {
    throw trouble;
  });
  changes.subscribe((change) => heard.push(change));
  changes.publish({ website_ids: [3] });
  expect(heard).toEqual([
    {
      website_ids: [3],
      monitors: null,
      is_structural: false,
      is_replaced: false,
      has_deliveries: false,
      has_ended_access: false,
    },
  ]);
  expect(errors).toEqual([trouble]);
});

it('who stopped listening hears no more', () => {
  const heard: Change[] = [];
  const changes = createChangeFeed(() => undefined);
  const stopListening = changes.subscribe((change) => heard.push(change));
  changes.publish({ is_structural: true });
  stopListening();
  changes.publish({ is_structural: true });
  expect(heard).toHaveLength(1);
});
