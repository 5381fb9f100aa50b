import { LineIcon } from '../../components/basics/line-icon.tsx';

const paths = {
  away: 'M7 2h13a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-5M10 10 2.5 2.5C2 2 2 2.5 2 5v3a2 2 0 0 0 2 2h6zM22 17v-1a2 2 0 0 0-2-2h-1M4 14a2 2 0 0 0-2 2v4a2 2 0 0 0 2 2h16.5l1-.5.5.5-8-8H4zM6 18h.01M2 2l20 20',
  retry: 'M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5',
} as const;

interface IconProps {
  of: keyof typeof paths;
  /** In px. */
  size: number;
}

export const ReachabilityIcon = ({ of, size }: IconProps) => <LineIcon path={paths[of]} size={size} />;
