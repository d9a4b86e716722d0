/** Long work as a generator that yields where its caller may do other work. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
