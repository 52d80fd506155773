/** Has its own bundle (dist/prices.cjs), because the price list takes half a megabyte. */
export { calcPrice } from '@pydantic/genai-prices';
