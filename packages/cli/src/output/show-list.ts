import type { Context } from '../context.ts';
import { toJson } from './json.ts';
import { renderPipe } from './pipe.ts';
import type { Column } from './table.ts';

interface ShownList<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The answer of the server, as `--json` prints it. */
  json: unknown;
  /** For a person, where there is no row. */
  empty: string;
}

/** A list in the form that was asked for. */
export async function showList<Row>(
  { terminal, form }: Context,
  { columns, rows, json, empty }: ShownList<Row>,
): Promise<void> {
  if (form === 'json') terminal.print(toJson(json));
  else if (form === 'pipe') renderPipe(columns, rows).forEach(terminal.print);
  else if (rows.length === 0) terminal.print(empty);
  else {
    // Loaded for terminals only: the code that measures text takes 25 ms to load.
    const { renderTable } = await import('./table.ts');
    terminal.printLines(renderTable(columns, rows, { width: terminal.width(), glyphs: terminal.glyphs }));
  }
}
