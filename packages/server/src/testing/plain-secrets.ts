import type { Secrets } from '../storage/settings/secrets/secrets.ts';

/** For tests that are about something else: leaves secrets as they are. */
export const plainSecrets: Secrets = {
  seal: async (_transaction, settings) => settings,
  open: async (settings) => settings,
  opener: async () => (settings) => settings,
};
