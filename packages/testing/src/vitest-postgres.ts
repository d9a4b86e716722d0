import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server; `{database}` stands for the database's name. */
    postgresUrl: string
  }
}

/** Vitest global setup: one PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url('{database}'))
  return () => server.stop()
}
