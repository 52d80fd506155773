/** Returns a name as a list has it. One with a line end would look like two. */
export function listedName(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}
