import type { DraftInput } from '#shared/contract/exchanges.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import type { Target } from '../input/target.ts';
import { printFailure } from '../output/failure-lines.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { openSession, type Session } from './session.ts';

export interface PreviewValues {
  'dry-run'?: boolean | undefined;
  curl?: boolean | undefined;
  har?: string | undefined;
  json?: boolean | undefined;
}

/** Returns whether a request is to be shown instead of sent. @throws UsageError for options that contradict that. */
export function isPreview({ 'dry-run': dryRun = false, curl = false, har }: PreviewValues): boolean {
  if (dryRun && curl) throw new UsageError('Use only one of --dry-run and --curl.');
  if ((dryRun || curl) && har !== undefined)
    throw new UsageError(`--${curl ? 'curl' : 'dry-run'} sends nothing: remove --har.`);
  return dryRun || curl;
}

/**
 * Prints a request that is not sent, as planned by the core: method, URL, headers and body, or with `--curl` the
 * command that sends it. Keys are redacted, and files in a form are named.
 *
 * @param build makes the draft; the files that it stores are removed again.
 * @returns the exit status that sending it would have had at once, 0 when it can be sent.
 */
export async function previewDraft(
  target: Target,
  version: string,
  values: PreviewValues,
  terminal: Terminal,
  build: (session: Session) => Promise<DraftInput>,
): Promise<number> {
  const session = await openSession(target, version);
  const { client, files } = session;
  const fileIds: string[] = [];
  try {
    const draft = await build(session);
    if (draft.body.kind === 'json') fileIds.push(...(draft.body.inline ?? []).map(({ fileId }) => fileId));
    if (draft.body.kind === 'form')
      fileIds.push(...draft.body.fields.flatMap((field) => (field.kind === 'file' ? [field.fileId] : [])));
    const { problem, ...request } = await client.exchanges.preview({ ...draft, withBody: true });
    if (values.curl) await printCurl(session, draft, terminal, values.json ?? false);
    if (values.curl && target.kind === 'demo')
      terminal.note('This demo gateway ends with the command. For one that stays, and its --base-url: patchbay demo');
    else await printRequest(request, terminal, values.json ?? false);
    if (problem === null) return exitCodes.done;
    await printFailure(problem, terminal, values.json ?? false);
    return exitOfFailure(problem.code);
  } finally {
    for (const id of fileIds) await files.remove(id);
    await session.close();
  }
}

async function printCurl({ client }: Session, draft: DraftInput, terminal: Terminal, isJson: boolean): Promise<void> {
  const { text, notes } = await client.exchanges.draftSnippet({ draft, language: 'curl' });
  if (isJson) return printLine(terminal, { type: 'curl', command: text, notes });
  await terminal.data(`${text}\n`);
  for (const note of notes) terminal.note(note);
}

interface Request {
  method: string;
  address: string;
  headers: [name: string, value: string][];
  body?: string;
}

async function printRequest(
  { method, address: url, headers, body = '' }: Request,
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  if (isJson) return printLine(terminal, { type: 'request', method, url, headers, body });
  const head = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  await terminal.data(`${head.join('\n')}\n${body && `\n${body}`}`);
  await terminal.endData();
}
