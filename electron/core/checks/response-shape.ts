/** What was observed at one path of a document. */
interface Seen {
  kinds: Set<string>;
  /** How many objects were seen here, and how many of them had each field. */
  objects: number;
  fields: Map<string, { seen: Seen; times: number }>;
  items: Seen | null;
}

const fieldLimit = 60;
const depthLimit = 12;
const itemLimit = 200;
const textLimit = 4_000;

/**
 * Returns the shape of a JSON value as one line of text: field names in order, types in place of values, the items of a
 * list merged into one, `?` after a field that some of them lack. Two responses of one shape have equal text, whatever
 * their content. An object with very many fields counts as a map from names to values.
 */
export function shapeOf(value: unknown): string {
  const seen = newSeen();
  inspect(value, seen, 0);
  const text = write(seen);
  return text.length <= textLimit ? text : `${text.slice(0, textLimit)}…`;
}

const newSeen = (): Seen => ({ kinds: new Set(), objects: 0, fields: new Map(), items: null });

function inspect(value: unknown, seen: Seen, depth: number): void {
  if (Array.isArray(value)) {
    seen.kinds.add('list');
    seen.items ??= newSeen();
    if (depth < depthLimit) for (const item of value.slice(0, itemLimit)) inspect(item, seen.items, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    seen.kinds.add(value === null ? 'null' : typeof value);
    return;
  }
  seen.kinds.add('object');
  seen.objects += 1;
  const fields = Object.entries(value);
  const isMap = fields.length > fieldLimit;
  for (const [name, held] of isMap ? fields.slice(0, itemLimit) : fields) {
    const place = isMap ? '*' : name;
    const field = seen.fields.get(place) ?? { seen: newSeen(), times: 0 };
    seen.fields.set(place, field);
    field.times += 1;
    if (depth < depthLimit) inspect(held, field.seen, depth + 1);
  }
}

function write(seen: Seen): string {
  const words = [...seen.kinds].toSorted().map((kind) => {
    if (kind === 'object') return writeObject(seen);
    return kind === 'list' ? `[${seen.items ? write(seen.items) : ''}]` : kind;
  });
  return words.join(' | ');
}

function writeObject({ fields, objects }: Seen): string {
  const names = [...fields.keys()].toSorted();
  const written = names.map((name) => {
    const field = fields.get(name) as { seen: Seen; times: number };
    const isSometimes = name !== '*' && field.times < objects;
    return `${name}${isSometimes ? '?' : ''}: ${write(field.seen)}`;
  });
  return `{ ${written.join(', ')} }`;
}
