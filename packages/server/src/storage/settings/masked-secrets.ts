import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';

/** Replaces each set secret by the mask. */
export function maskSecrets<Settings extends object>(
  settings: Settings,
  secretFields: readonly (keyof Settings)[],
): Settings {
  const masked = secretFields.filter((field) => settings[field] !== '').map((field) => [field, maskedSecret]);
  return { ...settings, ...Object.fromEntries(masked) };
}

/** Resolves masks in a change: a masked secret keeps its stored value, or becomes empty without one. */
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
