/** The ranges of advisories, such as `>=1.0.0 <1.2.3 || =2.0.0`. In doubt a version is within. */

const COMPARATOR = /^(<=|>=|<|>|=)?v?(\d+)\.(\d+)\.(\d+)$/;

export function isWithin(version: string, range: string): boolean {
  const place = /^(\d+)\.(\d+)\.(\d+)(?:\+.*)?$/.exec(version)?.slice(1).map(Number);
  // A pre-release is before and after the version that it leads to.
  if (!place) return true;
  return range.split('||').some((part) =>
    part
      .trim()
      .replaceAll(/(<=|>=|<|>|=)\s+/g, '$1')
      .split(/\s+/)
      .every((comparator) => holds(place, comparator)),
  );
}

function holds(place: readonly number[], comparator: string): boolean {
  const [, sign = '=', ...numbers] = COMPARATOR.exec(comparator) ?? [];
  if (numbers.length !== 3) return true;
  const difference =
    place.map((each, index) => each - Number(numbers[index])).find((each) => each !== 0) ?? 0;
  switch (sign) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    default:
      return difference === 0;
  }
}
