/** Resources that the user has opened or attached. The model may read them again without approval. */
export class OpenedResources {
  private readonly opened = new Set<string>();

  add(server: string, uri: string): void {
    this.opened.add(keyOf(server, uri));
  }

  has(server: string, uri: string): boolean {
    return this.opened.has(keyOf(server, uri));
  }
}

function keyOf(server: string, uri: string): string {
  return JSON.stringify([server, uri]);
}
