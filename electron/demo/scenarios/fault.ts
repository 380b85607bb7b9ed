import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord, type JsonRecord } from '../json-value.ts';
import type { Mark, Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { FaultTraits, Scenario, ScenarioRoutes } from './scenario.ts';

export type Alter = (reply: Reply, authorized: AuthorizedRequest) => Reply;

/** A scenario with its effect. */
export interface Fault extends FaultTraits {
  /** Responds instead of the route; `null` lets the route respond after all. */
  instead?: (authorized: AuthorizedRequest) => Reply | null;
  /** Changes the successful reply of the route. */
  alter?: Alter;
}

/** The effect of a fault. A function alone changes the successful reply of the route. */
export type Effect = Alter | Omit<Fault, keyof Scenario>;

/**
 * Creates faults from a list, one line each (`name | routes | group | title | title in Chinese`; those that only tests
 * use are called by their names), and their effects by name.
 *
 * @throws Error for a name that is not in both.
 */
export function faultsOf(list: string, effects: Readonly<Record<string, Effect>>): readonly Fault[] {
  const lines = list.trim().split('\n');
  if (lines.length !== Object.keys(effects).length) throw new Error('the list of faults and their effects differ');
  return lines.map((line) => {
    const [name = '', routes = '', group = 'contents', en = name, chinese = en] = line
      .split('|')
      .map((cell) => cell.trim());
    const effect = effects[name];
    if (!effect) throw new Error(`the fault ${name} has no effect`);
    const scenario: Scenario = {
      name,
      group: group as Scenario['group'],
      title: { en, 'zh-CN': chinese },
      routes: routes as ScenarioRoutes,
    };
    return typeof effect === 'function' ? { ...scenario, alter: effect } : { ...scenario, ...effect };
  });
}

/** Changes replies of one dialect; other replies are unchanged. */
export const inDialect =
  (dialect: Reply['dialect'], alter: Alter): Alter =>
  (reply, authorized) =>
    reply.dialect === dialect ? alter(reply, authorized) : reply;

/** Creates faults of one dialect; `speaks` is how the model must reply for one to show. */
export const dialectFault =
  (dialect: Reply['dialect']) =>
  (alter: Alter, speaks?: Fault['speaks']): Effect => ({
    alter: inDialect(dialect, alter),
    ...(speaks && { speaks }),
  });

/** Changes the documents of one dialect that have one of the marks; all of them if no marks are given. */
export const documentsIn = (
  dialect: Reply['dialect'],
  change: (document: JsonRecord, authorized: AuthorizedRequest) => unknown,
  ...marks: Mark[]
): Alter =>
  inDialect(dialect, (reply, authorized) =>
    mapDocuments(reply, (document) => change(asRecord(document), authorized), ...marks),
  );
