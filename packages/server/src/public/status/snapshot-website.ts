import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { statusDetail } from './figures/describe-website.ts';
import type { PublicWebsite } from './figures/public-state.ts';
import type { Shown } from './shown.ts';

/** What the documents say of one website, with what only its own page tells. */
export interface SnapshotWebsite {
  website: PublicWebsite;
  /** In English, and without maintenance that is told. */
  detail: StatusDetail;
  /** The brand text. */
  brand: string;
}

/** Null where it is not shown. */
export function snapshotWebsite(
  shown: Pick<Shown, 'has' | 'website' | 'material'>,
  id: number,
): SnapshotWebsite | null {
  if (!shown.has(id)) return null;
  const { figures, now, state } = shown.material;
  const website = shown.website(id);
  return { website, detail: statusDetail(website, figures, now), brand: state.brand };
}
