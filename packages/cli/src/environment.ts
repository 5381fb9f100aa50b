export const defaultServer = 'http://127.0.0.1:8080';

/** Values of environment variables and the terminal; null if absent. Read once, in `bin.ts`. */
export interface Environment {
  server: string | null;
  /** Address of a server on this machine. */
  defaultServer: string;
  token: string | null;
  password: string | null;
  configDir: string;
  color: boolean;
  unicode: boolean;
  /** Whether the terminal can move its cursor: false with `TERM=dumb` and in a CI log. */
  canDraw: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as absent. */
export function readEnvironment(variables: Variables, argv: readonly string[], home: string): Environment {
  const isDumb = variables.TERM === 'dumb';
  return {
    server: variables.UPVIGIL_SERVER || null,
    defaultServer: localServer(variables.PORT),
    token: variables.UPVIGIL_TOKEN || null,
    password: variables.UPVIGIL_PASSWORD || null,
    configDir: configDir(variables, home),
    color: !(variables.NO_COLOR || isDumb || argv.includes('--no-color')),
    unicode: supportsUnicode(variables) && !argv.includes('--ascii'),
    canDraw: !(isDumb || isSet(variables.CI) || isSet(variables.CONTINUOUS_INTEGRATION)),
  };
}

/** Ink draws nothing in a CI system, which it detects the same way. An empty variable counts too. */
function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '0' && variable !== 'false';
}

/** The server also reads PORT, so a command in its container finds it. */
function localServer(port = ''): string {
  const isPort = /^[1-9]\d{0,4}$/.test(port.trim());
  return isPort ? defaultServer.replace(/\d+$/, port.trim()) : defaultServer;
}

function configDir(variables: Variables, home: string): string {
  if (variables.UPVIGIL_CONFIG_DIR) return variables.UPVIGIL_CONFIG_DIR;
  const parent = variables.XDG_CONFIG_HOME || variables.APPDATA || `${home}/.config`;
  return `${parent}/upvigil`;
}

/** The locale decides, as in other programs. The Linux console lacks the glyphs in every locale. */
function supportsUnicode(variables: Variables): boolean {
  if (variables.TERM === 'linux') return false;
  if (variables.WT_SESSION) return true;
  return /utf-?8/i.test(variables.LC_ALL || variables.LC_CTYPE || variables.LANG || '');
}
