/** The error of a server that has connected and then answers the request for its tools with an error. */
export class ToolsUnlisted extends Error {
  override readonly name = 'ToolsUnlisted';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
