/** A block of exactly the size of what will stand there. The container carries `aria-busy`. */
export function Skeleton({ height, className = '' }: { height: number; className?: string }) {
  return <div aria-hidden="true" className={`rounded-md bg-(--sunken) ${className}`} style={{ height }} />;
}
