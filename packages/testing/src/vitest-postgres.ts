import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server; replace `{database}` by the database's name. */
    postgresUrl: string
  }
}

/** Vitest global setup: one PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres({ tended: false })
  project.provide('postgresUrl', server.url('{database}'))
  return () => server.stop()
}
