import { limits } from '../../limits.ts';
import type { AddressField, SecretField } from './config-fields.ts';

export const webhookUrl = (hint: string): AddressField & { readonly secret: true } => ({
  type: 'address',
  label: 'Webhook URL',
  hint,
  secret: true,
});

/** The address of a hosted provider, which may be reached under another name (a proxy, say). */
export const providerAddress = (initial: string): AddressField & { readonly optional: true } => ({
  type: 'address',
  label: 'Server',
  initial,
  optional: true,
});

/** The address of a self-hosted server. */
export const ownServer = (placeholder: string): AddressField => ({ type: 'address', label: 'Server', placeholder });

export const secret = (label: string, hint: string): SecretField => ({
  type: 'secret',
  label,
  hint,
  maxLength: limits.channelSecret.maxLength,
});
