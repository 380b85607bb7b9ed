import { routes } from '#shared/protocol/table.ts';
import { didYouMean } from './did-you-mean.ts';

/** The command line itself is invalid. Nothing was sent; the message and the hint say what to write instead. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.hint = hint;
  }
}

/** An unknown option, or one without its value: the help on the command lists them. */
export class OptionError extends UsageError {}

/** No model was specified. Only a gateway can list its models, so a missing gateway is reported first. */
export class MissingModelError extends UsageError {
  constructor(what: string) {
    super(
      `${what} needs a model: add --model NAME.`,
      'List the models: patchbay models. Set a default: patchbay connections use NAME --model MODEL',
    );
  }
}

/** Returns the error for a mistyped route, or for its path. `where` names the option, if it was not an argument. */
export function unknownRoute(word: string, known: readonly string[], where = ''): UsageError {
  const path = `/${word.replace(/^\w+:\/\/[^/]*/, '').replace(/^\/+/, '')}`;
  const named = Object.values(routes).flatMap((route) =>
    route.path === path && known.includes(route.id) ? route.id : [],
  );
  const near = named.length > 0 ? ` Did you mean ${named.join(' or ')}?` : didYouMean(word, known);
  return new UsageError(`Unknown route "${word}"${where}.${near}`, 'List the routes: patchbay routes');
}

/** Returns the usage error for a port that cannot be opened; any other error unchanged. */
export function portError(error: NodeJS.ErrnoException, port: number | undefined): Error {
  if (error.code === 'EADDRINUSE') return new UsageError(`Port ${port} is in use. Choose another with --port.`);
  if (error.code !== 'EACCES') return error;
  return new UsageError(`You are not allowed to open port ${port}. Choose another with --port.`);
}
