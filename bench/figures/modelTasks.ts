/** modelTasks: what tasks cost that a model once worked through, with its decisions (test/model). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTask } from '../../test/model/run.ts';
import type { ModelTask, TaskCost } from '../../test/model/task.ts';
import { tasks } from '../../test/model/tasks.ts';
import { single, type Figure } from '../figure.ts';

/** Runs each task once: the same decisions give the same counts. Rejects where a task's outcome is wrong. */
export async function measureModelTasks(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { task, most } of tasks) {
    // oxlint-disable-next-line no-await-in-loop -- each has a window of its own, and the machine has two processors
    figures.push(...figuresOf(await run(task), most));
  }
  return figures;
}

/** A home of its own ends with its window; the one that tests share ends with their process. */
async function run(task: ModelTask): Promise<TaskCost> {
  const home = await mkdtemp(join(tmpdir(), 'patchbay-model-home-'));
  try {
    return await runTask(task, { home });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function figuresOf(cost: TaskCost, most: (typeof tasks)[number]['most']): Figure[] {
  const figure = (name: string, what: string, unit: Figure['unit'], value: number, max?: number): Figure =>
    single(
      {
        name: `modelTasks.${cost.task}${name}`,
        what,
        unit,
        aim: max === undefined ? undefined : { kind: 'value', max },
      },
      [value],
    );
  return [
    figure('', `requests until ${cost.task} is done`, 'steps', cost.steps, most.steps),
    figure('.calls', 'tool calls of it', 'calls', cost.calls),
    figure('.failed', 'of them failed', 'calls', cost.failures.length, 0),
    figure(
      '.input',
      'tokens of its requests, a fourth of the characters',
      'tokens',
      cost.inputTokens,
      most.inputTokens,
    ),
    figure(
      '.fixed',
      'of each request, system message and tools',
      'tokens',
      cost.fixedTokens,
      most.fixedTokens,
    ),
  ];
}
