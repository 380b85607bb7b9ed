import { formatCount } from '#shared/format.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

const counts = (units: string, substitutions: number, deletions: number, insertions: number) =>
  [
    units,
    plural(substitutions, 'substitution', 'substitutions'),
    plural(deletions, 'deletion', 'deletions'),
    plural(insertions, 'insertion', 'insertions'),
  ].join(' · ');

/** Strings of the audio panel: speech, round trips and error rates. */
export const audioSpeech = {
  speak: {
    title: 'Speech',
    text: 'Text',
    placeholder: 'Enter text to speak',
    voice: 'Voice',
    otherVoice: 'Custom voice',
    addVoice: 'Add custom voice',
    removeVoice: (voice: string) => `Remove ${voice}`,
    sample: 'Hello, this is what I sound like.',
    requestSample: (voice: string) => `Request a sample of ${voice}`,
    playSample: (voice: string) => `Play the sample of ${voice}`,
    stopSample: (voice: string) => `Stop the sample of ${voice}`,
    noSample: (voice: string) => `No sample of ${voice}.`,
    characters: (count: string, most: string) => `${count} of ${most} characters`,
    tooLong: 'Over the usual limit. Speech is usually billed per character.',
    playAtOnce: 'Play while streaming',
    speak: 'Generate speech',
    speakVoices: (voices: number) => `Generate ${voices} takes`,
    emptyTitle: 'No speech yet',
    empty: 'Enter a text and select one or more voices. Each voice is a take that you can play, save and transcribe.',
    useExample: 'Use example',
    example: 'Your refund of $129 was sent on Tuesday. It reaches your card within five working days.',
    takes: 'Takes',
    take: (number: number, voice: string) => `Take ${number}: ${voice}`,
    save: 'Save as…',
    saveFailed: 'The file couldn’t be saved.',
    remove: (number: number) => `Delete take ${number}`,
    silence: 'Stop playback',
    arriving: 'Playing while streaming',
    firstSound: 'Time to first audio',
    length: 'Length',
    size: 'Size',
    transcribe: 'Transcribe',
    wrapped: 'Raw PCM, saved as received. Sample rate for playback:',
    otherFormat: (asked: string, got: string) => `Requested ${asked}, received ${got}. The file is saved as ${got}.`,
    otherLabel: (label: string, got: string) =>
      `The response is labeled ${label} but contains ${got}. It is saved and played as ${got}.`,
    notDrawn: {
      undecodable: 'This browser can’t decode the audio. You can still save it.',
      stuck: 'Decoding stopped after 10 s without progress. The file is probably damaged. You can still save it.',
    },
  },
  trip: {
    title: 'Round trip',
    placeholder: 'Enter text to speak and transcribe back',
    voices: 'Voices',
    hearModel: 'Transcribe with',
    chooseHearModel: 'Select transcription model',
    hearModelIs: (model: string) => `Transcription model ${model}`,
    models: (speaks: string, hears: string) => `${speaks}, transcribed by ${hears}`,
    go: 'Run round trip',
    goOn: 'Continue',
    again: 'Retry',
    emptyTitle: 'No round trip yet',
    empty: 'Each voice speaks the text. The audio is then transcribed and compared with the text, word by word.',
    speaking: (state: string) => `Speech: ${state}`,
    hearing: (state: string) => `Transcription: ${state}`,
    spokenWire: 'Speech request',
    heardWire: 'Transcription request',
  },
  errors: {
    rates: { word: 'WER', character: 'CER' },
    names: { word: 'Word error rate', character: 'Character error rate' },
    counts: {
      word: (words: number, ...edits: [number, number, number]) => counts(plural(words, 'word', 'words'), ...edits),
      character: (characters: number, ...edits: [number, number, number]) =>
        counts(plural(characters, 'character', 'characters'), ...edits),
    },
    cut: {
      word: (most: number) => `first ${formatCount(most)} words compared`,
      character: (most: number) => `first ${formatCount(most)} characters compared`,
    },
    edits: 'S / D / I',
    editsNames: 'Substitutions, deletions, insertions',
    best: 'Best',
    normalization: 'Normalization',
    ignoreCase: 'Ignore case',
    ignorePunctuation: 'Ignore punctuation',
  },
};
