const ENGINES = ['SQLite', 'PostgreSQL']

/**
 * Of Vitest's JSON report: how many of the server's tests there are, and how many of them run on
 * both engines. Such tests have the same name but for that of the engine.
 * @param {{ testResults: { name: string, assertionResults: { fullName: string }[] }[] }} report
 */
export function serverTestsOnBoth(report) {
  const names = report.testResults
    .filter(({ name }) => /[\\/]apps[\\/]server[\\/]/.test(name))
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName }) => `${name} ${fullName}`),
    )
  return counted(
    names.map((name) => {
      const engine = ENGINES.find((engine) => name.includes(engine)) ?? ''
      return { test: engine ? name.replaceAll(engine, '') : name, engine }
    }),
  )
}

/**
 * The same of Playwright's, whose projects are the engines.
 * @param {{ suites: Suite[] }} report
 * @typedef {{ title: string, file: string, tests: { projectName: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */
export function browserTestsOnBoth(report) {
  return counted(
    report.suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests.map(({ projectName }) => ({ test: `${file} ${title}`, engine: projectName })),
      ),
  )
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @param {{ test: string, engine: string }[]} runs */
function counted(runs) {
  const byTest = [...Map.groupBy(runs, ({ test }) => test).values()]
  const onBoth = byTest.filter((its) =>
    ENGINES.every((wanted) => its.some(({ engine }) => engine === wanted)),
  )
  return { tests: byTest.length, onBoth: onBoth.length }
}
