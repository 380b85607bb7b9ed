import { EventEmitter } from 'node:events';
import { isActor, misfit, misfitArguments, misfitList } from './fits.ts';
import { timing } from './timing.ts';
import type { Kind, Property, Shape, Signature, Typings } from './typings.ts';

type Played = Record<PropertyKey, unknown>;
type Constructor = new (...args: never[]) => object;

/** What any code may read from any object. */
const common = new Set<PropertyKey>([...Object.getOwnPropertyNames(Object.prototype), 'then', 'toJSON', 'prototype']);
/** Calls that change nothing are not logged. */
const asking = /^(?:is|has|get|when|on|once|off|addListener|removeListener)(?![a-z])/;
const subscribing = new Set(['on', 'once', 'off', 'addListener', 'removeListener', 'prependListener', 'emit']);
const emitterNames = new Set<PropertyKey>(Object.getOwnPropertyNames(EventEmitter.prototype));

/**
 * Objects that look like those of the typings and have hand-written behavior. Anything the typings do not have (a call, an
 * argument, an option, an event, a property), or have at another time or on another system, is a fault: it throws, and is
 * reported at the end in case something caught it.
 */
export class Strict {
  /** Every call with an effect, in order: kind or module, method, and the first argument where it is short. */
  readonly log: string[] = [];
  readonly faults: string[] = [];
  isReady = false;
  readonly #typings: Typings;
  readonly #platform: string;
  readonly #proxies = new WeakMap<object, object>();
  readonly #played = new WeakMap<object, object>();

  constructor(typings: Typings, platform: string) {
    this.#typings = typings;
    this.#platform = platform;
  }

  /** The hand-written implementation of an object. */
  played<Of extends object>(proxy: Of): Of {
    return (this.#played.get(proxy) ?? proxy) as Of;
  }

  /** An object of a kind. Always the same one for the same implementation. */
  object<Of extends object>(kindName: string, played: Of, label = kindName): Of {
    if (this.#played.has(played)) return played;
    const known = this.#proxies.get(played);
    if (known) return known as Of;
    const kind = this.#kind(kindName);
    const proxy: Of = new Proxy(played, {
      get: (_, key) => this.#get(kindName, kind, kind, played as Played, key, label, () => proxy),
      set: (_, key, value) => this.#set(kindName, kind.properties, played as Played, key, value),
    });
    return this.#keep(played, proxy);
  }

  /** A class of a kind, or its static side alone; its instances are strict, too. */
  class<Of extends object>(kindName: string, played: Of, label = kindName): Of {
    const kind = this.#kind(kindName);
    const proxy: Of = new Proxy(played, {
      get: (_, key) => this.#get(kindName, kind.statics, kind, played as unknown as Played, key, label, () => proxy),
      set: (_, key, value) => this.#set(kindName, kind.statics.properties, played as unknown as Played, key, value),
      construct: (_, args) => {
        const at = `new ${kindName}`;
        this.#inTime(`${kindName}.constructor`, kind.constructors[0]?.ready);
        const signatures = kind.constructors.length ? kind.constructors : [{ parameters: [], result: anything }];
        const fault = misfitArguments(this.#typings, args, signatures, at);
        if (fault) this.#fail(fault);
        this.log.push(at);
        return this.object(kindName, Reflect.construct(played as unknown as Constructor, args) as object);
      },
    });
    return this.#keep(played, proxy);
  }

  #keep<Of extends object>(played: Of, proxy: Of): Of {
    this.#proxies.set(played, proxy);
    this.#played.set(proxy, played);
    return proxy;
  }

  #kind(name: string): Kind {
    return this.#typings.kinds[name] ?? this.#fail(`the typings have no ${name}`);
  }

  #fail(fault: string): never {
    this.faults.push(fault);
    throw new TypeError(`electron: ${fault}`);
  }

