import { createApp } from './app.ts'
import { type Config, nodeDirOf, readConfig, VARIABLES } from './config.ts'
import { misspeltVariables } from './misspelt.ts'
import type { Clock } from './platform/clock.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { createLog, describeError, flushed } from './platform/log.ts'
import { OWNER_ONLY_UMASK, restrictToOwner } from './platform/private-files.ts'
import { saveMemory } from './platform/save-memory.ts'
import { createShutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { createStopSignal } from './platform/stop-signal.ts'
import { createUnownedFaults } from './platform/unowned-faults.ts'
import { createRuns } from './runs.ts'

async function run(clock: Clock): Promise<void> {
  for (const sentence of misspeltVariables(process.env, VARIABLES)) console.error(sentence)
  const config = readConfig(process.env)
  process.umask(OWNER_ONLY_UMASK)
  const lock = claimDataDir(config.dataDir, nodeDirOf(config))
  const log = createLog(config.logLevel)
  if (!restrictToOwner(config.dataDir)) {
    log.warn({ path: config.dataDir }, 'other users of this machine may be able to read this')
  }
  const runs = createRuns({
    create: (ownLog, onLost) =>
      createApp(config, {
        clock,
        log: ownLog,
        onLost,
        onDatabaseTaken() {
          console.error(
            'A Kirim server of an earlier version, or a move, has taken the database that DATABASE_URL names. Stopping.',
          )
          shutdown.begin(0)
        },
        onDiskFailed: (error) =>
          fail('Writes no longer reach the disk, so nothing can be saved', error),
      }),
    clock,
    log,
    onFailed: (error) => fail('The other nodes have taken over from this one', error),
  })
  const shutdown = createShutdown(async () => {
    log.info('stopping')
    try {
      await runs.stop()
      lock.release()
      log.info('stopped')
    } finally {
      await flushed(log)
    }
  })

  /** Ends with the reason, in one sentence at any log level. */
  function fail(what: string, error: unknown): void {
    const { type, message = '', code = '' } = describeError(error)
    log.fatal({ err: error }, what)
    console.error(`${what} (${[type, code, message].filter(Boolean).join(': ')}). Stopping.`)
    shutdown.begin(1)
  }
  const judgeFault = createUnownedFaults({ clock, log, onRepeated: fail })
  process.on('unhandledRejection', (error) => judgeFault('An unhandled error', error))
  process.on('uncaughtException', (error) => judgeFault('An uncaught error', error))

  const stop = createStopSignal(clock, {
    begin: () => shutdown.begin(0),
    // The data on disk is always consistent.
    hurry: () => process.exit(130),
  })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  saveMemory(clock)
  await runs.start()
  if (shutdown.isUnderWay()) return
  const { network, databaseUrl } = config
  log.info({ network, database: databaseUrl ? 'PostgreSQL' : 'embedded' }, 'started')
  announce(runs.address(), config, await runs.setupCode())
}

function announce(address: string, config: Config, setupCode: string | null): void {
  const shown = address.replace('127.0.0.1', 'localhost')
  console.log(
    [
      `Kirim is running at ${config.publicUrl ?? shown}`,
      `  Data      ${config.dataDir}${config.databaseUrl ? ', database on PostgreSQL' : ', embedded database'}`,
      config.network === 'sandbox'
        ? '  Network   sandbox: nothing leaves this machine. To go live: WHATSAPP_NETWORK=live npm start'
        : `  Network   live${config.whatsappUrl ? ` at ${config.whatsappUrl}` : ' (WhatsApp)'}`,
      ...(setupCode ? [`  Setup     the first account needs this code: ${setupCode}`] : []),
      '  Stop      Ctrl-C',
    ].join('\n'),
  )
}

/** The server as a process of its own: it ends with the reason when it cannot go on. */
export async function runServer(clock: Clock): Promise<void> {
  await run(clock).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  })
}
