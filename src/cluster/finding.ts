/** What `cdcheck doctor` found out about one part of a cluster, in one line. */
export interface Finding {
  readonly part: string;
  readonly isWell: boolean;
  /** What it is and does, or what is wrong with it and what to do. */
  readonly text: string;
}
