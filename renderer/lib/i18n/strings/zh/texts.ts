import type { texts as English } from '../texts.ts';

/** Sentences of the page's own readers and devices: texts that come in, what became of their vectors, the microphone. */
export const texts: typeof English = {
  file: {
    large: (name) => `${name} 超过 40 MB，没有读取任何内容；请拆分成较小的文件。`,
    folder: (name) => `${name} 无法读取：它是文件夹，或已被移走。请拖入文件本身。`,
    empty: (name) => `${name} 是空文件，0 字节。`,
    bytes: (name) => `${name} 不是文本：它是另一种类型的文件。`,
    encoding: (name) =>
      `${name} 不是 UTF-8 编码，读取后会出现乱码。没有读取任何内容；请另存为 UTF-8（Excel 中选择“CSV UTF-8”）。`,
  },
  reading: {
    cells: (cells, columns) => `此行有 ${cells} 个单元格，而表头有 ${columns} 个。`,
    columns: (read, columns) => `共 ${columns} 列，只读取前 ${read} 列。`,
    noRows: '只有表头，下面没有数据行。',
    openQuote: '引号从这里开始却没有正确结束；这一行按原样读取。',
    strayQuote: '引号出现在不该出现的位置；单元格按原样读取。',
    column: (number) => `第 ${number} 列`,
    emptyCell: (column) => `“${column}”列在此处为空，已略过此行。`,
    notText: (what) => `此处是${what}，既不是文本也不是对象，已略过。`,
    values: { list: '列表', number: '数字', boolean: '布尔值' },
    notJson: '此行不是 JSON 值，已略过。',
    more: (count) => `还有 ${count} 个类似的问题。`,
  },
  vectors: {
    stoppedBefore: { message: '此文本生成向量之前，你停止了运行。', hint: '点击“继续”会重新请求。' },
    stopped: { message: '你停止了运行。', hint: '已生成的向量会保留。点击“继续”从此处接着运行。' },
    none: { message: '网关的响应中没有任何向量。', hint: '请查看响应的报文，或换用其他模型。' },
    missing: { message: '响应中没有此文本的向量。', hint: '点击“继续”会重新请求。' },
    unread: '向量无法读取。',
  },
  microphone: {
    lost: (label) => ({ message: `麦克风“${label}”已断开。`, hint: '请重新插上，或选择其他麦克风。' }),
    forbidden: { message: '此处不允许使用麦克风。', hint: '请在浏览器或系统设置中允许，然后重新开始。' },
    held: { message: '无法打开麦克风，可能正被其他程序占用。', hint: '请关闭占用的程序，或选择其他麦克风。' },
    gone: { message: '所选的麦克风已不存在。', hint: '请选择其他麦克风。' },
    none: { message: '没有麦克风。', hint: '请插上麦克风，或改用文件或文字。' },
  },
  notSent: '不发送',
  noLastWord: '请求已结束，但没有收到结束信息。',
};
