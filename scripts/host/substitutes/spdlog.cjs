/**
 * Stands in for @vscode/spdlog, a native module that is not compiled in the test host: writes log files and
 * output channels, which without it stay empty. Copied over the package's index.js, so it requires nothing.
 */
'use strict';
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    // Output channels clear the formatters: what they write is to arrive as it is.
    this.raw = false;
    mkdirSync(dirname(file), { recursive: true });
  }

  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.file, this.raw ? message : `${time} [${LEVELS[level]}] ${message}\n`);
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.raw = false;
  }
  clearFormatters() {
    this.raw = true;
  }
  flush() {}
  drop() {}
}

async function createLogger(name, file) {
  return new Logger('rotating', name, file);
}

exports.version = 1;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
