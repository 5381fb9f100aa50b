import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { Badge } from './badge.tsx';

/** What is shown of something's state: one badge, or that of maintenance beside it. */
export const StateBadges = ({ badges }: { badges: readonly ShownBadge[] }) =>
  badges.map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
