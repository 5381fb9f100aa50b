import type { AnyConfig, ConfigFields } from '@upvigil/core/contract/channel-kinds/config-fields';
import { isSecretField } from '@upvigil/core/contract/channel-kinds/config-fields';
import {
  mapConfigAddresses,
  mapConfigSecrets,
  takeConfigSecrets,
} from '@upvigil/core/contract/channel-kinds/config-secrets';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { keepAddressSecrets } from '@upvigil/core/contract/secrets/shown-address';
import type { OwnChannel } from '../../../base/domain/channel-rules.ts';
import { isSealed } from '../../../base/sealed-text.ts';
import type { NamedSecrets } from './monitor-secrets.ts';

/** Entered settings, with masks in place of stored secrets. */
export interface GivenSettings {
  kind: DeliveryChannel;
  config: AnyConfig;
}

/** Settings without secrets, and the secrets by key: stored ones encrypted, new ones in plain text. */
export interface TakenSettings {
  config: AnyConfig;
  secrets: NamedSecrets;
}

/**
 * Separates the secrets from settings. A mask keeps the stored secret only if kind and servers stay the same. Otherwise
 * somebody who does not know the secret could have it sent elsewhere. Returns the fields that must be entered again.
 */
export function takeSecrets(
  { kind, config }: GivenSettings,
  stored: Pick<OwnChannel, 'kind' | 'config' | 'secrets'> | null,
): TakenSettings | { enterAgain: string[] } {
  const { fields } = channelConfigs[kind];
  const isElsewhere = stored?.kind !== kind || serversOf(fields, config) !== serversOf(fields, stored.config);
  const enterAgain: string[] = [];
  const addressed = mapConfigAddresses(fields, config, (given, name) => {
    const before = stored?.kind === kind ? stored.config[name] : '';
    const { address, kept, unknown } = keepAddressSecrets(given, typeof before === 'string' ? before : '');
    if (unknown > 0 || (kept > 0 && isElsewhere)) enterAgain.push(name);
    return address;
  });
  const whole = mapConfigSecrets(fields, addressed, (text, place) => {
    if (text !== maskedSecret && !isSealed(text)) return text;
    const kept = isElsewhere || text !== maskedSecret ? undefined : stored.secrets[place];
    if (kept === undefined) enterAgain.push(place.split('.')[0] ?? place);
    return kept ?? '';
  });
  return enterAgain.length > 0 ? { enterAgain: [...new Set(enterAgain)] } : takeConfigSecrets(fields, whole);
}

/**
 * The servers in the settings, as one text. Of an address that is itself a secret, only its replacement counts: the
 * other secrets belonged to the previous one.
 */
function serversOf(fields: ConfigFields, config: AnyConfig): string {
  const servers = Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== 'address') return [];
    const text = String(config[name] ?? '');
    if (isSecretField(field)) return [text === maskedSecret ? '' : text];
    return [originOf(text || (field.initial ?? ''))];
  });
  return JSON.stringify(servers);
}

const originOf = (text: string): string => (canParseUrl(text) ? new URL(text).origin : text);
