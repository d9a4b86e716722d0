import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { requireNewest } from './platform/database/migrate.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { ADMIN_USAGE, adminCommand } from './wiring/admin-command.ts'

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(ADMIN_USAGE)
  const command = adminCommand(args)
  const config = readConfig(process.env)
  const file = join(config.dataDir, 'kirim.db')
  if (!config.databaseUrl && !existsSync(file)) {
    throw new StartError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the server has it.`,
    )
  }
  const db = openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { file },
    createLog(config.logLevel),
  )
  const url = config.publicUrl ?? `http://localhost:${config.port}`
  try {
    await requireNewest(db)
    console.log(await command({ db, clock: systemClock, url }))
  } finally {
    await db.destroy()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? `${error.message} (--help tells more.)` : error)
  process.exitCode = 1
})
