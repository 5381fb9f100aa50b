import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { Badge } from './badge.tsx';

/** The badge of a state, or that with maintenance beside it. */
export const StateBadges = ({ badges }: { badges: readonly ShownBadge[] }) =>
  badges.map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
