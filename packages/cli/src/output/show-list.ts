import type { Context } from '../context.ts';
import { toJson } from './json.ts';
import { renderPipe } from './pipe.ts';
import type { Column } from './table.ts';

interface ShownList<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The server's response, which `--json` prints. */
  json: unknown;
  /** The sentence for a person if there are no rows. */
  empty: string;
}

export async function showList<Row>(
  { terminal, form }: Context,
  { columns, rows, json, empty }: ShownList<Row>,
): Promise<void> {
  if (form === 'json') terminal.print(toJson(json));
  else if (form === 'pipe') renderPipe(columns, rows).forEach(terminal.print);
  else if (rows.length === 0) terminal.print(empty);
  else {
    // Loaded only for terminals: the code that measures text takes 25 ms to load.
    const { renderTable } = await import('./table.ts');
    terminal.printLines(renderTable(columns, rows, { width: terminal.width(), glyphs: terminal.glyphs }));
  }
}
