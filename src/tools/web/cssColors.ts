/** Parses colours as far as they can hide text (CSS Color Module Level 4). */
import { fromSpace, type Channel } from './colorSpaces.ts';
import { amountOf, functionOf, cssWords } from './cssValues.ts';

/** Channels are from 0 to 255, `alpha` from 0 to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
export const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Difference of channels below which text cannot be read on its background. */
const SEEN = 20;
const SEEN_ALPHA = 0.05;
/** Longest mix, because mixes can be nested. */
const MAX_MIX = 300;

/** Returns undefined for a text that is not a colour, or whose colour is unknown. */
export function colorOf(text: string): Color | undefined {
  if (text === 'transparent') return { ...black, alpha: 0 };
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(text)?.[1] ?? named.get(text);
  return hex === undefined ? fromFunction(text) : fromHex(hex);
}

/** Parses the attributes `color`, `bgcolor` and `text`, which may lack the number sign. */
export function legacyColorOf(text: string): Color | undefined {
  const plain = text.trim().toLowerCase();
  return colorOf(plain) ?? colorOf(`#${plain}`);
}

export function isUnseen(color: Color, behind: Color | undefined): boolean {
  if (color.alpha < SEEN_ALPHA) return true;
  if (!behind) return false;
  const difference = (['red', 'green', 'blue'] as const).map((channel) =>
    Math.abs(color[channel] - behind[channel]),
  );
  return Math.max(...difference) * color.alpha < SEEN;
}

function fromHex(hex: string): Color {
  const digits = hex.length < 6 ? hex.replaceAll(/./g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
}

function fromFunction(text: string): Color | undefined {
  const { name = '', args = [] } = functionOf(text) ?? {};
  if (name === '') return undefined;
  if (name === 'color-mix') return text.length > MAX_MIX ? undefined : fromMix(args);
  const parts = args
    .flatMap((each) => each.split('/'))
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const hasAlpha = text.includes('/') || (parts.length === 4 && text.includes(','));
  const last = hasAlpha ? parts.at(-1) : undefined;
  const alpha = last === undefined ? 1 : last === 'none' ? 0 : shareOfLast(last);
  if (alpha === undefined) return undefined;
  const [first, second, third] = parts;
  if (name === 'rgb' || name === 'rgba') {
    const [red, green, blue] = [first, second, third].map((each) => channelOf(each));
    if (red === undefined || green === undefined || blue === undefined) return undefined;
    return { red, green, blue, alpha };
  }
  if (name === 'hsl' || name === 'hsla') return fromHsl([first, second, third], alpha);
  if (name === 'hwb') return fromHwb([first, second, third], alpha);
  if (!/^(?:lab|lch|oklab|oklch|color)$/.test(name)) return undefined;
  const isNamed = name === 'color';
  const channels = isNamed ? parts.slice(1, 4) : parts.slice(0, 3);
  const rgb = fromSpace(isNamed ? (first ?? '') : name, channels.flatMap(channelOfSpace));
  // The colour is unknown, but it is certain if it cannot be seen.
  if (!rgb || channels.length < 3) return alpha < SEEN_ALPHA ? { ...black, alpha } : undefined;
  const [red, green, blue] = rgb;
  return { red, green, blue, alpha };
}

function channelOfSpace(text: string): Channel {
  const amount = text === 'none' ? undefined : amountOf(text);
  return amount?.unit === '%'
    ? { value: amount.value / 100, isShare: true }
    : { value: amount?.value ?? 0, isShare: false };
}

/** Mixes in sRGB for any space: similar colours give about the same in all spaces. */
function fromMix([, ...mixed]: readonly string[]): Color | undefined {
  const parts = mixed.map((each) => {
    const words = cssWords(each);
    const share = words.map((word) => amountOf(word)).find((amount) => amount?.unit === '%');
    const color = words.map((word) => colorOf(word)).find((found) => found !== undefined);
    return { color, share: share && share.value / 100 };
  });
  const [one, other] = parts;
  if (parts.length !== 2 || !one?.color || !other?.color) return undefined;
  const first = one.share ?? 1 - (other.share ?? 0.5);
  const second = other.share ?? 1 - first;
  const sum = first + second;
  if (!(sum > 0) || first < 0 || second < 0) return undefined;
  const alpha = Math.min(1, sum) * ((one.color.alpha * first + other.color.alpha * second) / sum);
  // A transparent part has no colour to mix in.
  const [weight, otherWeight] = [first * one.color.alpha, second * other.color.alpha];
  const of = (channel: 'red' | 'green' | 'blue'): number =>
    weight + otherWeight === 0
      ? 0
      : ((one.color?.[channel] ?? 0) * weight + (other.color?.[channel] ?? 0) * otherWeight) /
        (weight + otherWeight);
  return { red: of('red'), green: of('green'), blue: of('blue'), alpha };
}

/** See CSS Color Module Level 4, 8.1. */
function fromHwb([hue, ...shares]: readonly (string | undefined)[], alpha: number): Color | undefined {
  const [whiteness, blackness] = shares.map((part) => channelOf(part));
  if (whiteness === undefined || blackness === undefined) return undefined;
  const sum = whiteness + blackness;
  if (sum >= 255) {
    const grey = (255 * whiteness) / sum;
    return { red: grey, green: grey, blue: grey, alpha };
  }
  const pure = fromHsl([hue, '100%', '50%'], alpha);
  const channel = (value: number): number => (value * (255 - sum)) / 255 + whiteness;
  return pure && { red: channel(pure.red), green: channel(pure.green), blue: channel(pure.blue), alpha };
}

function shareOfLast(text: string): number | undefined {
  const amount = amountOf(text);
  if (!amount || amount.unit === 'px' || amount.unit === 'deg') return undefined;
  return Math.min(1, Math.max(0, amount.unit === '%' ? amount.value / 100 : amount.value));
}

function channelOf(text: string | undefined): number | undefined {
  if (text === 'none') return 0;
  const amount = text === undefined ? undefined : amountOf(text);
  if (!amount || amount.unit === 'px' || amount.unit === 'deg') return undefined;
  return Math.min(255, Math.max(0, amount.unit === '%' ? (amount.value / 100) * 255 : amount.value));
}

/** See CSS Color Module Level 4, 7.1. */
function fromHsl(parts: readonly (string | undefined)[], alpha: number): Color | undefined {
  const [hue, saturation, lightness] = parts.map((part) => (part === undefined ? undefined : amountOf(part)));
  if (!hue || !saturation || !lightness) return undefined;
  const [s, l] = [saturation.value / 100, lightness.value / 100];
  const channel = (shift: number): number => {
    const k = (((shift + hue.value / 30) % 12) + 12) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

/** Named colours (CSS Color Module Level 4, 6.1). */
const names =
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 canvas ffffff canvastext 000000';
const named: ReadonlyMap<string, string> = new Map(
  [...names.matchAll(/(\S+) (\S+)/g)].map(([, name = '', hex = '']) => [name, hex]),
);