  #inTime(name: string, said: 'before' | 'after' | undefined): void {
    const when = said ?? timing[name];
    if (when === 'before' && this.isReady) this.#fail(`${name} has to come before the app is ready`);
    if (when === 'after' && !this.isReady) this.#fail(`${name} can not come before the app is ready`);
  }

  #isHere = ({ platforms }: { platforms?: string[] }): boolean => !platforms || platforms.includes(this.#platform);

  #get(
    kindName: string,
    side: Pick<Kind, 'methods' | 'properties'>,
    kind: Kind,
    played: Played,
    key: PropertyKey,
    label: string,
    self: () => object,
  ): unknown {
    if (typeof key === 'symbol') return played[key];
    const name = String(key);
    const signatures = Object.hasOwn(side.methods, name) ? side.methods[name] : undefined;
    if (kind.isEmitter && side === kind && subscribing.has(name) && !signatures)
      return (event: string, ...args: unknown[]) => this.#subscribe(kindName, kind, played, name, event, args, self);
    if (signatures) {
      const here = signatures.filter(this.#isHere);
      if (here.length === 0) return undefined;
      return (...args: unknown[]) => this.#call(`${kindName}.${name}`, label, name, here, played, args, self);
    }
    const property = Object.hasOwn(side.properties, name) ? side.properties[name] : undefined;
    if (property) return this.#read(`${kindName}.${name}`, property, played[name]);
    if (common.has(name) || (kind.isEmitter && emitterNames.has(name))) return played[name];
    return this.#fail(`${kindName}.${name} is not in the typings`);
  }

  #read(name: string, property: Property, value: unknown): unknown {
    if (!this.#isHere(property)) return undefined;
    if (property.deprecated) this.#fail(`${name} is deprecated`);
    this.#inTime(name, property.ready);
    const fault = misfit(this.#typings, value, property.shape, name, true);
    if (fault && !(property.optional && value === undefined)) this.#fail(`no value was written for ${name}: ${fault}`);
    return this.#dressed(value, property.shape);
  }

  #set(kindName: string, properties: Kind['properties'], played: Played, key: PropertyKey, value: unknown): boolean {
    const name = `${kindName}.${String(key)}`;
    const property = properties[String(key)] ?? this.#fail(`${name} is not in the typings`);
    if (property.readonly) this.#fail(`${name} can only be read`);
    const fault = misfit(this.#typings, value, property.shape, name);
    if (fault) this.#fail(fault);
    this.log.push(`${name} = ${String(value)}`);
    played[key] = value;
    return true;
  }

  #call(
    name: string,
    label: string,
    method: string,
    signatures: Signature[],
    played: Played,
    args: unknown[],
    self: () => object,
  ): unknown {
    const [{ ready, deprecated, result } = { ready: undefined, deprecated: undefined, result: undefined }] = signatures;
    if (deprecated) this.#fail(`${name} is deprecated`);
    this.#inTime(name, ready);
    const fault = misfitArguments(this.#typings, args, signatures, name);
    if (fault) this.#fail(fault);
    const [short] = args;
    const said = typeof short === 'string' || typeof short === 'number' ? ` ${short}` : '';
    if (!asking.test(method)) this.log.push(`${label}.${method}${said}`);
    const written = played[method];
    if (typeof written === 'function') return this.#dressed(Reflect.apply(written, played, args), result);
    const given = nothingOf(result);
    if (given === missing) this.#fail(`nothing was written for ${name}, which gives a value`);
    return given === 'self' ? self() : given;
  }

  #subscribe(
    kindName: string,
    kind: Kind,
    played: Played,
    method: string,
    event: string,
    args: unknown[],
    self: () => object,
  ): unknown {
    // Node's own once() listens for errors of every emitter.
    const isKnown = Object.hasOwn(kind.events, event) || event === 'error';
    // The updater's library listens to Node requests as well, which have these events. Electron never emits them.
    if (kindName === 'ClientRequest' && ['socket', 'aborted'].includes(event) && method !== 'emit') return self();
    // IPC channels have custom names.
    const isOpen = Object.hasOwn(kind.methods, 'handle') || kindName === 'UtilityProcess';
    if (!isKnown && !isOpen) this.#fail(`${kindName} has no event '${event}'`);
    const emitter = played as unknown as Record<string, (...all: unknown[]) => unknown>;
    if (method !== 'emit') {
      Reflect.apply(emitter[method]!, played, [event, ...args]);
      return self();
    }
    const parameters = kind.events[event] ?? [];
    const fault = isKnown ? misfitList(this.#typings, args, parameters, `'${event}' of ${kindName}`, true) : null;
    if (fault) this.#fail(fault);
    const dressed = args.map((one, index) => this.#dressed(one, parameters[index]?.shape));
    return Reflect.apply(emitter.emit!, played, [event, ...dressed]);
  }

  /** A value that the typings call an Electron object is wrapped as one, wherever it is returned. */
  #dressed(value: unknown, shape: Shape | undefined): unknown {
    if (typeof value !== 'object' || value === null || !shape) return value;
    if (value instanceof Promise) {
      const [inner] = shape.kind === 'named' ? shape.of : [];
      return value.then((one) => this.#dressed(one, inner));
    }
    if (shape.kind === 'array' && Array.isArray(value)) return value.map((one) => this.#dressed(one, shape.of));
    if (shape.kind === 'union') return shape.of.reduce((sofar, one) => this.#dressed(sofar, one), value as unknown);
    if (shape.kind !== 'named') return value;
    const kind = this.#typings.kinds[shape.name];
    return kind && isActor(kind) ? this.object(shape.name, value) : value;
  }
}

const anything: Shape = { kind: 'any' };
const missing = Symbol('missing');

/** The result of a call without an implementation: nothing, where the typings promise nothing. */
function nothingOf(result: Shape | undefined): unknown {
  if (result?.kind === 'primitive' && result.name === 'void') return undefined;
  if (result?.kind === 'primitive' && result.name === 'this') return 'self';
  if (result?.kind === 'named' && result.name === 'Promise' && result.of[0]?.kind === 'primitive')
    return result.of[0].name === 'void' ? Promise.resolve() : missing;
  return missing;
}
