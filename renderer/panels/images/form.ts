import { type PromptTexts, replaceText, restoreText } from '../../lib/documents/prompt-texts.ts';
import type { Setting, Settings } from '../../lib/gateway/parameters/request-parameters.ts';
import { type FamilyId, familyOf, type ImageRouteId, imageRouteIds } from '../../lib/generation/image-families.ts';
import { sentImageFields, streamsSeveral, withParameter } from '../../lib/generation/image-settings.ts';
import { persistedStore, sameTypes } from '../../lib/preferences/persisted-store.ts';
import { endSelection } from './gallery/selection.ts';
import { type FieldStyle, fieldStyles, type InputImage } from './model/image-spec.ts';

/** Where an input came from, so that a result links back to it. */
export interface InputOrigin {
  generationId: string;
  picture: number;
}

interface Form {
  routeId: ImageRouteId;
  pictureModel: string;
  /** Further models: each gets a request of its own. */
  otherModels: string[];
  prompt: string;
  /** Prompts that were sent or replaced, newest first. */
  setAside: string[];
  settings: Settings;
  /** Model families set manually, by model. */
  families: Record<string, FamilyId>;
  inputs: InputImage[];
  /** By file id. */
  origins: Record<string, InputOrigin>;
  /** By connection. */
  fieldStyles: Record<string, FieldStyle>;
  split: boolean;
  brushSize: number;
  /** Of the fill in masks, 0 to 255. */
  fillTolerance: number;
  /** The generation on the stage; `null` shows the form. */
  shownId: string | null;
  /** The generations side by side on the stage; empty while it shows something else. */
  comparedIds: string[];
  galleryFilter: string;
  /** The details below a result are open. */
  detailsOpen: boolean;
}

/** The form and what is on screen. All of it is restored after a restart. */
export const useForm = persistedStore<Form>(
  'images',
  {
    routeId: 'images.generations',
    pictureModel: '',
    otherModels: [],
    prompt: '',
    setAside: [],
    settings: {},
    families: {},
    inputs: [],
    origins: {},
    fieldStyles: {},
    split: false,
    brushSize: 64,
    fillTolerance: 24,
    shownId: null,
    comparedIds: [],
    galleryFilter: 'all',
    detailsOpen: false,
  },
  { read: readForm },
);

/** Reads the stored form, perhaps of an earlier version, which had the legacy route for texts as a third mode. */
export function readForm(stored: Record<string, unknown>, initial: Form): Partial<Form> {
  const known = sameTypes(stored, initial);
  return {
    ...known,
    routeId: imageRouteIds.find((id) => id === stored.routeId) ?? initial.routeId,
    setAside: [...(known.setAside ?? []), ...textsOfEdits(stored)],
  };
}

/** Returns the texts of the legacy route: they are recent prompts now. */
function textsOfEdits({ instruction, input, instructionsAside }: Record<string, unknown>): string[] {
  const texts = [instruction, input, ...(Array.isArray(instructionsAside) ? instructionsAside : [])];
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** The most models that one prompt is sent to, and the most generations side by side. */
export const maxTogether = 6;

/** Returns the models that a request goes to; the first is the one in the model socket. */
export const modelsOf = ({ pictureModel, otherModels }: Pick<Form, 'pictureModel' | 'otherModels'>): string[] => [
  pictureModel,
  ...otherModels,
];

/** Selects the models that a request goes to. */
export const chooseModels = ([first = '', ...others]: readonly string[]): void =>
  useForm.setState({ pictureModel: first, otherModels: others.filter((model) => model !== first) });

/** Returns the family of a model: the one set manually, or the one detected from its name. */
export const familyFor = ({ families }: Pick<Form, 'families'>, model: string): FamilyId =>
  families[model] ?? familyOf(model);

/** Returns the family of the model in the model socket. */
export const familyInForm = (form: Pick<Form, 'pictureModel' | 'families'>): FamilyId =>
  familyFor(form, form.pictureModel);

export const fieldStyleOf = (styles: Form['fieldStyles'], connectionId: string | undefined): FieldStyle =>
  fieldStyles.find((style) => connectionId !== undefined && style === styles[connectionId]) ?? 'auto';

export const chooseFieldStyle = (connectionId: string, style: FieldStyle): void =>
  useForm.setState(({ fieldStyles: styles }) => ({ fieldStyles: { ...styles, [connectionId]: style } }));

/**
 * Changes a parameter of a family and those that follow it. Several images as a stream become separate requests: services
 * stream one image per request.
 */
export const changeParameter = (family: FamilyId, name: string, setting: Setting): void =>
  useForm.setState(({ settings, routeId, split }) => {
    const sent = (of: Settings) => sentImageFields(of, family, routeId).fields;
    const next = withParameter(settings, family, routeId, name, setting);
    return { settings: next, split: split || (streamsSeveral(sent(next)) && !streamsSeveral(sent(settings))) };
  });

/** Shows a generation, or the form, in place of several side by side; ends the selection. */
export function showOnStage(id: string | null): void {
  endSelection(id);
  useForm.setState({ shownId: id, comparedIds: [] });
}

/** Shows generations side by side. */
export const showTogether = (ids: readonly string[]): void =>
  useForm.setState({ comparedIds: ids.slice(0, maxTogether) });

export const endTogether = (): void => useForm.setState({ comparedIds: [] });

/** Returns the generations on the stage. */
export const onStage = ({ comparedIds, shownId }: Pick<Form, 'comparedIds' | 'shownId'>): readonly string[] =>
  comparedIds.length > 0 ? comparedIds : shownId === null ? [] : [shownId];

/** Returns the prompt and the previous ones. */
export const promptTexts = ({ prompt, setAside }: Pick<Form, 'prompt' | 'setAside'>): PromptTexts => ({
  text: prompt,
  aside: setAside,
});

const changePrompt = (work: (texts: PromptTexts) => PromptTexts): void =>
  useForm.setState((form) => {
    const { text, aside } = work(promptTexts(form));
    return { prompt: text, setAside: [...aside] };
  });

/** Replaces the prompt; the previous one is set aside. */
export const replacePrompt = (words: string): void => changePrompt((texts) => replaceText(texts, words));

/** Swaps the prompt with the one that was sent or written before. */
export const restorePrompt = (): void => changePrompt(restoreText);

/** Adds images after the existing ones; one that is already an input keeps its place. */
export function addInputs(images: readonly InputImage[], max: number): void {
  useForm.setState(({ inputs }) => {
    const fresh = images.filter(({ file }) => !inputs.some((input) => input.file.id === file.id));
    return { inputs: [...inputs, ...fresh].slice(0, Math.max(max, inputs.length)) };
  });
}

export const removeInput = (fileId: string): void =>
  useForm.setState(({ inputs }) => ({ inputs: inputs.filter(({ file }) => file.id !== fileId) }));

/** Moves an input to another place; the mask belongs to the first. */
export const moveInput = (from: number, to: number): void =>
  useForm.setState(({ inputs }) => {
    const moved = inputs[from];
    if (!moved || to < 0 || to >= inputs.length) return {};
    return { inputs: inputs.toSpliced(from, 1).toSpliced(to, 0, moved) };
  });
