/** What the chat knows of the built-in tool that runs commands. */
export const RUN_COMMAND = 'run_command';

/** What the model reads, below the line about how the command ended, where it wrote nothing. */
export const NO_OUTPUT = '(no output)';
