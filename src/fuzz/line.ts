/**
 * What happened to one table, or to one partition, one command after the other, as far as it can matter: pairs of kinds in order, with a kill
 * before, between or after. A pair counts only once a check has seen what became of it, and not where the rows were thrown away before.
 */
export class Line {
  readonly #features: Set<string>;
  #latest: string | null = null;
  #before: string | null = null;
  #isKilled = false;
  #wasKilled = false;
  #unchecked: string[] = [];

  /** `features`: where to add to. */
  constructor(features: Set<string>) {
    this.#features = features;
  }

  /** A command comes next. `wipes`: it throws away the rows that there are. */
  follow(name: string, wipes: boolean): void {
    if (wipes) this.wipe();
    if (this.#latest !== null) {
      this.#unchecked.push(`${this.#latest} > ${name}`);
      if (this.#isKilled) this.#unchecked.push(`${this.#latest} ! ${name}`);
      if (this.#wasKilled) this.#unchecked.push(`! ${this.#latest} > ${name}`);
    }
    if (this.#before !== null) this.#unchecked.push(`${this.#before} … ${name}`);
    this.#before = this.#latest;
    this.#latest = name;
    this.#wasKilled = this.#isKilled;
    this.#isKilled = false;
  }

  /** A capture is killed. */
  kill(): void {
    if (this.#latest !== null) {
      this.#unchecked.push(`${this.#latest} !`);
      if (this.#before !== null) this.#unchecked.push(`${this.#before} > ${this.#latest} !`);
    }
    this.#isKilled = true;
  }

  /** The rows are thrown away. */
  wipe(): void {
    this.#unchecked = [];
  }

  /** Both sides are compared. */
  check(): void {
    for (const each of this.#unchecked) this.#features.add(each);
    this.#unchecked = [];
  }
}
