import type { Cost } from '#shared/cost/cost.ts';
import { formatMoney } from '#shared/cost/money.ts';
import { counted, formatCount, formatDuration, formatSize } from '#shared/format.ts';
import { failure as makeFailure } from '#shared/protocol/failure.ts';
import type { FileRef, Part, RunEnd, Usage } from '#shared/protocol/part.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';
import { exitOfRun } from '../exit-codes.ts';
import { failureJson, printFailureLines, terminalFailure } from './failure-lines.ts';
import { createLacking } from './lacking-file.ts';
import { createProgressLine } from './progress-line.ts';
import type { FilesEnd, ResponseFiles } from './response-files.ts';
import { oneLineJson, printLine, type Terminal, type Tone } from './terminal.ts';

/** Shows the parts of one run. The last one is its `run-end`. */
export interface PartPrinter {
  /** @param cost with a `run-end`: what it cost, where that is known. */
  print(part: Part, cost?: Cost): Promise<void>;
}

/** Returns the stored file of a part. Previews are not files of the response. */
const fileOf = (part: Part): FileRef | undefined =>
  part.type === 'file' || (part.type === 'image' && part.partial === undefined) ? part.ref : undefined;

function reportFiles({ saved, problems }: FilesEnd, terminal: Terminal): void {
  for (const line of saved) terminal.note(line);
  for (const line of problems) terminal.message(line);
}

const isComplete = (state: RunEnd['state']): boolean => state === 'done' || state === 'done-with-warnings';

/** A run that failed without a reason still has a line that says so. */
const unexplained = makeFailure('internal', 'The run ended without a reason.', {
  hint: 'Try again, and report it if it happens again.',
});

/** Creates a printer that writes one part per line, as JSON, unchanged. */
export function createJsonPrinter(terminal: Terminal, files: ResponseFiles): PartPrinter {
  const lacking = createLacking();
  return {
    async print(part, cost) {
      lacking.note(part);
      const ref = fileOf(part);
      const reported = part.type === 'run-end' && part.error ? { ...part, error: terminalFailure(part.error) } : part;
      const shown = ref ? { ...reported, ...(await files.save(ref)) } : reported;
      if (part.type === 'text-delta') await files.writeText(part.text);
      if (part.type === 'run-end') {
        reportFiles(await files.end(part.state, lacking.get()), terminal);
        const failure = part.error ?? (isComplete(part.state) ? files.failure : unexplained);
        if (failure)
          await terminal.data(
            failureJson(failure, exitOfRun(isComplete(part.state) ? 'failed' : part.state, failure.code)),
          );
      }
      await printLine(terminal, shown.type === 'run-end' && cost ? { ...shown, cost } : shown);
    },
  };
}

/** What a request contained, to compare its response with. */
export interface SentInputs {
  /** Documents to be ranked, for results that contain only an index; `null` where one is not a text. */
  documents?: readonly (string | null)[];
  /** Number of texts to be embedded; 0 where that is not known. */
  inputs?: number;
  /** Returns the command that follows a task which the request turned out to be. */
  followTask?: ((taskId: string) => string) | null;
}

/**
 * Creates a printer for the user: the content on stdout (or in the file of `--out`), reasoning, warnings and facts on
 * stderr.
 *
 * @param isKept the exchange can be found after the command.
 * @param sent what the request contained: documents to be ranked, for results that contain only an index, and the
 *   number of texts to be embedded.
 */
