/**
 * Stands in for @vscode/native-watchdog, a native module that is not compiled in the test host. It would end a
 * hanging extension host whose server is gone; a working one looks after that itself. Copied over the
 * package's index.js, so it requires nothing.
 */
'use strict';
exports.start = () => {};
exports.exit = (code) => process.exit(code || 0);
