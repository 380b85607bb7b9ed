import type { Client } from '#shared/contract/index.ts';
import { counted, formatCount } from '#shared/format.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { didYouMean } from '../did-you-mean.ts';
import { readChatFile, typedPath } from '../input/chat-files.ts';
import { onInterrupt } from '../interrupt.ts';
import { openOutFile } from '../output/out-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Conversation, Sent } from './conversation.ts';

export interface SlashContext {
  conversation: Conversation;
  terminal: Terminal;
  session: { client: Client; connectionId: string; files: FileStore };
}

/** What follows from a command: the end of the conversation, a sent turn, or nothing. */
type Outcome = 'exit' | Sent | null;

interface SlashCommand {
  usage: string;
  text: string;
  /** @throws UsageError | AppError */
  run(argument: string, context: SlashContext): Promise<Outcome> | Outcome;
}

const commands: Readonly<Record<string, SlashCommand>> = {
  '/model': { usage: '/model [NAME]', text: 'Show the models, or switch to another', run: switchModel },
  '/system': { usage: '/system [TEXT]', text: 'Show or set the system prompt; "" removes it', run: setSystem },
  '/file': { usage: '/file PATH', text: 'Send a text file or an image with the next message', run: attachFile },
  '/retry': { usage: '/retry', text: 'Send the last message again', run: retry },
  '/save': { usage: '/save FILE', text: 'Write the conversation to a new file, as Markdown or .json', run: save },
  '/clear': { usage: '/clear', text: 'Start a new conversation', run: clear },
  '/help': { usage: '/help', text: 'Show this list', run: showHelp },
  '/exit': { usage: '/exit', text: 'Quit, like Ctrl-D', run: () => 'exit' },
};

const aliases: Readonly<Record<string, string>> = { '/quit': '/exit', '/bye': '/exit', '/?': '/help' };

const keys: readonly (readonly [string, string])[] = [
  ['Alt-Enter', 'New line; so do a \\ at the end of a line, and """ before and after several lines'],
  ['Up', 'Recall an earlier message; ⏎ in it is a line break'],
  ['Ctrl-C', 'Stop the reply, or clear the line; quit on an empty line'],
];

/** Returns the command of a turn and its argument; `null` for a turn that is sent. */
export function readSlashCommand(turn: string): { name: string; argument: string } | null {
  const [, name, argument = ''] = /^(\/[a-z?]+)(?:\s+([\s\S]*))?$/.exec(turn) ?? [];
  return name === undefined ? null : { name, argument: argument.trim() };
}

/** Runs a command of the conversation. What fails is reported and sends nothing. */
export async function runSlashCommand(
  { name, argument }: { name: string; argument: string },
  context: SlashContext,
): Promise<Outcome> {
  const known = commands[aliases[name] ?? name];
  if (!known) {
    const near = didYouMean(name, [...Object.keys(commands), ...Object.keys(aliases)]);
    context.terminal.message(`Unknown command ${name}.${near || ' Type /help for the list.'} Nothing was sent.`, 'bad');
    return null;
  }
  try {
    return await known.run(argument, context);
  } catch (thrown) {
    const reason = thrown instanceof UsageError ? thrown.message : AppError.from(thrown).message;
    context.terminal.message(reason, 'bad');
    return null;
  }
}

function showHelp(_: string, { terminal }: SlashContext): null {
  const rows = [...Object.values(commands).map(({ usage, text }) => [usage, text] as const), ...keys];
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  for (const [term, text] of rows) terminal.message(`${term.padEnd(width)}${text}`);
  terminal.message('Pasted lines are one message. To send text that starts with a slash, type a space first.');
  return null;
}

/** Returns the models that the gateway lists, which is asked once; none if it cannot be. Ctrl-C stops the request. */
async function listedModels({ client, connectionId }: SlashContext['session']): Promise<string[]> {
  const stop = new AbortController();
  const removeHandler = onInterrupt(() => stop.abort(), 2000);
  const list = (refresh: boolean) => client.models.list({ connectionId, refresh }, { signal: stop.signal });
  try {
    const stored = await list(false);
    const { models } = stored.models.length > 0 ? stored : await list(true);
    return models.map(({ id }) => id);
  } catch {
    return [];
  } finally {
    removeHandler();
  }
}

/** Number of models that fit on a screen. */
const shownModels = 20;

async function switchModel(name: string, { conversation, terminal, session }: SlashContext): Promise<null> {
  const listed = await listedModels(session);
  if (name !== '') {
    conversation.model = name;
    const isUnlisted = listed.length > 0 && !listed.includes(name);
    terminal.message(
      isUnlisted ? `Model: ${name}. The gateway does not list it.${didYouMean(name, listed)}` : `Model: ${name}.`,
      isUnlisted ? 'warn' : undefined,
    );
    return null;
  }
  terminal.message(`Model: ${conversation.model}. To switch: /model NAME`);
  const shown = listed.slice(0, shownModels);
  if (shown.length > 0) terminal.message(`Listed: ${shown.join(', ')}`);
  const others = listed.length - shown.length;
  if (others > 0) terminal.message(`${formatCount(others)} more: patchbay models`);
  return null;
}

function setSystem(text: string, { conversation, terminal }: SlashContext): null {
  if (text !== '') conversation.system = text === '""' ? null : text;
  const { system } = conversation;
  terminal.message(system === null ? 'There is no system prompt.' : `System prompt: ${system}`);
  return null;
}

async function attachFile(typed: string, { conversation, terminal, session }: SlashContext): Promise<null> {
  if (typed === '') throw new UsageError('Missing path: /file PATH');
  const file = await readChatFile(session.files, typed);
  conversation.attach(file);
  terminal.message(`Attached ${file.about}. It is sent with the next message.`);
  return null;
}

function retry(_: string, { conversation }: SlashContext): Promise<Sent> {
  if (!conversation.canRetry) throw new UsageError('There is no message to send again.');
  return conversation.retry();
}

const roleNames = { system: 'System', user: 'User', assistant: 'Assistant' } as const;

async function save(typed: string, { conversation, terminal }: SlashContext): Promise<null> {
  if (typed === '') throw new UsageError('Missing file: /save FILE');
  const messages = conversation.messages();
  if (messages.length === 0) throw new UsageError('There is nothing to save yet.');
  const path = typedPath(typed);
  const asJson = () => {
    const listed = messages.map(({ role, text }) => ({ role, content: text }));
    return `${JSON.stringify({ model: conversation.model, messages: listed }, null, 2)}\n`;
  };
  const asMarkdown = () => messages.map(({ role, text }) => `## ${roleNames[role]}\n\n${text.trim()}\n`).join('\n');
  const file = await openOutFile(path, false).catch((thrown: Error) => {
    throw new UsageError(thrown.message.replace(', or add --force to replace it', ''));
  });
  await file.write(path.toLowerCase().endsWith('.json') ? asJson() : asMarkdown());
  await file.finish();
  terminal.message(`${file.saved}: ${counted(messages.length, 'message')}.`);
  return null;
}

function clear(_: string, { conversation, terminal }: SlashContext): null {
  conversation.clear();
  terminal.message('New conversation. The model no longer sees the messages above.');
  return null;
}
