import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

/** Columns and lines that may be drawn on. */
export interface Size {
  columns: number;
  rows: number;
}

const fallback: Size = { columns: 80, rows: 24 };

/** The terminal's size, less its last line: a frame as tall as the terminal would scroll it. */
export function useTerminalSize(): Size {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const update = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', update);
    return () => {
      stdout.off('resize', update);
    };
  }, [stdout]);
  return size;
}

const sizeOf = ({ columns, rows }: { columns?: number; rows?: number }): Size => ({
  columns: columns || fallback.columns,
  rows: Math.max(1, (rows || fallback.rows) - 1),
});
