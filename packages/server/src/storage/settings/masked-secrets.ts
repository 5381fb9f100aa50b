import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';

/** Settings as they may be sent: each secret that is set is replaced by the mask. */
export function maskSecrets<Settings extends object>(
  settings: Settings,
  secretFields: readonly (keyof Settings)[],
): Settings {
  const masked = secretFields.filter((field) => settings[field] !== '').map((field) => [field, maskedSecret]);
  return { ...settings, ...Object.fromEntries(masked) };
}

/** A change as it is stored: a secret that came back as the mask keeps its stored value, or is empty if there is none. */
export function keepMaskedSecrets<Change extends object>(
  change: Change,
  stored: Partial<Change> | null,
  secretFields: readonly (keyof Change)[],
): Change {
  const kept = secretFields
    .filter((field) => change[field] === maskedSecret)
    .map((field) => [field, stored?.[field] ?? '']);
  return { ...change, ...Object.fromEntries(kept) };
}
