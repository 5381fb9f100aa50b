import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CommandMachine, createConfiguredCommands, readCommands } from './configured-commands.ts';
import type { FileStatus } from './file-trust.ts';

const file = '/etc/upvigil/commands.json';
const program = '/opt/plugins/check_disk';
const disk = { title: 'Disk space', command: [program, '-w', '10%'] };

/** A machine on which all files belong to root, except those given. */
function machine(text: string, given: Record<string, Partial<FileStatus>> = {}, ownUid = 0): CommandMachine {
  const isFolder = (name: string): boolean =>
    [file, program].some((each) => each.startsWith(name === '/' ? '/' : `${name}/`));
  return {
    files: {
      status(name) {
        if (!isFolder(name) && name !== file && name !== program) {
          throw Object.assign(new Error(name), { code: 'ENOENT' });
        }
        return { uid: 0, mode: isFolder(name) ? 0o40755 : 0o100755, isFile: !isFolder(name), ...given[name] };
      },
      link: () => null,
    },
    ownUid,
    ownUser: ownUid === 0 ? 'root' : 'upvigil',
    read: (name) => (name === '/etc/passwd' ? 'root:x:0:0::/:/bin/sh\nnagios:x:123:124::/:/bin/sh\n' : text),
  };
}

const sentenceFor = (value: unknown, given?: Record<string, Partial<FileStatus>>, ownUid?: number): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    readCommands(file, machine(text, given, ownUid));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the commands file', () => {
  it('has commands with defaults, and the ids of their user', () => {
    const text = JSON.stringify({
      disk,
      nagios: { ...disk, user: 'nagios', env: { TOKEN: 'hunter2' }, memory_mb: 64 },
    });
    expect(readCommands(file, machine(text))).toEqual([
      { name: 'disk', ...disk, env: {}, user: null, memory_mb: 512, ids: null },
      {
        name: 'nagios',
        ...disk,
        env: { TOKEN: 'hunter2' },
        user: 'nagios',
        memory_mb: 64,
        ids: { uid: 123, gid: 124 },
      },
    ]);
  });

  it.each([
    ['{"disk":\n {"title": "hunter2"', "is not valid JSON, line 2: Expected ',' or '}' after property value"],
    ['{"disk": {"title": "hunter2",\n}}', 'is not valid JSON, line 2: Expected double-quoted property name'],
    ['{"disk": hunter2}', 'is not valid JSON: it must have no comments'],
    ['', 'is not valid JSON: it must have no comments'],
    ['{"disk": {},\n "dis\\u006b": {"title": "hunter2"}}', 'the name "disk" in line 2 is there twice: remove one'],
    ['{"disk": {"title": "hunter2",\n"title" : ":{"}}', 'the name "title" in line 2 is there twice: remove one'],
    ['[]', 'must be a JSON object'],
    [{ Disk: disk }, 'the name "Disk" must have 1 to 40 of the characters a-z, 0-9 and -'],
    [{ disk: 'hunter2' }, 'command "disk": must be an object'],
    [{ disk: { ...disk, title: '' } }, 'command "disk": title must be a text of 1 to 100 characters'],
    [{ disk: { title: 'Disk' } }, 'command must be a list of texts'],
    [{ disk: { ...disk, command: [] } }, 'command must have at least the program'],
    [{ disk: { ...disk, command: ['check_disk'] } }, 'command must begin with the absolute path of a program'],
    [{ disk: { ...disk, command: ['{host}'] } }, 'command must begin with the absolute path of a program'],
    [{ disk: { ...disk, command: [program, '--host={host}'] } }, '{host} and {port} must be elements of their own'],
    [{ disk: { ...disk, command: [program, 'a\0b'] } }, 'command must be a list of texts'],
    [{ disk: { ...disk, env: { 'A B': 'hunter2' } } }, 'env must be an object of texts by the names of variables'],
    [{ disk: { ...disk, env: { A: 1 } } }, 'env must be an object of texts'],
    [{ disk: { ...disk, memory_mb: 0 } }, 'memory_mb must be a whole number from 16 to 1048576'],
    [{ disk: { ...disk, enviroment: {} } }, 'has an unknown member "enviroment": members are title, command, env'],
    [{ disk: { ...disk, user: 'nobody' } }, 'has the user "nobody", which is not in /etc/passwd'],
    [Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`c${at}`, disk])), 'must have at most 200 commands'],
    [' '.repeat(256 * 1024 + 1), 'must have at most 256 KiB'],
  ])('refuses %.60j with one sentence that quotes no secret', (value, sentence) => {
    const message = sentenceFor(value);
    expect(message).toContain(sentence);
    expect(message).toMatch(/^COMMANDS_FILE \/etc\/upvigil\/commands.json/);
    expect(message).not.toMatch(/hunter2|\n/);
  });

  it('may begin with a byte order mark, and may have equal names in different objects', () => {
    const text = JSON.stringify({ disk, load: { ...disk, env: { title: '"a": {"title": 1' } } });
    expect(readCommands(file, machine(`\ufeff${text}`))).toHaveLength(2);
  });

  it.each<[string, Partial<FileStatus>, string]>([
    [file, { mode: 0o100664 }, `COMMANDS_FILE ${file} can be written by other users: run chmod go-w ${file}`],
    [file, { mode: 0o100602 }, 'can be written by other users'],
    [file, { uid: 1000 }, `COMMANDS_FILE ${file} belongs to the user with the id 1000: it must belong to root or`],
    [file, { isFile: false }, 'is not a file'],
    [program, { mode: 0o100757 }, `The program ${program} of the command "disk" can be written by other users`],
    [program, { uid: 1000 }, `The program ${program} of the command "disk" belongs to the user with the id 1000`],
    [program, { mode: 0o100644 }, 'is not executable: run chmod +x'],
    ['/opt', { mode: 0o40775 }, `The folder /opt of the program ${program}`],
    ['/opt/plugins', { mode: 0o40777 }, `The folder /opt/plugins of the program ${program}`],
    ['/etc', { uid: 1000 }, 'The folder /etc of COMMANDS_FILE'],
  ])('is refused if %s has the status %j', (name, status, sentence) => {
    expect(sentenceFor({ disk }, { [name]: status })).toContain(sentence);
  });

  it('may be in a folder where nobody can replace the files of others', () => {
    expect(sentenceFor({ disk }, { '/opt': { mode: 0o41777 } })).toBe('');
  });

  it('may belong to the user of Upvigil, who cannot choose another one', () => {
    expect(sentenceFor({ disk }, { [file]: { uid: 1000 }, [program]: { uid: 1000 } }, 1000)).toBe('');
    expect(sentenceFor({ disk: { ...disk, user: 'upvigil' } }, {}, 1000)).toBe('');
    expect(sentenceFor({ disk: { ...disk, user: 'root' } }, {}, 1000)).toContain('only root may change the user');
  });

  it('names a program that is missing', () => {
    const missing = { disk: { ...disk, command: ['/opt/plugins/check_dsk'] } };
    expect(sentenceFor(missing)).toBe(
      'The program /opt/plugins/check_dsk of the command "disk" cannot be read (ENOENT)',
    );
  });
});

