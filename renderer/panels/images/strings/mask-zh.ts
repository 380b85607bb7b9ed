import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type { imagesMask as english } from './mask-en.ts';

/** Strings of the images panel: the mask painter and the comparison with the original. */
export const imagesMask: typeof english = {
  mask: {
    title: '蒙版',
    tools: '蒙版工具',
    tool: '工具',
    names: {
      paint: '涂抹',
      erase: '擦除',
      lasso: '套索',
      rectangle: '矩形',
      fill: '按颜色填充',
      pan: '平移',
    },
    altRemoves: '按住 Alt 可减去',
    tolerance: '容差',
    toleranceLabel: '颜色容差，0 到 128',
    fromFile: '从文件载入…',
    maskOf: (name) => `${name} 的蒙版`,
    size: '大小',
    sizeLabel: '画笔大小（像素）',
    undo: '撤销',
    redo: '重做',
    nothingToUndo: '没有可撤销的操作',
    nothingToRedo: '没有可重做的操作',
    clear: '清空',
    invert: '反转蒙版',
    load: '载入蒙版',
    share: (share) => `蒙版 ${share}%`,
    canvas: (name, width, height) => `${name} 的蒙版，${width} × ${height} 像素`,
    keys: '方向键移动画笔；按住 Shift 涂抹，按住 Ctrl 移动一个像素，按住 Alt 平移。Enter 使用当前工具：涂一个点、按颜色填充，或设置矩形和套索的角点；在同一处设置两次角点即完成套索，按住 Alt 则减去该区域。方括号调整画笔大小。B 涂抹，E 擦除，L 套索，R 矩形，G 填充，H 平移，I 反转，Delete 清空，Ctrl Z 撤销，Ctrl Shift Z 重做，加减号缩放，0 适应窗口。',
    at: (x, y) => `${x}, ${y}`,
    paintedAt: (x, y) => `已涂抹 ${x}, ${y}`,
    erasedAt: (x, y) => `已擦除 ${x}, ${y}`,
    filledAt: (x, y) => `已在 ${x}, ${y} 填充`,
    cornerAt: (x, y) => `角点 ${x}, ${y}`,
    cleared: '蒙版已清空。',
    inverted: '蒙版已反转。',
    close: common.close,
    gone: '之前载入的蒙版已不存在，请清空后重新涂抹。',
    refused: {
      'not-picture': (name) => `${name} 无法用作蒙版，当前蒙版未改变。`,
      'too-large': (name) => `${name} 过大，无法用作蒙版，当前蒙版未改变。`,
    },
    otherSize: (name, width, height, wantedWidth, wantedHeight, isOpaque) =>
      `${name} 为 ${width} × ${height}，图像为 ${wantedWidth} × ${wantedHeight}。网关会拒绝尺寸不同的蒙版。${
        isOpaque ? '文件中没有透明区域，白色区域将视为可修改区域。' : ''
      }`,
    opaque: (name) => `${name} 没有透明区域，会保护整张图像。`,
    resize: (width, height) => `缩放至 ${width} × ${height}`,
    takeWhite: '将白色区域设为可修改',
    leave: common.cancel,
    tooLarge: '图像过大，无法涂抹，但可以不带蒙版发送。',
    sizeUnknown: '图像尺寸未知，无法涂抹蒙版，但可以不带蒙版发送。',
  },
  beforeAfter: {
    title: '前后对比',
    before: '编辑前',
    after: '编辑后',
    slider: '前后分界线',
    sliderText: (at) => `编辑前 ${at}%，编辑后 ${100 - at}%`,
    marks: '蒙版以外发生变化的像素',
    measuring: '正在对比像素…',
    failed: '无法对比：其中一张图像过大或已不存在。',
    outside: '蒙版外发生变化',
    anywhere: '发生变化（无蒙版）',
    counted: (changed, all, threshold, scaledTo) =>
      `${all} 个像素中，有 ${changed} 个的通道差异超过 ${threshold}（最大 255）。${
        scaledTo === null ? '' : `两张图像尺寸不同，已统一为 ${scaledTo} 后对比。`
      }`,
    show: '高亮显示',
    close: '关闭对比',
  },
};