export function createHumanPrinter(
  terminal: Terminal,
  files: ResponseFiles,
  isKept: boolean,
  { documents = [], inputs = 0, followTask = null }: SentInputs = {},
): PartPrinter {
  const choices = new Map<number, string>();
  let usage: Usage | null = null;
  /** The text of the first choice. */
  let said = '';
  let hasData = false;
  let unfetched = 0;
  let vectors = 0;
  const lacking = createLacking();
  const items: Record<string, unknown>[] = [];
  const progress = createProgressLine();

  let isLineOpen = false;
  let transcript = '';

  const data = async (text: string) => {
    hasData = true;
    isLineOpen = !text.endsWith('\n');
    if (!(await files.writeText(text))) await terminal.data(text);
  };
  const prose = async (text: string) => {
    hasData = true;
    isLineOpen = text === '' ? isLineOpen : !text.endsWith('\n');
    if (!(await files.writeText(text))) await terminal.markdown(text);
  };
  const line = (value: unknown) =>
    data(`${isLineOpen ? '\n' : ''}${typeof value === 'string' ? value : oneLineJson(value)}\n`);
  const text = async (chunk: string, choice = 0) => {
    // The first of several choices is streamed, the others follow whole.
    if (choice === 0) {
      said += chunk;
      await prose(chunk);
    } else choices.set(choice, (choices.get(choice) ?? '') + chunk);
  };
  /** What was printed cannot be taken back: the text that replaces it follows. */
  const final = async (whole: string, choice = 0) => {
    if (choice > 0) choices.set(choice, whole);
    else if (said === '') await text(whole);
    else if (whole !== said) await data(`\n\n--- final text ---\n${whole}`);
  };
  /** `--out` names an image: the address of one that could not be fetched is not an image. */
  const address = async (url: string) => {
    if (!files.isOpen) return line(url);
    hasData = true;
    await terminal.data(`${url}\n`);
  };
  /** Saves a file of the response; of an image without one, prints its address. */
  const received = async (part: Extract<Part, { type: 'image' | 'file' }>) => {
    if (part.type === 'image' && part.revisedPrompt) terminal.note(`revised prompt: ${part.revisedPrompt}`);
    const ref = fileOf(part);
    if (!ref) {
      if (part.type !== 'image' || !part.url || part.partial !== undefined) return;
      unfetched += 1;
      return address(part.url);
    }
    const { savedAs } = await files.save(ref);
    const size = `${formatSize(ref.sizeBytes)}${part.partial ? ', incomplete' : ''}`;
    const about = `${savedAs ?? ref.name} (${ref.type}, ${size})`;
    return savedAs
      ? terminal.note(`Received ${about}.`)
      : terminal.message(`${about} was not saved. Add --out FILE to save it.`);
  };
  const end = async (part: RunEnd, cost: Cost | undefined) => {
    for (const [choice, whole] of choices) await data(`\n\n--- choice ${choice} ---\n${whole}`);
    // If a response consists only of items, they are printed; beside other content they are of no use to a reader.
    if (!hasData) for (const item of items) await line(item);
    await terminal.endData();
    if (transcript !== '') terminal.message(`transcript: ${transcript}`);
    reportFiles(await files.end(part.state, lacking.get()), terminal);
    if (unfetched > 0 && isKept)
      terminal.message(`Download again: patchbay wire download ${part.exchangeId.slice(0, 8)}`);
    if (vectors > 0 && inputs > 0 && vectors !== inputs)
      terminal.message(`warning: ${counted(vectors, 'vector')} for ${counted(inputs, 'input')}.`, 'warn');
    if (part.error && part.state !== 'cancelled') printFailureLines(part.error, terminal, part.sent);
    terminal.note(runFacts(part, usage, isKept, cost), stateTones[part.state]);
  };

  return {
    async print(part, cost) {
      lacking.note(part);
      switch (part.type) {
        case 'text-delta':
        case 'refusal-delta':
          return text(part.text, part.choice);
        case 'text-final':
          return final(part.text, part.choice);
        case 'reasoning-delta':
          return terminal.isStderrTerminal ? terminal.dimmed(part.text) : undefined;
        case 'tool-call':
          return line(`${part.name}(${part.arguments})`);
        case 'models':
          for (const model of part.models) await line(model.id);
          return;
        case 'vector':
          vectors += 1;
          return terminal.isDataTerminal && !files.isOpen
            ? line(`vector ${part.index}: ${part.dimensions} dimensions, ${part.values.slice(0, 4).join(', ')} ...`)
            : line({ index: part.index, dimensions: part.dimensions, values: part.values });
        case 'ranking':
          for (const { score, index, text } of part.results) {
            const document = text ?? documents[index] ?? null;
            await line(
              `${score === null ? '-' : score.toFixed(4)}\t${index}${document === null ? '' : `\t${document}`}`,
            );
          }
          if (part.results.length < documents.length)
            terminal.message(
              `${formatCount(part.results.length)} of ${formatCount(documents.length)} documents returned.`,
            );
          return;
        case 'task-state':
          await line(
            `${part.taskId}\t${part.state}${part.progress === null ? '' : `\t${Math.round(part.progress * 100)}%`}`,
          );
          if (isUnfinished(part.state) && followTask !== null)
            terminal.message(`The gateway accepted it as task ${part.taskId}. Follow it: ${followTask(part.taskId)}`);
          return part.errorMessage === null ? undefined : terminal.message(`task: ${part.errorMessage}`);
        case 'image':
        case 'file':
          return received(part);
        case 'raw-event':
          return line(part.data);
        case 'citation':
          return terminal.note(`source: ${part.title ? `${part.title} ` : ''}${part.url}`);
        case 'usage-report':
          usage = part;
          return;
        case 'warning':
          return terminal.message(`warning: ${part.message}`, 'warn');
        case 'run-end':
          return end(part, cost);
        case 'progress':
          if (part.events === undefined) terminal.status(progress(part));
          return;
        case 'item':
          items.push(part.item);
          return;
        case 'transcript':
          return part.segments.length + part.words.length > 0
            ? terminal.note('The response has timestamps: add --json to see them.')
            : undefined;
        case 'audio':
          transcript += part.transcript ?? '';
          return;
        // Covered by other parts, or of no use to a reader.
        case 'run-start':
        case 'answer-start':
        case 'answer-id':
        case 'tool-delta':
        case 'logprobs':
        case 'finish':
          return;
      }
    },
  };
}

