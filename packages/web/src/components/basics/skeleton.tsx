/** A block of the size of what will stand there; `height` in px. The container has `aria-busy`. */
export function Skeleton({ height, className = '' }: { height: number; className?: string }) {
  return <div aria-hidden="true" className={`rounded-md bg-(--sunken) ${className}`} style={{ height }} />;
}
