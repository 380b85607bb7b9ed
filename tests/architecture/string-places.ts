import { parseSync, Visitor } from 'vite';
import type { Source } from '../support/sources.ts';

/** How wide a text may be where the page shows it, in Latin letters; a Chinese character counts as two. */
const children: Readonly<Record<string, number>> = { Button: 28, Badge: 26, Chip: 26, CopyButton: 28, Tick: 64 };
const attributes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  IconButton: { label: 44 },
  Field: { label: 40 },
  TextField: { label: 40 },
  NumberField: { label: 40 },
  SecretField: { label: 40 },
  TextArea: { label: 40 },
  Switch: { label: 56 },
  Dialog: { title: 48 },
  EmptyState: { title: 50 },
  PaneHead: { title: 30 },
  Fact: { label: 28 },
};
/** `label` of an option or item in these attributes. */
const labels: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Segmented: { options: 20 },
  Select: { options: 36 },
  Menu: { items: 40 },
};

export interface PlacedString {
  /** Component and attribute, such as `Button` or `Dialog title`. */
  place: string;
  /** The largest width there. */
  width: number;
  /** Its key in the catalog, such as `chat.turn.retry`; a trailing `*` stands for every entry. */
  key: string;
  file: string;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Finds what each component of a source shows directly from the catalog. Values that pass through other code are not found. */
export function placedStrings({ file, text }: Pick<Source, 'file' | 'text'>): PlacedString[] {
  const sections = sectionsOf(text);
  const found: PlacedString[] = [];
  const take = (node: unknown, place: string, width: number) => {
    for (const key of keysOf(node, sections)) found.push({ place, width, key, file });
  };
  new Visitor({
    JSXElement(node) {
      const element = node as unknown as Node & {
        openingElement: { name: Node; attributes: Node[] };
        children: Node[];
      };
      const name = String(element.openingElement.name.name ?? '');
      const width = children[name];
      if (width !== undefined)
        for (const child of element.children)
          if (child.type === 'JSXExpressionContainer') take(child.expression, name, width);
      for (const attribute of element.openingElement.attributes) {
        if (attribute.type !== 'JSXAttribute') continue;
        const attributeName = String((attribute.name as Node).name);
        const value = (attribute.value as Node | null)?.expression;
        const most = attributes[name]?.[attributeName];
        if (most !== undefined) take(value, `${name} ${attributeName}`, most);
        const mostOfLabel = labels[name]?.[attributeName];
        if (mostOfLabel !== undefined)
          for (const label of propertiesOf(value, 'label')) take(label, `${name} ${attributeName}`, mostOfLabel);
      }
    },
  }).visit(parseSync(file, text).program);
  return found;
}

interface Section {
  name: string;
  start: number;
  path: string;
}

/** The variables of a source that contain a section of the catalog: `const t = useStrings().chat`, and parts of them. */
function sectionsOf(text: string): Section[] {
  const found: Section[] = [];
  const declared = /\bconst (?:(\w+)|\{([^}]*)\}) = (useStrings\(\)|strings\(\)|\w+)((?:\.\w+)*);/g;
  for (const { 1: one, 2: several, 3: root = '', 4: rest = '', index } of text.matchAll(declared)) {
    const base = root.endsWith('()') ? '' : sectionAt(found, root, index);
    if (base === null) continue;
    const path = `${base}${rest}`.replace(/^\./, '');
    if (one !== undefined) found.push({ name: one, start: index, path });
    for (const part of several?.split(',') ?? []) {
      const [key = '', name = key] = part.split(':').map((piece) => piece.trim());
      if (key !== '') found.push({ name, start: index, path: path === '' ? key : `${path}.${key}` });
    }
  }
  return found;
}

/** The section that a name means at a position: that of the declaration before it. */
const sectionAt = (sections: readonly Section[], name: string, at: number): string | null =>
  sections.findLast((section) => section.name === name && section.start < at)?.path ?? null;

/** The keys of the catalog that an expression can evaluate to. */
function keysOf(node: unknown, sections: readonly Section[]): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...keysOf(node.consequent, sections), ...keysOf(node.alternate, sections)];
    case 'LogicalExpression':
      return [...keysOf(node.left, sections), ...keysOf(node.right, sections)];
    case 'CallExpression':
      return keysOf(node.callee, sections);
    case 'MemberExpression': {
      const key = memberKey(node, sections);
      return key === null || key === '' ? [] : [key];
    }
    default:
      return [];
  }
}

function memberKey(node: Node, sections: readonly Section[]): string | null {
  if (node.type === 'Identifier') return sectionAt(sections, String(node.name), node.start);
  if (node.type !== 'MemberExpression') return null;
  const base = memberKey(node.object as Node, sections);
  if (base === null) return null;
  const name = node.computed === true ? '*' : String((node.property as Node).name);
  return base === '' ? name : `${base}.${name}`;
}

/** The values of a property with this name anywhere below a node. */
function propertiesOf(node: unknown, name: string): Node[] {
  if (Array.isArray(node)) return node.flatMap((one) => propertiesOf(one, name));
  if (!isNode(node)) return [];
  if (node.type === 'Property' && (node.key as Node).name === name) return [node.value as Node];
  return Object.entries(node).flatMap(([key, value]) => (key === 'type' ? [] : propertiesOf(value, name)));
}
