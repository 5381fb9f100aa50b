import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import type { OptionField } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { clientCertificate, planted } from './planted-secrets.ts';

/** A planted value for each secret option of a kind; null for a kind without one. */
export function plantedOptions(type: NetworkMonitorType): GivenOptions | null {
  const options: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<OptionField>(networkMonitorKinds[type].options)) {
    if (field.kind === 'secret') options[name] = planted.password;
    if (field.kind === 'headers') options[name] = [{ name: 'X-Api-Key', value: planted.header, secret: true }];
    if (field.kind === 'pem' && field.isSecret) options[name] = planted.clientKey;
  }
  if (Object.keys(options).length === 0) return null;
  if ('client_key' in options) options.client_certificate = clientCertificate;
  if ('password' in options) options.username = 'shop';
  return options;
}
