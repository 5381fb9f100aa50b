interface LineIconProps {
  /** On a square of 24, as icons of Lucide. */
  path: string;
  /** In px. */
  size: number;
  strokeWidth?: number;
}

/** An icon as one path, without the icon library: for lists of hundreds of rows, and for the public pages. */
export const LineIcon = ({ path, size, strokeWidth = 1.5 }: LineIconProps) => (
  <svg
    aria-hidden="true"
    className="shrink-0"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
);
