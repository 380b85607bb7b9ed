import type { HostCommand } from '../contract/host.ts';
import type { Failure, FailureCode } from '../protocol/failure.ts';
import type { RefusalCode } from '../protocol/outcomes.ts';
import type { WarningCode } from '../protocol/part.ts';

/** Everything that the core and the desktop shell say in the user's language; the page has catalogues of its own. */
export interface Locale {
  verdict: VerdictText;
  notices: NoticeText;
  /** Titles of notifications about tasks. */
  tasks: Readonly<Record<TaskNotice, string>>;
  /** Notifications about newer versions of the program. */
  updates: Readonly<Record<'found' | 'fetched', (version: string) => [title: string, body: string]>>;
  menu: MenuLabels;
}

/** How a task ended, as far as a notification tells it. */
export type TaskNotice = 'ready' | 'gone' | 'unfetched' | 'lost' | 'failed';

/** Titles and counts of notifications about long work. */
export interface NoticeText {
  requestDone: string;
  requestFailed: string;
  checkDone: string;
  checkCapped: string;
  embeddingDone: string;
  embeddingStopped: string;
  cells(ended: string, all: string): string;
  texts(settled: string, all: string): string;
}

/** Words of the application menu and the context menu. */
export interface MenuLabels {
  menus: Record<'file' | 'edit' | 'view', string>;
  commands: Record<HostCommand, string>;
  newWindow: string;
  weakVault: string;
  showLog: string;
  /** Items of the context menu. */
  context: Record<'noSuggestions' | 'learnSpelling' | 'copyLink' | 'copyImage' | 'saveImage', string>;
  /** Items and menus that Electron brings along, where its own English is not what is spoken. */
  roles: Readonly<Partial<Record<string, string>>>;
}

/** The verdict on an exchange in one language. Each entry is a clause; `sentence` makes one sentence of them. */
export interface VerdictText {
  /** What the body of a refusal says. */
  refusals: Readonly<Record<RefusalCode, string>>;
  wrongField(name: string): string;
  /** How an answer that had begun broke, behind what had come until then. */
  breaks: Readonly<Partial<Record<FailureCode, string>>>;
  brokeOff: string;
  /** What was odd about an answer. */
  oddities: Readonly<Record<WarningCode, string>>;
  moreOddities(count: number): string;
  /** What kept a request from its answer, in the middle of a sentence. */
  reason(failure: Failure): string;
  unexplained: string;
  onTheWay: string;
  waiting: string;
  receiving(events: number): string;
  answered(status: number | null, took: string | null, size: string | null): string;
  streamed(events: number, took: string | null, first: { what: 'byte' | 'token'; after: string } | null): string;
  /** An answer that came and ended; the reason as the gateway gave it. */
  ended(course: string, finishReason: string | null): string;
  stopped: { before: string; waiting: string; within(course: string): string };
  endedByUs: string;
  broke(course: string, how: string, said: string | null): string;
  refusedHere(reason: string): string;
  unanswered(reason: string, maybeProcessed: boolean): string;
  /** The status and the body of a refusal agree; `said` are the gateway's own words. */
  refused(status: number, says: string, said: string | null, maybeProcessed: boolean): string;
  contradicted(status: number, says: string, said: string | null, maybeProcessed: boolean): string;
  failed(status: number, reason: string, maybeProcessed: boolean): string;
  quote(text: string): string;
  sentence(clauses: readonly string[]): string;
}
