import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { Badge } from './badge.tsx';

/** Badge of a state, with a maintenance badge beside it during maintenance. */
export const StateBadges = ({ badges }: { badges: readonly ShownBadge[] }) =>
  badges.map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
