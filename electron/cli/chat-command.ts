import { routes } from '#shared/routes/table.ts';
import { noFiles } from './answer-files.ts';
import { createChatPrompt } from './chat-prompt.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayOptions, readOptions } from './options.ts';
import { createHumanPrinter, createJsonPrinter, type PartPrinter } from './part-printer.ts';
import { promptShapes } from './prompt-shapes.ts';
import { createStandardInput } from './read-input.ts';
import { exitOfEnd, runDraft } from './run-draft.ts';
import { openSession } from './session.ts';
import { readAssignment, setPath } from './set-path.ts';
import { readTarget } from './target.ts';
import { UsageError } from './usage-error.ts';

const options = {
  ...gatewayOptions,
  model: { type: 'string', short: 'm' },
  system: { type: 'string', short: 's' },
  set: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  raw: { type: 'boolean' },
} as const;

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const route = routes['chat.completions'];

/** `patchbay chat [text]`: one question, or without text a conversation that goes on until the input ends. */
export const chat: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  const terminal = openTerminal({ raw: values.raw });
  const target = await readTarget(values, env);
  const model = values.model ?? (target.kind === 'demo' ? promptShapes[route.id].demoModel : undefined);
  if (model === undefined)
    throw new UsageError('chat needs a model: add --model NAME. What there is: patchbay models.');
  const input = createStandardInput();
  const words = positionals.map(async (word) => (word === '-' ? (await input.read()).trimEnd() : word));
  const question = (await Promise.all(words)).join(' ');
  // Whoever gave words meant a question; waiting for lines instead would wait for ever.
  if (positionals.length > 0 && question.trim() === '') throw new UsageError('The question is empty.');
  const prompt = question ? null : createChatPrompt(process);
  const messages: Message[] = values.system === undefined ? [] : [{ role: 'system', content: values.system }];
  const session = await openSession(target, version);

  const answer = async (content: string): Promise<number> => {
    messages.push({ role: 'user', content });
    const start = { model, messages, stream: true };
    const body = (values.set ?? [])
      .map(readAssignment)
      .reduce<unknown>((at, [path, value]) => setPath(at, path, value), start);
    const printer = values.json ? createJsonPrinter(terminal, noFiles) : createHumanPrinter(terminal, noFiles);
    const said = listen(printer);
    const draft = {
      connectionId: session.connectionId,
      routeId: route.id,
      body: { kind: 'json' as const, text: JSON.stringify(body) },
      options: { finishAlone: false },
    };
    const end = await runDraft(session, draft, said.printer, terminal.closed);
    // A question that got no answer is no part of the conversation; a broken answer is, as far as it came.
    if (said.text()) messages.push({ role: 'assistant', content: said.text() });
    else messages.pop();
    return exitOfEnd(end);
  };

  try {
    if (!prompt) return await answer(question);
    let status: number = exitCodes.done;
    for (let line = await prompt.ask(); line !== null && !terminal.closed.aborted; line = await prompt.ask())
      if (line.trim()) status = await answer(line);
    return status;
  } finally {
    prompt?.close();
    await session.close();
  }
};

/** Hears the text of the first choice go by. */
function listen(printer: PartPrinter): { printer: PartPrinter; text(): string } {
  let text = '';
  return {
    text: () => text,
    printer: {
      print(part) {
        if (part.type === 'text-delta' && !part.choice) text += part.text;
        return printer.print(part);
      },
    },
  };
}
