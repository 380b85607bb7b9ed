import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ESTree } from 'vite';

/** A type of the typings, as far as a value can be checked against it. */
export type Shape =
  | { kind: 'any' | 'function' }
  | { kind: 'primitive'; name: string }
  | { kind: 'literal'; value: unknown }
  | { kind: 'array'; of: Shape }
  | { kind: 'union' | 'all'; of: Shape[] }
  | { kind: 'object'; properties: Record<string, Property> }
  | { kind: 'named'; name: string; of: Shape[] };

interface Notes {
  /** When the typings allow it, relative to the `ready` event of the app. */
  ready?: 'before' | 'after';
  /** Systems that have it; absent for all. */
  platforms?: string[];
  deprecated?: true;
}
export interface Property extends Notes {
  shape: Shape;
  optional?: true;
  readonly?: true;
}
export interface Parameter {
  name: string;
  shape: Shape;
  optional?: true;
  rest?: true;
}
export interface Signature extends Notes {
  parameters: Parameter[];
  result: Shape;
}
/** A class or interface with its inherited members. */
export interface Kind {
  isClass: boolean;
  isEmitter: boolean;
  methods: Record<string, Signature[]>;
  properties: Record<string, Property>;
  statics: { methods: Record<string, Signature[]>; properties: Record<string, Property> };
  constructors: Signature[];
  /** Arguments of each event's listeners. */
  events: Record<string, Parameter[]>;
}
export interface Typings {
  version: string;
  kinds: Record<string, Kind>;
  aliases: Record<string, Shape>;
  /** What the main process imports from 'electron': a constant of a kind, or the class itself. */
  modules: Record<string, { kind: string; isClass: boolean }>;
}

const place = path.join(path.dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'electron.d.ts');
const kept = path.join(import.meta.dirname, '../../../build/electron-typings.json');
/** Part of the cached file's identity: raise it when what is read changes. */
const format = 2;

