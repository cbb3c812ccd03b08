/** The end of a stream, however long it was. */
export class Tail {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #length = 0;
  isCut = false;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (this.#length - first.length < this.#limit) break;
      this.#chunks.shift();
      this.#length -= first.length;
      this.isCut = true;
    }
  }

  text(): string {
    const all = Buffer.concat(this.#chunks);
    if (all.length <= this.#limit) return all.toString();
    this.isCut = true;
    return all.subarray(all.length - this.#limit).toString();
  }
}
