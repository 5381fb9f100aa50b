import { expect, it } from 'vitest';
import { missingSettings, senderNeeds } from './missing-sender.ts';

it('takes a username with a domain as the From address', () => {
  const server = { smtp_host: 'mail.example.org', smtp_from_email: '' };
  expect(missingSettings(senderNeeds.email, { ...server, smtp_username: 'upvigil' })).toEqual(['smtp_from_email']);
  expect(missingSettings(senderNeeds.email, { ...server, smtp_username: 'upvigil@example.org' })).toEqual([]);
});
