import { signal, type ReadonlySignal } from '@preact/signals';
import { littleRoom, usualRoom, type Room } from './room.ts';

const isLow = matchMedia('(height < 560px)');
const room = signal(isLow.matches ? littleRoom : usualRoom);
isLow.addEventListener('change', ({ matches }) => (room.value = matches ? littleRoom : usualRoom));

/** A window at 150 % is low. */
export const roomForCards: ReadonlySignal<Room> = room;
