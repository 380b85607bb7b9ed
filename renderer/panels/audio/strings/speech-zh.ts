import { formatCount } from '#shared/format.ts';
import type { audioSpeech as english } from './speech-en.ts';

const counts = (units: string, substitutions: number, deletions: number, insertions: number) =>
  `${units} · 替换 ${formatCount(substitutions)} · 删除 ${formatCount(deletions)} · 插入 ${formatCount(insertions)}`;

/** Strings of the audio panel: speech, round trips and error rates. */
export const audioSpeech: typeof english = {
  speak: {
    title: '语音合成',
    text: '文本',
    placeholder: '输入要合成的文本',
    voice: '音色',
    otherVoice: '自定义音色',
    characters: (count, most) => `${count} / ${most} 个字符`,
    tooLong: '超出常见上限。语音合成通常按字符计费。',
    playAtOnce: '边接收边播放',
    speak: '开始合成',
    empty: '每次合成都会新增一个版本并保留。',
    take: (number, voice) => `版本 ${number}：${voice}`,
    save: '另存为…',
    saveFailed: '文件保存失败。',
    remove: (number) => `删除版本 ${number}`,
    silence: '停止播放',
    arriving: '正在边接收边播放',
    firstSound: (time) => `首段音频延迟 ${time}`,
    tokens: (count) => `${count} token`,
    cost: (count) => `${count} 个字符`,
    wrapped: '原始 PCM，按收到的内容保存。播放采样率：',
    otherFormat: (asked, got) => `请求格式为 ${asked}，实际收到 ${got}，文件按 ${got} 保存。`,
    otherLabel: (label, got) => `响应标注为 ${label}，实际内容为 ${got}，按 ${got} 保存和播放。`,
    notDrawn: {
      undecodable: '此浏览器无法解码该音频，但仍可保存。',
      stuck: '解码 10 秒无进展，已停止。文件很可能已损坏，但仍可保存。',
    },
  },
  trip: {
    title: '合成识别对比',
    placeholder: '输入文本，合成语音后再识别并对比',
    voices: '音色',
    hearModel: '识别模型',
    chooseHearModel: '选择识别模型',
    hearModelIs: (model) => `识别模型 ${model}`,
    models: (speaks, hears) => `${speaks} 合成，${hears} 识别`,
    go: '开始对比',
    goOn: '继续',
    again: '重试',
    empty: '用每个音色合成语音，再识别成文字，并与原文逐词对比。',
    speaking: (state) => `合成：${state}`,
    hearing: (state) => `识别：${state}`,
    spokenWire: '合成请求',
    heardWire: '识别请求',
  },
  errors: {
    rates: { word: 'WER', character: 'CER' },
    names: { word: '词错误率', character: '字错误率' },
    counts: {
      word: (words, ...edits) => counts(`共 ${formatCount(words)} 词`, ...edits),
      character: (characters, ...edits) => counts(`共 ${formatCount(characters)} 字`, ...edits),
    },
    cut: {
      word: (most) => `仅比较前 ${formatCount(most)} 词`,
      character: (most) => `仅比较前 ${formatCount(most)} 字`,
    },
    edits: '替 / 删 / 插',
    editsNames: '替换、删除、插入',
    best: '最佳',
    normalization: '归一化',
    ignoreCase: '忽略大小写',
    ignorePunctuation: '忽略标点',
  },
};
