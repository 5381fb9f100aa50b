import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { expect, it } from 'vitest';
import { keepMaskedSecrets, maskSecrets } from './masked-secrets.ts';

const stored = { user: 'me', password: 'secret', token: '' };
const secrets = ['password', 'token'] as const;

it('secrets that are set read as the mask, those that are not as empty', () => {
  expect(maskSecrets(stored, secrets)).toEqual({ user: 'me', password: maskedSecret, token: '' });
});

it('a secret that comes back as the mask stays as it was', () => {
  const change = { user: maskedSecret, password: maskedSecret, token: 'new' };
  expect(keepMaskedSecrets(change, stored, secrets)).toEqual({ user: maskedSecret, password: 'secret', token: 'new' });
  expect(keepMaskedSecrets({ ...change, password: '' }, stored, secrets).password).toBe('');
  expect(keepMaskedSecrets(change, null, secrets).password).toBe('');
});
