/**
 * Tasks that a model once worked through, with its decisions. They run again against real workspaces, so that what the
 * tools, results and rules cost is counted after each change of them.
 */

export interface ModelCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * What the model did after it had read one request: its calls, or the answer that ends the turn. What differs
 * from run to run is `{page}`, the address of the task's page, and `{cutCall}`, the id in the note of a result that was cut.
 */
export type Decision = { readonly calls: readonly ModelCall[] } | { readonly answer: string };

export interface ModelTask {
  /** Part of a figure's name. */
  readonly name: string;
  /** HTML of a page that a server of the task gives. */
  readonly page?: string | undefined;
  /** The user's message, with `{page}` for the address of the page. */
  readonly prompt: string;
  /** Fills the empty workspace folder. */
  prepare(folder: string): Promise<void>;
  /** In the order of the requests. */
  readonly decisions: readonly Decision[];
  /** Rejects where the workspace is not as the task wants it, or a result lacks what the next decision was made from. */
  check(folder: string, results: readonly string[]): Promise<void>;
}

/** What a task cost. */
export interface TaskCost {
  readonly task: string;
  /** Requests to the model, the last one included. */
  readonly steps: number;
  readonly calls: number;
  /** Results that say that their call failed. */
  readonly failures: readonly string[];
  /** Characters of all requests' messages and tools, divided by 4. */
  readonly inputTokens: number;
  /** The same of what is equal in every request: the system message and the tools. */
  readonly fixedTokens: number;
  /** Tools of MCP servers among them. */
  readonly mcpTools: number;
}
