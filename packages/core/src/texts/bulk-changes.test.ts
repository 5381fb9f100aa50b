import { expect, it } from 'vitest';
import { type BulkDeed, bulkPreview, bulkQuestion, bulkResult } from './bulk-changes.ts';

const counts = { changed: 4, unchanged: 0, websites: 3 };

it.each<[BulkDeed, string, string]>([
  [{ action: 'disable' }, 'Disables 4 monitors in 3 websites.', 'Disabled 4 monitors in 3 websites.'],
  [{ action: 'check' }, 'Checks 4 monitors in 3 websites now.', 'Checked 4 monitors in 3 websites.'],
  [
    { action: 'interval', to: '5 minutes' },
    'Changes the interval of 4 monitors in 3 websites to 5 minutes.',
    'Changed the interval of 4 monitors in 3 websites to 5 minutes.',
  ],
  [
    { action: 'add_tags', tags: ['env:dev'] },
    'Adds tag env:dev to 4 monitors in 3 websites.',
    'Added tag env:dev to 4 monitors in 3 websites.',
  ],
  [
    { action: 'remove_tags', tags: ['a', 'b'] },
    'Removes tags a, b from 4 monitors in 3 websites.',
    'Removed tags a, b from 4 monitors in 3 websites.',
  ],
  [
    { action: 'mute', until: '18:24' },
    'Mutes 4 monitors in 3 websites until 18:24.',
    'Muted 4 monitors in 3 websites until 18:24.',
  ],
  [
    { action: 'acknowledge' },
    'Acknowledges the open alerts of 4 monitors in 3 websites.',
    'Acknowledged the open alerts of 4 monitors in 3 websites.',
  ],
  [
    { action: 'move', to: 'Shop' },
    'Moves 4 monitors in 3 websites to Shop.',
    'Moved 4 monitors in 3 websites to Shop.',
  ],
  [
    { action: 'update', fields: 'check interval 60' },
    'Changes 4 monitors in 3 websites: check interval 60.',
    'Changed 4 monitors in 3 websites: check interval 60.',
  ],
])('says what %j does and did', (deed, before, after) => {
  expect(bulkPreview(deed, counts)).toBe(before);
  expect(bulkResult(deed, counts)).toBe(after);
});

it('words the confirmation of a change', () => {
  expect(bulkQuestion({ action: 'disable' }, counts)).toBe('Disable 4 monitors in 3 websites?');
  expect(bulkQuestion({ action: 'acknowledge' }, counts)).toMatch(/^Acknowledge the open alerts of .*s\?$/);
});

it('names what stays unchanged, and a change of nothing', () => {
  const one = { ...counts, changed: 1, unchanged: 1, websites: 1 };
  expect(bulkPreview({ action: 'enable' }, one)).toBe('Enables 1 monitor in 1 website. 1 monitor stays unchanged.');
  const none = { ...counts, changed: 0, unchanged: 1200 };
  expect(bulkPreview({ action: 'enable' }, none)).toBe('No monitor changes. 1,200 monitors stay unchanged.');
  expect(bulkResult({ action: 'enable' }, none)).toBe('No monitor changed.');
});
