import type { Secrets } from '../storage/settings/secrets/secrets.ts';

/** Leaves secrets unsealed, for tests about something else. */
export const plainSecrets: Secrets = {
  seal: async (_transaction, settings) => settings,
  open: async (settings) => settings,
  opener: async () => (settings) => settings,
};
