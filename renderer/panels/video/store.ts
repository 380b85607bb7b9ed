import { createStore } from 'zustand/vanilla';
import type { FileRef } from '#shared/protocol/part.ts';
import type { Settings } from '../../lib/gateway/parameters/request-parameters.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { noFilter, type TaskFilter } from './model/task-face.ts';
import type { BodyDialect, ReferenceForm, ReferenceRoles, VideoRouteId } from './model/video-request.ts';

interface VideoForm {
  routeId: VideoRouteId;
  dialect: BodyDialect;
  model: string;
  /** Further models that get the same prompt, for comparison. */
  also: string[];
  prompt: string;
  /** Prompts that were sent, or replaced by the prompt of a task, newest first. */
  setAside: string[];
  /** The typed id of a task created elsewhere. */
  adopting: string;
  settings: Settings;
  references: FileRef[];
  /** What each reference image is for, by the id of its file. */
  roles: ReferenceRoles;
  referenceForm: ReferenceForm;
  /** The task that the next submission remixes, by its local id. */
  remixOf: string | null;
  finishedFolded: boolean;
  /** How the tasks are laid out. */
  view: 'list' | 'grid';
}

/** The form. All of it is restored after a restart. */
export const useVideo = persistedStore<VideoForm>('video', {
  routeId: 'videos',
  dialect: 'strict',
  model: '',
  also: [],
  prompt: '',
  setAside: [],
  adopting: '',
  settings: {},
  references: [],
  roles: {},
  referenceForm: 'form',
  remixOf: null,
  finishedFolded: false,
  view: 'list',
});

/** The most models that one prompt is sent to at once. */
export const maxModels = 3;

interface Shown {
  /** The task whose details dialog is open. */
  detailId: string | null;
  /** The videos being played; several side by side. */
  playing: readonly string[];
  /** The task to remove from the list, or all finished ones. */
  forget: string | 'finished' | null;
  /** The task whose key is being entered. */
  keyFor: string | null;
}

/** Which tasks are listed. Not stored: after a restart all of them are. */
export const taskFilter = createStore<TaskFilter>(() => noFilter);

/** The open dialogs of the panel. */
export const shownTask = createStore<Shown>(() => ({
  detailId: null,
  playing: [],
  forget: null,
  keyFor: null,
}));

export const openTask = (id: string): void => shownTask.setState({ detailId: id });
export const playVideos = (ids: readonly string[]): void => shownTask.setState({ playing: ids });
export const enterKeyFor = (id: string): void => shownTask.setState({ keyFor: id });
export const confirmForget = (what: string): void => shownTask.setState({ forget: what });
