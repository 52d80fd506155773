/** A bundle of its own (dist/prices.cjs): the list has half a megabyte. */
export { calcPrice } from '@pydantic/genai-prices';
