import { parseHostPort } from '@upvigil/core/contract/fields/host-port';
import type { Engine } from '../checks/engine/engine.ts';
import { createOfflineNotice, type OfflineNotice } from '../operations/diagnostics/dead-man/offline-notice.ts';
import { generalSettings } from '../storage/settings/general-settings-store.ts';
import type { Shared } from './process-context.ts';

/** What tells a dead line of this process from dead targets, and people of it. */
export interface Line extends OfflineNotice {
  /** Gives the engine what it asks, and again when that was changed. */
  start(engine: Pick<Engine, 'setReferences'>): Promise<void>;
}

export function composeLine({ config, storage: { db }, clock, changes, log }: Shared): Line {
  const notice = createOfflineNotice({ db, clock, changes, log });
  let known = '[]';
  let unsubscribe = (): void => undefined;

  const tellReferences = async (engine: Pick<Engine, 'setReferences'>): Promise<void> => {
    const { reference_targets } = await generalSettings.read(db);
    const text = JSON.stringify(reference_targets);
    // Any edit of a monitor comes here too.
    if (text === known) return;
    known = text;
    engine.setReferences(reference_targets.map(parseHostPort));
  };
  return {
    note: notice.note,
    async start(engine) {
      // Who makes triggered checks only judges nobody's line.
      if (config.role === 'web') return;
      await tellReferences(engine);
      unsubscribe = changes.subscribe(({ is_structural }) => {
        if (!is_structural) return;
        tellReferences(engine).catch((error: unknown) =>
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
