import { defaultRouting, routingDocument } from '@upvigil/core/contract/routing';
import { createSettingStore } from './setting-store.ts';

/** Who is told of what, and when. */
export const routingSettings = createSettingStore('routing', routingDocument, defaultRouting);