describe('the commands of this machine', () => {
  it('are those of the new file after it was read again, and the old ones after an error', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-commands-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const real = path.join(folder, 'commands.json');
    const write = (value: unknown): void => writeFileSync(real, JSON.stringify(value), { mode: 0o600 });
    const logged: string[] = [];
    const note = (_: object, message: string): void => void logged.push(message);
    write({ one: { title: 'One', command: ['/bin/true'] } });
    const commands = createConfiguredCommands({ file: real, log: { info: note, error: note } });
    const seen: string[][] = [];
    commands.follow((all) => seen.push(all.map(({ name }) => name)));

    write({ two: { title: 'Two', command: ['/bin/false'], env: { KEY: 'hunter2' } } });
    commands.reload();
    chmodSync(real, 0o666);
    commands.reload();

    expect(seen).toEqual([['one'], ['two']]);
    expect(commands.secretTexts()).toEqual(['hunter2']);
    expect(logged).toEqual([
      'The commands file was read again',
      `The commands file was not read again, the old commands stay: COMMANDS_FILE ${real} can be written by other users: run chmod go-w ${real}`,
    ]);
  });

  it('are none without a file', () => {
    const commands = createConfiguredCommands({ file: null, log: { info: () => undefined, error: () => undefined } });
    commands.reload();
    expect(commands.list()).toEqual([]);
  });

  it('are refused when any link on the way to a program is in a folder that others can write to', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-commands-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const inFolder = (name: string): string => path.join(folder, name);
    mkdirSync(inFolder('open'));
    writeFileSync(inFolder('program'), '', { mode: 0o700 });
    symlinkSync(inFolder('program'), inFolder('open/second'));
    symlinkSync('open/second', inFolder('first'));
    const text = JSON.stringify({ a: { title: 'A', command: [inFolder('first')] } });
    writeFileSync(inFolder('commands.json'), text, { mode: 0o600 });
    expect(readCommands(inFolder('commands.json'))).toHaveLength(1);
    chmodSync(inFolder('open'), 0o777);
    expect(() => readCommands(inFolder('commands.json'))).toThrow(`The folder ${inFolder('open')} of the program`);
    chmodSync(inFolder('open'), 0o755);
    chmodSync(inFolder('program'), 0o777);
    expect(() => readCommands(inFolder('commands.json'))).toThrow('can be written by other users');
  });
});
