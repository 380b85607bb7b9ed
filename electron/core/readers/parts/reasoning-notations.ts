import { words } from '../intake/json-value.ts';
/** The tags around the reasoning in a text, as a connection may set them. */
export type TagPair = readonly [open: string, close: string];

export interface TagMatch {
  length: number;
  /** `call`: the arguments of the tool call `name`. */
  kind: 'text' | 'reasoning' | 'call';
  name?: string;
  /** `<think/>`: nothing follows in it. */
  isEmpty: boolean;
}

/** One way to mark a section of a text. */
export interface Notation {
  /** Characters with which an opening or closing tag may begin. */
  starts: string;
  /** Further ones, for tags that only count where a section may begin. */
  sectionStarts?: string;
  /** Reads an opening tag at the start of `text`; `undecided` while one may still be arriving. */
  open(text: string): TagMatch | 'undecided' | null;
  /** Finds the closing tag. */
  close(text: string): { at: number; length: number } | null;
  /** Characters at the end of `text` that may be the start of the closing tag. */
  pending(text: string): number;
  /** Reads a closing tag at the start of `text`, for text whose opening tag is missing. */
  closeAtStart(text: string): number | 'undecided' | null;
}

/** Returns the length of the longest suffix of `text` that may be the start of `mark`. */
function pendingLength(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

function literal(open: string, close: string, kind: 'text' | 'reasoning' = 'reasoning'): Notation {
  return {
    starts: `${open.charAt(0)}${close.charAt(0)}`,
    open(text) {
      if (text.startsWith(open)) return { length: open.length, kind, isEmpty: false };
      return open.startsWith(text) ? 'undecided' : null;
    },
    close(text) {
      const at = text.indexOf(close);
      return at === -1 ? null : { at, length: close.length };
    },
    pending: (text) => pendingLength(text, close),
    closeAtStart(text) {
      if (kind === 'text') return null;
      if (text.startsWith(close)) return close.length;
      return close.startsWith(text) ? 'undecided' : null;
    },
  };
}

const longestAttributes = 200;
const longestBlank = 8;

/**
 * Tags of these names in the manner of HTML: in any case, the opening one with attributes.
 *
 * @param attribute what the opening tag must contain, where the name alone means something else.
 */
function element(name: string, attribute?: RegExp): Notation {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const opening = new RegExp(`^<${pattern}(?:\\s[^<>]{0,${longestAttributes}})?/?>`, 'i');
  const openingStart = new RegExp(`^<${pattern}(?:\\s[^<>]{0,${longestAttributes}}|/)$`, 'i');
  const closing = new RegExp(`</${pattern}\\s{0,${longestBlank}}>`, 'i');
  const tag = `<${name}`.toLowerCase();
  const endTag = `</${name}`.toLowerCase();
  /** Whether the whole text is the start of a closing tag. */
  const isClosingStart = (text: string) =>
    endTag.startsWith(text.toLowerCase()) ||
    (text.length <= endTag.length + longestBlank && text.trimEnd().toLowerCase() === endTag);
  return {
    starts: '<',
    open(text) {
      const match = opening.exec(text);
      if (match && attribute?.test(match[0]) === false) return null;
      if (match) return { length: match[0].length, kind: 'reasoning', isEmpty: match[0].endsWith('/>') };
      return tag.startsWith(text.toLowerCase()) || openingStart.test(text) ? 'undecided' : null;
    },
    close(text) {
      const match = closing.exec(text);
      return match && { at: match.index, length: match[0].length };
    },
    pending(text) {
      const from = text.lastIndexOf('<');
      return from !== -1 && isClosingStart(text.slice(from)) ? text.length - from : 0;
    },
    closeAtStart(text) {
      if (attribute) return null;
      const match = closing.exec(text.slice(0, endTag.length + longestBlank + 1));
      if (match?.index === 0) return match[0].length;
      return isClosingStart(text) ? 'undecided' : null;
    },
  };
}

const channelHead =
  /^(?:<\|start\|>[^<]{0,100})?<\|channel\|>\s{0,8}(\w{1,40})[^<]{0,200}(?:<\|constrain\|>[^<]{0,50})?<\|message\|>/;
/** Without the tokens before the name of the channel, which some servers drop. */
const bareHead = /^(analysis|commentary|final)<\|message\|>/;
const bareHeadStart = /^(?:analysis|commentary|final)(<?\|?[a-z]{0,7}\|?)$/;
const plainHead = /^<\|start\|>[^<]{0,100}<\|message\|>/;
const headStart =
  /^(?:<\|start\|>[^<]{0,100})?(?:<\|channel\|>[^<]{0,250}(?:<\|constrain\|>[^<]{0,50})?)?(<\|?[a-z]{0,9}\|?)?$/;
const headTokens = ['<|start|>', '<|channel|>', '<|constrain|>', '<|message|>'];
/** The recipient of a message: of its role (`assistant to=functions.f`), or of its channel. */
const recipient = /\bto=(?:functions\.)?([\w.-]{1,100})/;
const sectionEnd = /<\|(?:end|return|call)\|>|(?=<\|(?:start|channel)\|>)/;
const endTokens = ['<|end|>', '<|return|>', '<|call|>', '<|start|>', '<|channel|>'];

/**
 * The channels of the harmony format: `<|channel|>analysis<|message|>...<|end|>`, then `<|start|>assistant<|channel|>
 * final<|message|>...`. Only the final channel is the reply.
 */
const channels: Notation = {
  starts: '<',
  sectionStarts: 'acf',
  open(text) {
    const match = channelHead.exec(text) ?? bareHead.exec(text);
    if (match) {
      const length = match[0].length;
      const name = recipient.exec(match[0])?.[1];
      if (name !== undefined) return { length, kind: 'call', name, isEmpty: false };
      return { length, kind: match[1] === 'final' ? 'text' : 'reasoning', isEmpty: false };
    }
    const plain = plainHead.exec(text);
    if (plain) return { length: plain[0].length, kind: 'text', isEmpty: false };
    const start = headStart.exec(text);
    const bare = bareHeadStart.exec(text)?.[1];
    if (bare !== undefined && '<|message|>'.startsWith(bare)) return 'undecided';
    const isStart =
      start !== null && (start[1] === undefined || headTokens.some((token) => token.startsWith(start[1]!)));
    return isStart ? 'undecided' : null;
  },
  close(text) {
    const match = sectionEnd.exec(text);
    return match && { at: match.index, length: match[0].length };
  },
  pending: (text) => Math.max(...endTokens.map((token) => pendingLength(text, token))),
  closeAtStart: () => null,
};

/**
 * Channels whose tokens the server has dropped, so that only their names are left: `analysisThe user ...assistantfinalNoon.`
 * No sentence begins with that word in lower case and a letter in upper case right behind it.
 */
const bareChannels: Notation = {
  ...literal('analysis', 'assistantfinal'),
  starts: '',
  sectionStarts: 'a',
  open(text) {
    const match = /^analysis(?=[A-Z\p{sc=Han}])/u.exec(text);
    if (match) return { length: match[0].length, kind: 'reasoning', isEmpty: false };
    // The name of a channel is one token, and arrives at once.
    return text === 'analysis' ? 'undecided' : null;
  },
  closeAtStart: () => null,
};

const elementNames = words(`think thinking thought thoughts reasoning seed:think mm:think antthinking
  antml:thinking scratchpad thought_process thinking_process chain_of_thought inner_thoughts cot`);

const known: readonly Notation[] = [
  ...elementNames.map((name) => element(name)),
  // Open WebUI writes reasoning so into the replies that it passes on.
  element('details', /type=["']?reasoning/i),
  literal('[THINK]', '[/THINK]'),
  literal('◁think▷', '◁/think▷'),
  literal('<|think|>', '<|/think|>'),
  literal('<|thinking|>', '<|/thinking|>'),
  literal('<|begin_of_think|>', '<|end_of_think|>'),
  literal('<|channel>thought', '<channel|>'),
  literal('[unused16]', '[unused17]'),
  literal('<|begin_of_thought|>', '<|end_of_thought|>'),
  literal('<|begin_of_solution|>', '<|end_of_solution|>', 'text'),
  literal('<|START_THINKING|>', '<|END_THINKING|>'),
  literal('<|START_RESPONSE|>', '<|END_RESPONSE|>', 'text'),
  channels,
  bareChannels,
];

const elementTag = /^<([\w:.-]{1,60})>$/;

/** Returns the notations of models, and those of a connection. */
export function notationsOf(own: readonly TagPair[]): readonly Notation[] {
  const added = own
    .filter(([open, close]) => open.trim() !== '' && close.trim() !== '')
    .map(([open, close]) => {
      const name = elementTag.exec(open)?.[1];
      return name !== undefined && close.toLowerCase() === `</${name.toLowerCase()}>`
        ? element(name)
        : literal(open, close);
    });
  return added.length > 0 ? [...added, ...known] : known;
}
