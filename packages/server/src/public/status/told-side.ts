import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import type { Documents } from './documents/document-cache.ts';
import type { PublicMaterial } from './documents/public-documents.ts';
import type { KnownWebsites } from './figures/known.ts';
import { createRunAnswers } from './maintenance/run-answers.ts';
import { shownRun } from './shown.ts';
import { createToldAnswers } from './told/told-answers.ts';
import { createToldDocuments } from './told/told-documents.ts';

/** What people were told: documents that are ready, and answers that are made when somebody asks. */
export function createToldSide(
  { db, clock }: { db: Database; clock: Pick<Clock, 'now'> },
  documents: Documents,
  material: PublicMaterial,
  known: () => KnownWebsites,
) {
  const ready = createToldDocuments(documents, material);
  const answers = createToldAnswers({ db, material, shown: known, now: clock.now });
  const runs = createRunAnswers({ db, material, tell: (run) => shownRun(run, known(), clock.now()) });
  let shown: KnownWebsites['told'] | null = null;
  return {
    ask: answers.ask,
    askRun: runs.ask,
    /** It is another list where it was read anew. */
    take(told: KnownWebsites['told']): void {
      if (told === shown) return;
      shown = told;
      ready.take(told);
      answers.clear();
      runs.clear();
    },
  };
}
