/** Converts colours of other spaces to sRGB (CSS Color Module Level 4, 10 and 18, with the matrices there). */
type Triple = readonly [number, number, number];

/** Values that 100 % of each channel stands for. */
const wholes: Readonly<Record<string, Triple>> = {
  lab: [100, 125, 125],
  lch: [100, 150, 360],
  oklab: [1, 0.4, 0.4],
  oklch: [1, 0.4, 360],
};

/** A channel as it is written. `isShare` means that `value` is a share of the channel's whole. */
export interface Channel {
  readonly value: number;
  readonly isShare: boolean;
}

/** Returns channels from 0 to 255, or undefined for an unknown space. */
export function fromSpace(space: string, channels: readonly Channel[]): Triple | undefined {
  const whole = wholes[space] ?? [1, 1, 1];
  const [a = 0, b = 0, c = 0] = channels.map(({ value, isShare }, index) =>
    isShare ? value * (whole[index] ?? 1) : value,
  );
  switch (space) {
    case 'lab':
      return encoded(fromLab([a, b, c]));
    case 'lch':
      return encoded(fromLab(fromPolar([a, b, c])));
    case 'oklab':
      return encoded(fromOklab([a, b, c]));
    case 'oklch':
      return encoded(fromOklab(fromPolar([a, b, c])));
    case 'srgb-linear':
      return encoded([a, b, c]);
    case 'xyz':
    case 'xyz-d65':
      return encoded(times(linearOfXyz, [a, b, c]));
    case 'xyz-d50':
      return encoded(times(linearOfXyz, times(d65OfD50, [a, b, c])));
    // The wider spaces are treated like sRGB: black, white and nearly all greys are the same there.
    case 'srgb':
    case 'display-p3':
    case 'a98-rgb':
    case 'rec2020':
    case 'prophoto-rgb':
      return [bounded(a), bounded(b), bounded(c)];
    default:
      return undefined;
  }
}

const linearOfXyz: readonly Triple[] = [
  [3.2409699419, -1.5373831776, -0.4986107603],
  [-0.9692436363, 1.8759675015, 0.0415550574],
  [0.0556300797, -0.2039769589, 1.0569715142],
];
const d65OfD50: readonly Triple[] = [
  [0.9554734214, -0.0230984549, 0.0632592432],
  [-0.0283697093, 1.009995398, 0.0210414411],
  [0.0123140148, -0.0205076492, 1.3303659262],
];
const whiteOfD50: Triple = [0.9642956764, 1, 0.8251046025];

function fromPolar([lightness, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function fromLab([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116;
  const part = (root: number): number =>
    root ** 3 > 216 / 24389 ? root ** 3 : (27 * (116 * root - 16)) / 24389;
  const [whiteX, whiteY, whiteZ] = whiteOfD50;
  const xyz: Triple = [part(y + a / 500) * whiteX, part(y) * whiteY, part(y - b / 200) * whiteZ];
  return times(linearOfXyz, times(d65OfD50, xyz));
}

function fromOklab(lab: Triple): Triple {
  const [long, medium, short] = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    lab,
  );
  return times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    [long ** 3, medium ** 3, short ** 3],
  );
}

function times(rows: readonly Triple[], [x, y, z]: Triple): Triple {
  const [first = 0, second = 0, third = 0] = rows.map(([a, b, c]) => a * x + b * y + c * z);
  return [first, second, third];
}

function encoded([red, green, blue]: Triple): Triple {
  const channel = (value: number): number =>
    bounded(value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return [channel(red), channel(green), channel(blue)];
}

function bounded(share: number): number {
  return 255 * Math.min(1, Math.max(0, share));
}
