import type { HostCommand } from '../contract/host.ts';
import type { Failure, FailureCode } from '../protocol/failure.ts';
import type { RefusalCode } from '../protocol/outcomes.ts';
import type { WarningCode } from '../protocol/part.ts';

/** All texts that the core and the desktop shell show in the user's language; the page has its own catalogs. */
export interface Locale {
  verdict: VerdictText;
  notices: NoticeText;
  /** Titles of notifications about tasks. */
  tasks: Readonly<Record<TaskNotice, string>>;
  /** Notifications about newer versions of the program. */
  updates: Readonly<Record<'found' | 'fetched', (version: string) => [title: string, body: string]>>;
  menu: MenuLabels;
}

/** How a task ended, as notifications distinguish it. */
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

/** Labels of the application menu and the context menu. */
export interface MenuLabels {
  menus: Record<'file' | 'edit' | 'view', string>;
  commands: Record<HostCommand, string>;
  newWindow: string;
  weakVault: string;
  showLog: string;
  /** Items of the context menu. */
  context: Record<'noSuggestions' | 'learnSpelling' | 'copyLink' | 'copyImage' | 'saveImage', string>;
  /** Labels of Electron's built-in menus and items, where its English default is not the language in use. */
  roles: Readonly<Partial<Record<string, string>>>;
}

/** The verdict on an exchange in one language. Each entry is a clause; `sentence` joins them into one sentence. */
export interface VerdictText {
  /** What the body of a refusal says. */
  refusals: Readonly<Record<RefusalCode, string>>;
  wrongField(name: string): string;
  /** How a response that had started broke off; follows what was received until then. */
  breaks: Readonly<Partial<Record<FailureCode, string>>>;
  brokeOff: string;
  /** Oddities of a response. */
  oddities: Readonly<Record<WarningCode, string>>;
  moreOddities(count: number): string;
  /** Why a request got no response, in the middle of a sentence. */
  reason(failure: Failure): string;
  unexplained: string;
  onTheWay: string;
  waiting: string;
  receiving(events: number): string;
  answered(status: number | null, took: string | null, size: string | null): string;
  streamed(events: number, took: string | null, first: { what: 'byte' | 'token'; after: string } | null): string;
  /** A complete response; the finish reason as the gateway gave it. */
  ended(course: string, finishReason: string | null): string;
  stopped: { before: string; waiting: string; within(course: string): string };
  endedByUs: string;
  broke(course: string, how: string, message: string | null): string;
  refusedHere(reason: string): string;
  unanswered(reason: string, maybeProcessed: boolean): string;
  /** The status and the body of a refusal agree; `message` is the gateway's own message. */
  refused(status: number, says: string, message: string | null, maybeProcessed: boolean): string;
  contradicted(status: number, says: string, message: string | null, maybeProcessed: boolean): string;
  failed(status: number, reason: string, maybeProcessed: boolean): string;
  quote(text: string): string;
  sentence(clauses: readonly string[]): string;
}
