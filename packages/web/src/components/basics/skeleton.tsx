/** Placeholder with the size of the loading content; `height` in px. The container needs `aria-busy`. */
export function Skeleton({ height, className = '' }: { height: number; className?: string }) {
  return <div aria-hidden="true" className={`rounded-md bg-(--sunken) ${className}`} style={{ height }} />;
}
