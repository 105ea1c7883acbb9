interface SelectionFlags {
  only?: readonly string[] | undefined;
  skip?: readonly string[] | undefined;
  clause?: readonly string[] | undefined;
  shard?: string | undefined;
  rerunFailed?: string | undefined;
}

/** Which flags chose the checks or drills of a run, for its report. */
export function describeSelection({ only = [], skip = [], clause = [], shard, rerunFailed }: SelectionFlags): readonly string[] {
  return [
    ...only.map((pattern) => `--only ${pattern}`),
    ...skip.map((pattern) => `--skip ${pattern}`),
    ...clause.map((id) => `--clause ${id}`),
    ...(shard === undefined ? [] : [`--shard ${shard}`]),
    ...(rerunFailed === undefined ? [] : [`--rerun-failed ${rerunFailed}`]),
  ];
}
