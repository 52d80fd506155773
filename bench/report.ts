import { cpus } from 'node:os';
import type { Figure } from './figure.ts';

/** One line, with the machine. */
export function toJson(figures: readonly Figure[]): string {
  return JSON.stringify({ machine: machine(), figures: figures.map(rounded) });
}

/** A markdown table. */
export function toTable(figures: readonly Figure[]): string {
  const head = ['figure', 'what', 'ours', 'other', 'ratio', 'aim', 'met', 'rounds'];
  const rows = figures
    .map(rounded)
    .map(({ name, what, unit, value, other, ratio, aim, met, rounds }) => [
      name,
      what,
      `${value} ${unit}`,
      other === null ? '' : `${other} ${unit}`,
      ratio === null ? '' : String(ratio),
      aim === null ? '' : `${boundOf(aim)}${aim.kind === 'value' ? ` ${unit}` : ''}`,
      met === null ? '' : met ? 'yes' : 'NO',
      String(rounds),
    ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const { node, cpus: count, cpu } = machine();
  return [
    `Node ${node}, ${count} × ${cpu}`,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
  ].join('\n');
}

function boundOf(aim: NonNullable<Figure['aim']>): string {
  return 'min' in aim ? `≥ ${aim.min}` : `≤ ${aim.max}`;
}

function machine() {
  const all = cpus();
  return {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    cpus: all.length,
    cpu: all[0]?.model ?? 'unknown',
  };
}

/** Four digits: the measurements are not more precise. */
function rounded(figure: Figure): Figure {
  const { value, other, ratio } = figure;
  return { ...figure, value: four(value), other: other && four(other), ratio: ratio && four(ratio) };
}

function four(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
