import { parseSync, Visitor } from 'vite';
import type { Source } from '../support/sources.ts';
import type { FoundText, Node } from './texts-of.ts';

/** Attributes and properties whose text a user reads or hears. */
const readAloud =
  /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|label|labels|hint|caption|text|headline|heading|message|body|tip|note|notice|summary|description|disabledReason|confirm|cancel|error|unit|removeLabel|ariaLabel)$/;

/** Elements whose text is not language: it is shown as on the wire or on the keyboard. */
const literal = /^(?:code|kbd|Kbd|samp|Method)$/;

/** A text with meaning: letters, and not only a unit, a symbol or a name that is the same in every language. */
const sameEverywhere =
  /^(?:ms|s|min|h|B|KB|MB|px|KB\/s|Hex|dB|Hz|kHz|Patchbay|English|简体中文|HTTP\/?|JSON|SSE|cURL|HAR|URL|ID|PEM|v)$/;
const saysSomething = (text: string) => {
  const words = text.replaceAll('·', ' ').trim();
  return /\p{L}{2}/u.test(words) && !sameEverywhere.test(words);
};

/** Begins like a sentence and has three words or more, wherever it appears. */
const isSentence = (text: string) => /^["“]?\p{Lu}[\p{L}’']*(?: [\p{L}’']+,?){2,}/u.test(text);

/**
 * The constant texts an expression can evaluate to: through `? :`, `&&`, `
 *
 * `, `??` and templates.
 */
function textsOf(node: Node | null | undefined): { start: number; text: string }[] {
  if (!node) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [];
    case 'TemplateLiteral':
      return (node.quasis as (Node & { value: { cooked: string } })[]).map(({ start, value }) => ({
        start,
        text: value.cooked,
      }));
    case 'ConditionalExpression':
      return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
    case 'LogicalExpression':
      return [...textsOf(node.left as Node), ...textsOf(node.right as Node)];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node.expression as Node);
    default:
      return [];
  }
}

const nameOf = (key: Node): string => String(key.name ?? key.value ?? '');

/**
 * Texts in a source that a user would read or hear and that are in the code instead of the catalog: element text, visible
 * attributes and properties, and whole sentences anywhere.
 */
export function uncatalogedTexts({ file, text: source }: Source): FoundText[] {
  const { program } = parseSync(file, source);
  const found: { start: number; text: string }[] = [];
  const skipped: Node[] = [];
  const within = (node: Node) => skipped.some((outer) => node.start >= outer.start && node.start < Number(outer.end));
  const take = (node: Node) => {
    for (const text of textsOf(node)) if (saysSomething(text.text) && !within(node)) found.push(text);
  };
  new Visitor({
    JSXElement(node) {
      const element = node as unknown as Node & { openingElement: { name: Node }; children: Node[] };
      if (literal.test(nameOf(element.openingElement.name))) skipped.push(element);
      else for (const child of element.children) if (child.type === 'JSXExpressionContainer') take(child);
    },
    JSXText(node) {
      const { start, value } = node as unknown as Node & { value: string };
      if (saysSomething(value) && !within(node as unknown as Node)) found.push({ start, text: value.trim() });
    },
    JSXAttribute(node) {
      const { name, value } = node as unknown as { name: Node; value: Node | null };
      if (readAloud.test(nameOf(name)) && value) take(value);
    },
    Property(node) {
      const { key, value, computed } = node as unknown as { key: Node; value: Node; computed: boolean };
      if (!computed && readAloud.test(nameOf(key))) take(value);
    },
    // For developers, and never shown in the page.
    NewExpression(node) {
      const { callee } = node as unknown as { callee: Node };
      if (nameOf(callee) === 'Error') skipped.push(node as unknown as Node);
    },
    Literal(node) {
      const { value } = node;
      if (typeof value === 'string' && isSentence(value)) take(node as unknown as Node);
    },
    TemplateLiteral(node) {
      const whole = node as unknown as Node & { quasis: { value: { cooked: string } }[] };
      if (isSentence(whole.quasis.map(({ value }) => value.cooked).join('x'))) take(whole);
    },
  }).visit(program);
  const once = new Map(found.map((text) => [text.start, text]));
  return [...once.values()].map(({ start, text }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    text,
  }));
}
