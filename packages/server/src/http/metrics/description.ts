/** One figure of a metric. */
export interface Sample {
  /** Follows the metric's name, in a histogram. */
  suffix?: '_bucket' | '_sum' | '_count';
  labels?: Record<string, string>;
  /** Labels that stand in several metrics. Their text is made once for each object, which saves most of the time. */
  sharedLabels?: Readonly<Record<string, string>>;
  value: number;
}

/** A metric, and where its figures are read each time that somebody asks. */
export interface Description {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  read(): Sample[] | Promise<Sample[]>;
}
