import { scriptStep } from '#shared/contract/session-script.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { ScriptStep } from '#shared/protocol/session-script.ts';

/**
 * Reads a script: a JSON array of steps, or a step on each line.
 *
 * @throws AppError `bad-input` that names the step and what is wrong with it.
 */
export function readScript(script: string): ScriptStep[] {
  const values = script.trimStart().startsWith('[') ? fromArray(script) : fromLines(script);
  if (values.length === 0) throw new AppError(refuse('The script has no step.'));
  return values.map((value, index) => {
    const read = scriptStep.safeParse(value);
    if (read.success) return read.data as ScriptStep;
    const [issue] = read.error.issues;
    const place = issue && issue.path.length > 0 ? ` at "${issue.path.join('.')}"` : '';
    const name = typeof value === 'object' && value !== null && 'do' in value ? ` (${String(value.do)})` : '';
    throw new AppError(
      refuse(`Step ${index + 1}${name} of the script is wrong${place}: ${issue?.message ?? 'unreadable'}.`),
    );
  });
}

function fromArray(script: string): unknown[] {
  try {
    return JSON.parse(script) as unknown[];
  } catch (thrown) {
    throw new AppError(refuse(`The script is no JSON: ${thrown instanceof Error ? thrown.message : ''}.`));
  }
}

function fromLines(script: string): unknown[] {
  return script.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      throw new AppError(refuse(`Line ${index + 1} of the script is no JSON.`));
    }
  });
}

const refuse = (message: string) =>
  failure('bad-input', message, {
    hint: 'A script is a JSON array of steps such as {"do":"say","text":"Hello"}, or one step on each line. Nothing was sent.',
  });
