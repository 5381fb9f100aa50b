import { defaultServer } from './client/default-server.ts';

/** What environment variables and the terminal say. Read once, in `bin.ts`. Null where nothing is said. */
export interface Environment {
  server: string | null;
  /** Where a server on this machine listens. */
  defaultServer: string;
  token: string | null;
  password: string | null;
  /** Folder of the stored settings. */
  configDir: string;
  color: boolean;
  unicode: boolean;
  /** Whether the terminal can move its cursor: not with `TERM=dumb` or in a CI system's log. */
  canDraw: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the environment. An empty variable counts as absent. */
export function readEnvironment(variables: Variables, argv: readonly string[], home: string): Environment {
  const isDumb = variables.TERM === 'dumb';
  return {
    server: variables.UPVIGIL_SERVER || null,
    defaultServer: localServer(variables.PORT),
    token: variables.UPVIGIL_TOKEN || null,
    password: variables.UPVIGIL_PASSWORD || null,
    configDir: configDir(variables, home),
    color: !(variables.NO_COLOR || isDumb || argv.includes('--no-color')),
    unicode: speaksUnicode(variables) && !argv.includes('--ascii'),
    canDraw: !(isDumb || says(variables.CI) || says(variables.CONTINUOUS_INTEGRATION)),
  };
}

/** By the rule of Ink, which draws nothing in a CI system. Here, an empty variable counts too. */
function says(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '0' && variable !== 'false';
}

/** The server reads PORT too: in its container, a command finds it. */
function localServer(port = ''): string {
  const isPort = /^[1-9]\d{0,4}$/.test(port.trim());
  return isPort ? defaultServer.replace(/\d+$/, port.trim()) : defaultServer;
}

function configDir(variables: Variables, home: string): string {
  if (variables.UPVIGIL_CONFIG_DIR) return variables.UPVIGIL_CONFIG_DIR;
  const parent = variables.XDG_CONFIG_HOME || variables.APPDATA || `${home}/.config`;
  return `${parent}/upvigil`;
}

/** By the locale, as for every program. The Linux console lacks the glyphs whatever the locale is. */
function speaksUnicode(variables: Variables): boolean {
  if (variables.TERM === 'linux') return false;
  if (variables.WT_SESSION) return true;
  return /utf-?8/i.test(variables.LC_ALL || variables.LC_CTYPE || variables.LANG || '');
}
