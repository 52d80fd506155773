/** A call that asks shows `shown` rows at first, or all if there are up to `spared` more. */
export interface Room {
  readonly shown: number;
  readonly spared: number;
}

export const usualRoom: Room = { shown: 24, spared: 8 };
/** A card of so many rows fits above the message with its buttons, in a window of 600 pixels. */
export const littleRoom: Room = { shown: 6, spared: 1 };
