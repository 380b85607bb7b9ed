import { appendFile, chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The turns of earlier conversations, to recall them. */
export interface PromptHistory {
  /** Newest first. */
  readonly turns: readonly string[];
  /** Never throws: a history that cannot be stored must not stop a conversation. */
  add(turn: string): void;
}

/** Number of turns that are kept. */
export const historyLimit = 1000;

/** A longer turn, such as a pasted file, is recalled only in its own conversation. */
const turnLimit = 10_000;

/** A conversation without a history on disk. */
export const noHistory: PromptHistory = { turns: [], add: () => {} };

/**
 * Opens the history in the file `chat-history` of the data folder: one JSON string per line, readable only by its
 * owner. Conversations in several terminals append to the same file.
 *
 * @param onProblem is called once with the reason why nothing can be stored.
 */
export async function openPromptHistory(folder: string, onProblem: (why: string) => void): Promise<PromptHistory> {
  const file = path.join(folder, 'chat-history');
  let isBroken = false;
  const report = (error: NodeJS.ErrnoException) => {
    if (!isBroken) onProblem(error.code ?? error.message);
    isBroken = true;
  };
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') report(error);
    return '';
  });
  const turns = stored.split('\n').flatMap(readTurn);
  const kept = turns.slice(-historyLimit);
  let saved = isBroken
    ? Promise.resolve()
    : prepare(folder, file, turns.length > kept.length ? kept : null).catch(report);
  let newest = kept.at(-1);
  return {
    turns: kept.toReversed(),
    add(turn) {
      if (isBroken || turn === newest || turn.length > turnLimit) return;
      newest = turn;
      saved = saved.then(() => appendFile(file, lineOf(turn), { mode: 0o600 })).catch(report);
    },
  };
}

const lineOf = (turn: string) => `${JSON.stringify(turn)}\n`;

/** Creates the folder, and rewrites a file that has become too long. */
async function prepare(folder: string, file: string, kept: readonly string[] | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (kept !== null) {
    await writeFile(`${file}.new`, kept.map(lineOf).join(''), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  await chmod(file, 0o600).catch(() => {});
}

/** A line that another program wrote, or a crash cut short, is left out. */
function readTurn(line: string): string[] {
  try {
    const turn: unknown = JSON.parse(line);
    return typeof turn === 'string' ? [turn] : [];
  } catch {
    return [];
  }
}
