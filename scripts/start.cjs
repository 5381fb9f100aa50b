// Builds what changed, and is the command `upvigil` then: a second process would start Node once more.
require('../packages/cli/resolver-threads.cjs');
const path = require('node:path');

const command = path.join(__dirname, '../packages/cli/upvigil.cjs');

import('./build/build-product.mjs').then(async ({ buildProduct }) => {
  if (!(await buildProduct())) return;
  process.argv[1] = command;
  require(command);
});
