/** Names of other agents' tools that models call, and the built-in tool that does the same. */
import { shownName } from './argumentFaults.ts';
import { foldedName } from './argumentNames.ts';
import type { NamedTool } from './toolNames.ts';
import type { ToolSet } from './tool.ts';

interface Meant {
  readonly tool: string;
  /** The words between "To" and "use" in the hint. */
  readonly purpose: string;
  readonly names: readonly string[];
}

const table: readonly Meant[] = [
  {
    tool: 'read_file',
    purpose: 'read a file',
    names: [
      'read',
      'cat',
      'view',
      'view_file',
      'open',
      'open_file',
      'file_read',
      'read_files',
      'view_image',
      'head',
    ],
  },
  {
    tool: 'list_directory',
    purpose: 'list a folder',
    names: ['ls', 'dir', 'list', 'list_dir', 'list_files', 'list_folder', 'tree', 'list_directory_tree'],
  },
  {
    tool: 'find_files',
    purpose: 'find files by name',
    names: ['glob', 'find', 'file_search', 'search_files', 'glob_file_search', 'find_file', 'glob_files'],
  },
  {
    tool: 'search_text',
    purpose: 'search text',
    names: [
      'grep',
      'rg',
      'ripgrep',
      'search',
      'grep_search',
      'codebase_search',
      'search_file_content',
      'grep_files',
      'text_search',
      'search_code',
      'code_search',
    ],
  },
  {
    tool: 'edit_file',
    purpose: 'change a passage of a file',
    names: [
      'edit',
      'multi_edit',
      'replace',
      'str_replace',
      'str_replace_editor',
      'str_replace_based_edit_tool',
      'replace_in_file',
      'replace_string_in_file',
      'multi_replace_string_in_file',
      'insert_edit_into_file',
      'search_replace',
      'apply_patch',
      'apply_diff',
      'patch',
      'update_file',
      'modify_file',
    ],
  },
  {
    tool: 'write_file',
    purpose: 'write a whole file',
    names: ['write', 'create', 'create_file', 'write_to_file', 'new_file', 'save_file', 'file_write'],
  },
  {
    tool: 'move_file',
    purpose: 'move or rename a file or folder',
    names: ['mv', 'move', 'rename', 'rename_file', 'move_files'],
  },
  {
    tool: 'delete_file',
    purpose: 'delete a file or folder',
    names: ['rm', 'delete', 'remove', 'remove_file', 'delete_files', 'unlink'],
  },
  {
    tool: 'run_command',
    purpose: 'run a command',
    names: [
      'bash',
      'sh',
      'shell',
      'exec',
      'exec_command',
      'execute',
      'execute_command',
      'local_shell',
      'shell_command',
      'run',
      'run_in_terminal',
      'run_shell_command',
      'run_terminal_cmd',
      'run_terminal_command',
      'terminal',
      'powershell',
      'cmd',
    ],
  },
  {
    tool: 'read_command_output',
    purpose: 'read the output of a command in the background',
    names: ['bashoutput', 'bash_output', 'get_terminal_output', 'task_output'],
  },
  {
    tool: 'send_command_input',
    purpose: 'type into a command in the background',
    names: ['write_stdin', 'send_input', 'send_to_terminal'],
  },
  {
    tool: 'stop_command',
    purpose: 'stop a command in the background',
    names: ['killshell', 'kill_shell', 'kill_bash', 'kill_terminal', 'task_stop'],
  },
  {
    tool: 'get_diagnostics',
    purpose: 'see the problems that the editor knows',
    names: ['diagnostics', 'get_errors', 'get_problems', 'problems', 'read_lints', 'lint'],
  },
  {
    tool: 'fetch_page',
    purpose: 'read a web page',
    names: ['fetch', 'web_fetch', 'fetch_url', 'fetch_webpage', 'browse', 'open_url', 'http_get', 'curl'],
  },
  {
    tool: 'update_plan',
    purpose: 'show the steps of a task',
    names: ['todo', 'todo_write', 'todo_read', 'write_todos', 'manage_todo_list', 'update_todo_list', 'plan'],
  },
];

const byName = new Map(
  table.flatMap((meant) => meant.names.map((name) => [foldedName(name), meant] as const)),
);

/** Longest name that is looked up. */
const MAX_WRITTEN = 100;

/**
 * Returns what the model is told if it calls a tool that does not exist and a built-in one does the same. `others` are
 * tools that exist and cannot be called now: nothing is put in the place of one that is missing for the moment.
 */
export function otherToolFor(
  written: string,
  tools: ToolSet,
  others: Iterable<NamedTool>,
): string | undefined {
  if (written.length > MAX_WRITTEN) return undefined;
  const name = foldedName(written.replace(/^functions[.:/]/i, '').replaceAll(/[\s.]/g, '_'));
  const meant = byName.get(name);
  if (!meant || tools.get(meant.tool)?.source.kind !== 'native') return undefined;
  for (const other of others) if (foldedName(other.name) === name) return undefined;
  return `There is no tool ${shownName(written)}. To ${meant.purpose} use ${meant.tool}.`;
}
