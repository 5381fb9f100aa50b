import { createRequire } from 'node:module';
import * as ink from 'ink';
import type { Component, JSX, PropsWithChildren } from 'react';

/** The props of ink-table. Its own types use a JSX namespace that React 19 no longer has. */
export interface TableProps {
  data: readonly Record<string, string>[];
  columns?: readonly string[];
  padding?: number;
  header?(props: PropsWithChildren): JSX.Element;
  cell?(props: PropsWithChildren<{ column: number }>): JSX.Element;
  skeleton?(props: PropsWithChildren): JSX.Element;
}
type TableClass = new (props: TableProps) => Component<TableProps>;

// ink-table is CommonJS and asks for Ink by require(), which Node refuses, because Ink has top-level await. So Ink is
// loaded as a module first, and that very instance is put where require() looks. The bundle does it its own way.
const here = createRequire(import.meta.url);
const inkFile = createRequire(here.resolve('ink-table')).resolve('ink');
here.cache[inkFile] ??= { id: inkFile, filename: inkFile, loaded: true, exports: ink } as NodeJS.Module;

export const Table = (here('ink-table') as { default: TableClass }).default;
