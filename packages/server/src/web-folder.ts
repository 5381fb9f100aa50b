import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the pages. Said from here, as what is built lies as deep as this file, bundled or not. */
export const webFolder = fileURLToPath(new URL(path.join('..', '..', 'web', 'dist'), import.meta.url));
