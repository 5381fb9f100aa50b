import { splitAddress } from '../../../components/rows/split-address.ts';

/** The address of a URL as the name of its row: where there is little room, the host shortens before the path, and keeps two fifths. */
export function UrlAddress({ address }: { address: string }) {
  const [host, path] = splitAddress(address);
  return (
    // Named by itself: side by side, the two parts would be read as two words.
    <h2 aria-label={address} title={address} className="flex text-sm leading-5 font-medium">
      <span className={path ? 'shrink-9 truncate font-normal text-(--hint)' : 'truncate'}>{host}</span>
      {path ? <span className="max-w-3/5 shrink-0 truncate">{path}</span> : null}
    </h2>
  );
}
