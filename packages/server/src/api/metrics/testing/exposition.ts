/** One line of Prometheus' text format, with unescaped labels. */
export interface ScrapedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;
const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/**
 * Reads Prometheus' text format as strictly as its own parser.
 * @throws Error for an invalid line, and for two samples with the same name and labels
 */
export function readExposition(text: string): ScrapedSample[] {
  const seen = new Set<string>();
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('# '))
    .map((row) => {
      const [, name, labels = '', value] = line.exec(row) ?? [];
      if (name === undefined) throw new Error(`No line of the format: ${row}`);
      const sample = { name, labels: readLabels(labels, row), value: Number(value) };
      const key = JSON.stringify([name, Object.entries(sample.labels).sort()]);
      if (seen.has(key)) throw new Error(`Twice: ${row}`);
      seen.add(key);
      return sample;
    });
}

function readLabels(text: string, row: string): Record<string, string> {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const [, name, value = ''] = label.exec(text) ?? [];
    if (name === undefined) throw new Error(`No labels of the format: ${row}`);
    labels[name] = value.replace(/\\./g, (pair) => {
      const character = escapes[pair];
      if (character === undefined) throw new Error(`No escape of the format: ${row}`);
      return character;
    });
  }
  return labels;
}
