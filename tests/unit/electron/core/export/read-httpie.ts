/** What a command of HTTPie means. */
export interface HttpieCommand {
  options: Set<string>;
  method: string;
  address: string;
  headers: [name: string, value: string][];
  fields: ({ name: string; value: string } | { name: string; file: string; type: string | null })[];
  raw: string | null;
}

const flags = new Set(['--ignore-stdin', '--path-as-is', '--print=hb', '--stream', '--multipart']);
/** From its manual; of two separators that begin at the same position the longer one wins. */
const separators = [':=@', '==@', ':=', '==', '=@', ':@', ':', ';', '=', '@'];

/**
 * Reads the arguments of `http` by the grammar of HTTPie 3: options, the method, the address, then items. In an item a
 * backslash before one of `: ; = @` escapes it; before anything else it is an ordinary character.
 *
 * @throws for everything that the grammar does not have, or that no snippet should use.
 */
export function readHttpie(argv: readonly string[]): HttpieCommand {
  const command: HttpieCommand = { options: new Set(), method: '', address: '', headers: [], fields: [], raw: null };
  const words = [...argv];
  const plain: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--raw') command.raw = words.shift() ?? fail('--raw without a text');
    else if (word === '--output') command.options.add(`--output ${words.shift()}`);
    else if (flags.has(word)) command.options.add(word);
    else if (word.startsWith('-') && plain.length < 2) fail(`unknown option ${word}`);
    else plain.push(word);
  }
  const [method = '', address = '', ...items] = plain;
  if (!/^[A-Z]+$/.test(method)) fail(`${method} is no method`);
  if (!/^https?:\/\//.test(address)) fail(`${address} is no address`);
  Object.assign(command, { method, address });
  for (const item of items) readItem(item, command);
  return command;
}

function readItem(item: string, command: HttpieCommand): void {
  // Escaped characters are replaced, each by one private-use character.
  const letters = [...item];
  let text = '';
  const escaped: string[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const [character, next] = [letters[at] as string, letters[at + 1] ?? ''];
    if (character !== '\\') text += character;
    else {
      at += 1;
      if (/[:;=@]/.test(next)) {
        escaped.push(next);
        text += '\ue000';
      } else text += character + next;
    }
  }
  const restore = (part: string) => part.replace(/\ue000/g, () => escaped.shift() as string);
  const at = text.search(/[:;=@]/);
  if (at === -1) fail(`${item} is no item`);
  const separator = separators.find((one) => text.startsWith(one, at)) as string;
  const name = restore(text.slice(0, at));
  const value = restore(text.slice(at + separator.length));
  if (separator === ':' && value !== '') command.headers.push([name, value.trim()]);
  else if (separator === ';' && value === '') command.headers.push([name, '']);
  else if (separator === '=') command.fields.push({ name, value });
  else if (separator === '@') {
    const [file = '', type = null] = value.split(';type=');
    command.fields.push({ name, file, type });
  } else fail(`${item} has the sign ${separator}`);
}

function fail(what: string): never {
  throw new Error(what);
}