/** The installed typings of Electron as data. Parsing takes half a second, so the result is cached until they change. */
export async function readTypings(): Promise<Typings> {
  const text = readFileSync(place, 'utf8');
  const version = `${/Electron ([\d.]+\S*)/.exec(text)?.[1]} ${text.length} ${format}`;
  try {
    const typings = JSON.parse(readFileSync(kept, 'utf8')) as Typings;
    if (typings.version === version) return typings;
  } catch {}
  const typings = { version, ...(await parseTypings(text)) };
  mkdirSync(path.dirname(kept), { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(typings));
  renameSync(`${kept}.${process.pid}`, kept);
  return typings;
}

type Member = ESTree.TSSignature | ESTree.ClassElement;
interface Declaration {
  isClass: boolean;
  parents: string[];
  members: Member[];
}

async function parseTypings(text: string): Promise<Omit<Typings, 'version'>> {
  const { parseSync } = await import('vite');
  const { program, comments } = parseSync('electron.d.ts', text, { lang: 'dts', astType: 'ts' });
  const commentBefore = new Map(comments.map(({ end, value }) => [end, value]));
  const notesOf = ({ start }: ESTree.Span): Notes => {
    let at = start;
    while (/\s/.test(text.charAt(at - 1))) at -= 1;
    return readNotes(commentBefore.get(at) ?? '');
  };

  const electron = namespaceNamed(program.body, 'Electron');
  const declared = new Map<string, Declaration>();
  const aliases: Record<string, Shape> = {};
  for (const statement of electron) {
    if (statement.type === 'TSInterfaceDeclaration')
      declared.set(statement.id.name, {
        isClass: false,
        parents: statement.extends.map(({ expression }) => text.slice(expression.start, expression.end)),
        members: statement.body.body,
      });
    else if (statement.type === 'ClassDeclaration' && statement.id)
      declared.set(statement.id.name, {
        isClass: true,
        parents: statement.superClass ? [text.slice(statement.superClass.start, statement.superClass.end)] : [],
        members: statement.body.body,
      });
    else if (statement.type === 'TSTypeAliasDeclaration')
      aliases[statement.id.name] = shapeOf(statement.typeAnnotation);
  }

  const kinds: Record<string, Kind> = {};
  const build = (name: string): Kind => {
    const done = kinds[name];
    if (done) return done;
    const { isClass, parents, members } = declared.get(name)!;
    const kind: Kind = {
      isClass,
      isEmitter: parents.some((parent) => parent.endsWith('EventEmitter')),
      methods: {},
      properties: {},
      statics: { methods: {}, properties: {} },
      constructors: [],
      events: {},
    };
    for (const parent of parents.filter((parent) => declared.has(parent)).map(build)) {
      kind.isEmitter ||= parent.isEmitter;
      Object.assign(kind.methods, parent.methods);
      Object.assign(kind.properties, parent.properties);
      Object.assign(kind.statics.methods, parent.statics.methods);
      Object.assign(kind.statics.properties, parent.statics.properties);
      Object.assign(kind.events, parent.events);
    }
    const own = new Set<string>();
    for (const member of members) addMember(kind, member, notesOf(member), own);
    kinds[name] = kind;
    return kind;
  };
  for (const name of declared.keys()) build(name);
  return { kinds, aliases, modules: { ...modulesOf(electron, 'Common'), ...modulesOf(electron, 'Main') } };
}

/** The documentation's wording for when something may be called. */
function readNotes(comment: string): Notes {
  const said = comment.replace(/\s*\n\s*\*\s*/g, ' ');
  const platforms = /@platform ([\w,]+)/.exec(said)?.[1]?.split(',');
  const isBefore =
    /(?:only be (?:called|used)|must be called) before (?:the `ready` event|app is ready)|before the `ready` event of the `app` module gets emitted and/.test(
      said,
    );
  const isAfter =
    /(?:must be called|only be called) after (?:the `ready` event|(?:the )?app is ready)|cannot be called before the `ready` event/.test(
      said,
    );
  return {
    ...(isBefore ? { ready: 'before' as const } : isAfter ? { ready: 'after' as const } : {}),
    ...(platforms && { platforms }),
    ...(/@deprecated/.test(said) && { deprecated: true as const }),
  };
}

function addMember(kind: Kind, member: Member, notes: Notes, own: Set<string>): void {
  const [methods, properties] =
    'static' in member && member.static
      ? [kind.statics.methods, kind.statics.properties]
      : [kind.methods, kind.properties];
  if (member.type === 'TSPropertySignature' || member.type === 'PropertyDefinition') {
    properties[nameOf(member.key)] = {
      shape: member.typeAnnotation ? shapeOf(member.typeAnnotation.typeAnnotation) : { kind: 'any' },
      ...(member.optional && { optional: true as const }),
      ...(member.readonly && { readonly: true as const }),
      ...notes,
    };
    return;
  }
  if (member.type !== 'TSMethodSignature' && member.type !== 'MethodDefinition') return;
  const callable = 'value' in member ? member.value : member;
  const name = nameOf(member.key);
  const parameters = callable.params.map(readParameter);
  const result: Shape = callable.returnType ? shapeOf(callable.returnType.typeAnnotation) : { kind: 'any' };
  if (name === 'constructor') {
    kind.constructors.push({ parameters, result, ...notes });
    return;
  }
  const [event] = parameters;
  if (event?.shape.kind === 'literal' && callable.params.length > 1) {
    // Every event has its line for each way to subscribe; they say the same.
    if (name !== 'on') return;
    const listener = callable.params[1];
    const type = listener && 'typeAnnotation' in listener ? listener.typeAnnotation?.typeAnnotation : null;
    kind.events[String(event.shape.value)] = type?.type === 'TSFunctionType' ? type.params.map(readParameter) : [];
    return;
  }
  // An overload of its own class is added to those before it; the first one replaces the inherited one.
  if (own.has(name)) methods[name]?.push({ parameters, result, ...notes });
  else methods[name] = [{ parameters, result, ...notes }];
  own.add(name);
}

const nameOf = (key: ESTree.PropertyKey): string =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : key.type;

function readParameter(parameter: ESTree.ParamPattern): Parameter {
  const isRest = parameter.type === 'RestElement';
  const named = isRest ? parameter.argument : parameter;
  const annotation = 'typeAnnotation' in parameter ? parameter.typeAnnotation : null;
  return {
    name: named.type === 'Identifier' ? named.name : '',
    shape: annotation ? shapeOf(annotation.typeAnnotation) : { kind: 'any' },
    ...('optional' in parameter && parameter.optional && { optional: true as const }),
    ...(isRest && { rest: true as const }),
  };
}

function shapeOf(type: ESTree.TSType): Shape {
  switch (type.type) {
    case 'TSParenthesizedType':
      return shapeOf(type.typeAnnotation);
    case 'TSUnionType':
      return { kind: 'union', of: type.types.map(shapeOf) };
    case 'TSIntersectionType':
      return { kind: 'all', of: type.types.map(shapeOf) };
    case 'TSArrayType':
      return { kind: 'array', of: shapeOf(type.elementType) };
    case 'TSFunctionType':
      return { kind: 'function' };
    case 'TSLiteralType':
      return 'value' in type.literal ? { kind: 'literal', value: type.literal.value } : { kind: 'any' };
    case 'TSTypeReference': {
      const { typeName } = type;
      const name = typeName.type === 'TSQualifiedName' ? typeName.right.name : 'name' in typeName ? typeName.name : '';
      return { kind: 'named', name, of: (type.typeArguments?.params ?? []).map(shapeOf) };
    }
    case 'TSTypeLiteral': {
      const kind = { properties: {}, methods: {}, events: {}, statics: {} } as unknown as Kind;
      for (const member of type.members) addMember(kind, member, {}, new Set());
      return { kind: 'object', properties: kind.properties };
    }
    case 'TSStringKeyword':
    case 'TSNumberKeyword':
    case 'TSBooleanKeyword':
    case 'TSVoidKeyword':
    case 'TSUndefinedKeyword':
    case 'TSNullKeyword':
    case 'TSObjectKeyword':
      return { kind: 'primitive', name: type.type.slice(2, -'Keyword'.length).toLowerCase() };
    case 'TSThisType':
      return { kind: 'primitive', name: 'this' };
    default:
      return { kind: 'any' };
  }
}

function namespaceNamed(
  body: readonly ESTree.Statement[] | readonly ESTree.Directive[],
  name: string,
): ESTree.Statement[] {
  for (const statement of body as readonly ESTree.Statement[])
    if (statement.type === 'TSModuleDeclaration' && 'name' in statement.id && statement.id.name === name)
      return (statement.body?.type === 'TSModuleBlock' ? statement.body.body : []) as ESTree.Statement[];
  throw new Error(`the typings have no namespace ${name}`);
}

function modulesOf(electron: ESTree.Statement[], name: string): Typings['modules'] {
  const modules: Typings['modules'] = {};
  for (const statement of namespaceNamed(electron, name)) {
    if (statement.type === 'ClassDeclaration' && statement.id)
      modules[statement.id.name] = { kind: statement.id.name, isClass: true };
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id } of statement.declarations) {
      if (id.type !== 'Identifier') continue;
      const type = id.typeAnnotation?.typeAnnotation;
      const isClass = type?.type === 'TSTypeQuery';
      const shape = type && !isClass ? shapeOf(type) : null;
      const queried = isClass && 'name' in type.exprName ? type.exprName.name : id.name;
      modules[id.name] = { kind: shape?.kind === 'named' ? shape.name : queried, isClass };
    }
  }
  return modules;
}
