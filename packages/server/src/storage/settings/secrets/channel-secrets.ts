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

/** Settings as somebody gave them, with masks where a stored secret is meant. */
export interface GivenSettings {
  kind: DeliveryChannel;
  config: AnyConfig;
}

/** Settings without secrets, and the secrets by their place: those that were stored sealed, those that are new readable. */
export interface TakenSettings {
  config: AnyConfig;
  secrets: NamedSecrets;
}

/**
 * Takes the secrets out of settings. A mask stands for the stored secret, but only while kind and servers stay: nobody who knows
 * no secret can have it sent elsewhere. Returns the fields that must be entered again otherwise.
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
 * The servers that settings name, as one text. An address that is a secret itself is compared by whether it is a new one: then
 * whatever belonged to the one before is not for it.
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
