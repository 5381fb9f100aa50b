import type { Import } from '../imports/product-imports.ts';

/** The package of a file, and for files of the server also the room: `web`, `server/checks`, `server/main`. */
function roomOf(file: string): string {
  const [, name = '', , room = ''] = file.split('/');
  return name === 'server' ? `server/${room.replace(/\.ts$/, '')}` : name;
}

/** The room of an imported file; null for an external package. */
function importedRoom({ specifier, target }: Import): string | null {
  if (target !== null) return roomOf(target);
  const [, name, within = ''] = /^@upvigil\/(core|server)\/(.*)/.exec(specifier) ?? [];
  return name === undefined ? null : roomOf(`packages/${name}/src/${within}`);
}

/** The rooms that each room imports. */
function roomImports(imports: readonly Import[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const each of imports) {
    const from = roomOf(each.file);
    const to = importedRoom(each);
    const targets = found.get(from) ?? new Set();
    found.set(from, targets);
    if (to !== null && to !== from) targets.add(to);
  }
  return found;
}

/** Whether `to` can be reached from `from` by other arrows than the direct one. */
function isReachable(arrows: Map<string, Set<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(arrows.get(from) ?? [])].filter((room) => room !== to);
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (room === to) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    open.push(...(arrows.get(room) ?? []));
  }
  return false;
}

const idOf = (room: string): string => room.replace('/', '_');

/**
 * A Mermaid flowchart of the rooms. An arrow points to an imported room; an arrow that follows from others is left out.
 */
export function roomsPicture(imports: readonly Import[]): string {
  const arrows = roomImports(imports);
  const rooms = [...arrows.keys()].sort();
  const inServer = rooms.filter((room) => room.startsWith('server/'));
  const lines = rooms.flatMap((from) =>
    [...(arrows.get(from) ?? [])]
      .filter((to) => !isReachable(arrows, from, to))
      .sort()
      .map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
  );
  return [
    '```mermaid',
    'flowchart TD',
    '  subgraph packages/server',
    ...inServer.map((room) => `    ${idOf(room)}[${room.replace('server/', '')}]`),
    '  end',
    ...rooms.filter((room) => !inServer.includes(room)).map((room) => `  ${room}[packages/${room}]`),
    ...lines,
    '```',
  ].join('\n');
}
