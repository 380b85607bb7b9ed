import type { JsonLine } from '../json-lines/index.ts';
import type { Terminal } from './terminal.ts';

/** A line of `--json` as it is written. */
export const jsonText = (line: JsonLine): string => `${JSON.stringify(line)}\n`;

export const printLine = (terminal: Terminal, line: JsonLine): Promise<void> => terminal.data(jsonText(line));
