import { specsOf } from './playwright-report.mjs'

const ENGINES = ['SQLite', 'PostgreSQL']

/**
 * Of Vitest's JSON report: how many of the server's tests there are, and how many of them run on
 * both engines. Such tests have the same name but for that of the engine.
 * @param {import('./vitest-report.mjs').VitestReport} report
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
 * @param {import('./playwright-report.mjs').PlaywrightReport} report
 */
export function browserTestsOnBoth(report) {
  return counted(
    specsOf(report).flatMap(({ file, title, tests }) =>
      tests.map(({ projectName }) => ({ test: `${file} ${title}`, engine: projectName })),
    ),
  )
}

/** @param {{ test: string, engine: string }[]} runs */
function counted(runs) {
  const byTest = [...Map.groupBy(runs, ({ test }) => test).values()]
  const onBoth = byTest.filter((its) =>
    ENGINES.every((wanted) => its.some(({ engine }) => engine === wanted)),
  )
  return { tests: byTest.length, onBoth: onBoth.length }
}
