import { charts } from '@upvigil/core/languages/compiled/english/charts';
import { useState } from 'react';
import { translated } from '../../language/catalogue.ts';

interface FigureTable {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  /** Events within the range, one line each. */
  notes?: readonly string[] | undefined;
}

const chartWords = () => translated('charts', charts);

/** 'Show data': the figures of a chart as a table, rendered only while open. */
export function DataDisclosure({ name, read }: { name: string; read: () => FigureTable }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-1 text-xs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-(--muted) hover:text-(--text) pointer-coarse:py-3">
        {chartWords().showData} <span className="sr-only">{chartWords().ofName({ name })}</span>
      </summary>
      {isOpen ? <Figures table={read()} /> : null}
    </details>
  );
}

/** A scrollable container must be focusable by keyboard. */
const reachable = { tabIndex: 0 };

function Figures({ table }: { table: FigureTable }) {
  const [first, ...others] = table.head;
  return (
    <section
      {...reachable}
      className="mt-1 max-h-60 overflow-auto"
      aria-label={chartWords().dataOf({ name: table.caption })}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{table.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="px-2 py-1 font-medium text-(--muted)">
              {first}
            </th>
            {others.map((head) => (
              <th key={head} scope="col" className="px-2 py-1 text-right font-medium text-(--muted)">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-t border-(--border)">
              <th scope="row" className="px-2 py-1 font-normal whitespace-nowrap">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={table.head[index + 1]} className="px-2 py-1 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="px-2 py-1 empty:hidden">
        {table.notes?.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
