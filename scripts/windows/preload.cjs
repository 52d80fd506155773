/**
 * Loaded into every Node of the tests. wine 8 knows no keep-alive probes of TCP (`TCP_KEEPIDLE`), and a socket that is
 * to have them cannot connect: `fetch` asks for them. No test is about them.
 */
const { Socket } = require('node:net');

Socket.prototype.setKeepAlive = function () {
  return this;
};
