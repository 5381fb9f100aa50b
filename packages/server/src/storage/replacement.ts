import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What all data is replaced by: `before` still has the old data, and all is written to `after`. */
export type Replacement<Answer> = (before: Kysely<Tables>, after: Transaction<Tables>) => Promise<Answer>;
