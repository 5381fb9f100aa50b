import { parseHostPort } from '@upvigil/core/contract/fields/host-port';
import type { Engine } from '../checks/engine/engine.ts';
import { createOfflineNotice, type OfflineNotice } from '../operations/diagnostics/dead-man/offline-notice.ts';
import { generalSettings } from '../storage/settings/general-settings-store.ts';
import type { Shared } from './process-context.ts';

/** Detects whether this process is offline, and notifies people. */
export interface Uplink extends OfflineNotice {
  /** Sends the reference targets to the engine, now and after each change of the settings. */
  start(engine: Pick<Engine, 'setReferences'>): Promise<void>;
}

export function composeUplink({ config, storage: { db }, clock, changes, log }: Shared): Uplink {
  const notice = createOfflineNotice({ db, clock, changes, log });
  let known = '[]';
  let unsubscribe = (): void => undefined;

  const sendReferences = async (engine: Pick<Engine, 'setReferences'>): Promise<void> => {
    const { reference_targets } = await generalSettings.read(db);
    const text = JSON.stringify(reference_targets);
    // Every structural change comes here (edits of monitors, say).
    if (text === known) return;
    known = text;
    engine.setReferences(reference_targets.map(parseHostPort));
  };
  return {
    note: notice.note,
    async start(engine) {
      // The role `web` makes only triggered checks, so it does not detect its own uplink.
      if (config.role === 'web') return;
      await sendReferences(engine);
      unsubscribe = changes.subscribe(({ is_structural }) => {
        if (!is_structural) return;
        sendReferences(engine).catch((error: unknown) =>
          log.error({ err: error }, 'changed reference targets could not be read; the next change reads them'),
        );
      });
    },
    async stop() {
      unsubscribe();
      await notice.stop();
    },
  };
}
