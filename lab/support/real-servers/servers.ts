import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programFile, type RealServer, startServerProgram } from './server-program.ts';

export const startRedis = (flags: readonly string[] = []): Promise<RealServer> =>
  startServerProgram('redis-server', (folder, port) => [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...flags,
  ]);

/** Where the Debian package has the statements that make an empty MariaDB. */
const mariaDbStatements = '/usr/share/mysql';
const mariaDbFiles = ['mysql_system_tables', 'mysql_performance_tables', 'mysql_system_tables_data'];

/** `statements` are executed before the start, without a sign-in; each ends with a semicolon and a line break. */
export const startMariaDb = (
  statements = '',
  { flags = [], address = '127.0.0.1' }: { flags?: readonly string[]; address?: string } = {},
): Promise<RealServer> =>
  startServerProgram('mariadbd', (folder, port) => {
    const data = ['--no-defaults', `--datadir=${folder}`, '--user=root', '--innodb-log-file-size=4M'];
    const tables = mariaDbFiles.map((name) => readFileSync(path.join(mariaDbStatements, `${name}.sql`), 'utf8'));
    const all = ['create database mysql;\nuse mysql;\n', ...tables, 'flush privileges;\n', statements];
    const { status, stderr } = spawnSync(programFile('mariadbd'), [...data, '--bootstrap'], { input: all.join('') });
    if (status !== 0) throw new Error(`mariadbd did not make its tables: ${stderr}`);
    return [...data, `--port=${port}`, `--bind-address=${address}`, `--socket=${path.join(folder, 's')}`, ...flags];
  });

/** `settings` are lines of mosquitto.conf; `files` are its further files by name, in the folder `%FOLDER%`. */
export const startMosquitto = (
  settings: readonly string[] = ['allow_anonymous true'],
  files: Readonly<Record<string, string>> = {},
): Promise<RealServer> =>
  startServerProgram('mosquitto', (folder, port) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const lines = [`listener ${port} 127.0.0.1`, 'user root', ...settings];
    const file = path.join(folder, 'mosquitto.conf');
    writeFileSync(file, `${lines.join('\n').replaceAll('%FOLDER%', folder)}\n`);
    return ['-c', file];
  });

/** `records` are those of its zone `zone.test`, as in a zone file. It queries no other server. */
export const startUnbound = (records: readonly string[]): Promise<RealServer> =>
  startServerProgram('unbound', (folder, port) => {
    const lines = [
      'server:',
      ...[`interface: 127.0.0.1@${port}`, 'access-control: 127.0.0.0/8 allow', 'do-ip6: no', 'use-syslog: no'],
      ...['chroot: ""', 'username: ""', 'pidfile: ""', `directory: "${folder}"`, 'module-config: "iterator"'],
      ...['local-zone: "zone.test." static', ...records.map((record) => `local-data: '${record}'`)],
      ...['remote-control:', 'control-enable: no'],
    ];
    const file = path.join(folder, 'unbound.conf');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return ['-d', '-c', file];
  });