const stateText: Readonly<Record<RunEnd['state'], string>> = {
  done: 'completed',
  'done-with-warnings': 'completed with warnings',
  interrupted: 'interrupted',
  failed: 'failed',
  cancelled: 'stopped',
};

const stateTones: Readonly<Record<RunEnd['state'], Tone>> = {
  done: 'good',
  'done-with-warnings': 'warn',
  interrupted: 'bad',
  failed: 'bad',
  cancelled: 'warn',
};

const count = (value: number | null): string => (value === null ? '?' : formatCount(value));

/**
 * Returns the facts of a run on one line. It contains only what was measured or reported.
 *
 * @param isKept the exchange can be found after the command.
 * @param cost left out where it is not known.
 */
export function runFacts(
  { state, finishReason, timeline, exchangeId }: RunEnd,
  usage: Usage | null,
  isKept: boolean,
  cost?: Cost,
): string {
  const { endMs, firstTokenMs, firstByteMs, receivedBytes } = timeline;
  const { inputTokens = null, outputTokens = null, reasoningTokens = null } = usage ?? {};
  return [
    stateText[state],
    finishReason && finishReason !== 'stop' && `finish ${finishReason}`,
    endMs !== null && formatDuration(endMs),
    firstTokenMs !== null
      ? `first token ${formatDuration(firstTokenMs)}`
      : firstByteMs !== null && `first byte ${formatDuration(firstByteMs)}`,
    (inputTokens !== null || outputTokens !== null) && `tokens ${count(inputTokens)} in, ${count(outputTokens)} out`,
    reasoningTokens ? `${formatCount(reasoningTokens)} reasoning` : false,
    usage?.units?.searchUnits && counted(usage.units.searchUnits, 'search unit'),
    usage?.units?.images && counted(usage.units.images, 'image'),
    cost?.money && `${cost.isEstimate ? 'about ' : ''}${formatMoney(cost.money, 'en')}`,
    receivedBytes > 0 && formatSize(receivedBytes),
    isKept && exchangeId && `recorded as ${exchangeId}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
