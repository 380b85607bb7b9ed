import type { imagesMask as english } from './mask-en.ts';

/** Strings of the images panel: the mask painter and the comparison with the original. */
export const imagesMask: typeof english = {
  mask: {
    title: '遮罩',
    tools: '遮罩工具',
    tool: '工具',
    paint: '涂抹',
    erase: '擦除',
    pan: '平移',
    size: '大小',
    sizeLabel: '画笔大小（像素）',
    undo: '撤销',
    redo: '重做',
    nothingToUndo: '没有可撤销的操作',
    nothingToRedo: '没有可重做的操作',
    clear: '清空',
    invert: '反转遮罩',
    load: '从文件载入遮罩',
    share: (share) => `遮罩 ${share}%`,
    zoom: '缩放',
    zooms: { fit: '适应窗口', whole: '实际像素', in: '放大', out: '缩小' },
    canvas: (name, width, height) => `${name} 的遮罩，${width} × ${height} 像素`,
    keys: '方向键移动画笔，按住 Shift 涂抹，按住 Ctrl 每次移动一个像素，按住 Alt 平移。Enter 落笔。方括号键调整画笔大小。B 涂抹，E 擦除，H 平移，I 反转，Delete 清空，Ctrl Z 撤销，Ctrl Shift Z 重做，加减键缩放，0 适应窗口。',
    at: (x, y) => `${x}, ${y}`,
    paintedAt: (x, y) => `已涂抹 ${x}, ${y}`,
    erasedAt: (x, y) => `已擦除 ${x}, ${y}`,
    cleared: '遮罩已清空。',
    inverted: '遮罩已反转。',
    close: '关闭',
    gone: '之前载入的遮罩已不存在。请清空后重新涂抹。',
    refused: {
      'not-picture': (name) => `${name} 不是可以作为遮罩读取的图像。遮罩未改变。`,
      'too-large': (name) => `${name} 太大，无法作为遮罩读取。遮罩未改变。`,
    },
    otherSize: (name, width, height, wantedWidth, wantedHeight, isOpaque) =>
      `${name} 为 ${width} × ${height} 像素，而图像为 ${wantedWidth} × ${wantedHeight}。服务会拒绝尺寸不同的遮罩。${
        isOpaque ? '其中没有透明的部分，因此白色会被视为可以更改的区域。' : ''
      }`,
    opaque: (name) => `${name} 没有透明的部分，会把整张图像都保护起来。`,
    resize: (width, height) => `缩放到 ${width} × ${height}`,
    takeWhite: '以白色部分为可更改区域',
    leave: '不使用',
    tooLarge: '图像太大，无法在此涂抹。可以不带遮罩发送。',
    sizeUnknown: '图像尺寸未知，无法绘制遮罩。可以不带遮罩发送。',
  },
  beforeAfter: {
    title: '前后对比',
    before: '编辑前',
    after: '编辑后',
    slider: '前后分界线',
    sliderText: (at) => `编辑前 ${at}%，编辑后 ${100 - at}%`,
    marks: '遮罩之外被更改的像素',
    measuring: '正在比较像素',
    failed: '无法比较像素：其中一张图像太大或已不存在。',
    outside: (share) => `遮罩之外有 ${share}% 被更改`,
    anywhere: (share) => `${share}% 被更改，未使用遮罩`,
    counted: (changed, all, threshold) =>
      `${all} 个像素中有 ${changed} 个，某一通道的差异超过 ${threshold}（满值 255）。`,
    scaled: (width, height) => `两张图像尺寸不同，已按 ${width} × ${height} 比较。`,
    show: '显示这些像素',
  },
};
