import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { PostgresAccess } from '../platform/database/postgres-dialect.ts'
import type { Log } from '../platform/log.ts'
import { createDatabaseTime } from '../platform/nodes/database-time.ts'
import { NO_OTHERS, type NodeBus } from '../platform/nodes/node-bus.ts'
import { createPostgresBus } from '../platform/nodes/postgres-bus.ts'
import { createNodesAdapter, type NodesAdapter } from '../platform/realtime/nodes-adapter.ts'

interface Needs {
  readonly nodeId: string
  readonly box: SecretBox
  readonly clock: Clock
  readonly log: Log
  postgresAccess(url: string): PostgresAccess
}

export interface BetweenNodes {
  readonly bus: NodeBus
  /** Delivers events to browsers on other nodes; null without other nodes. */
  readonly events: NodesAdapter | null
}

/** Wires the communication between the nodes on one database. */
export function createBetweenNodes({ databaseUrl }: Config, needs: Needs): BetweenNodes {
  if (databaseUrl === null) return { bus: NO_OTHERS, events: null }
  const deps = { ...needs, time: createDatabaseTime() }
  const access = needs.postgresAccess(databaseUrl)
  return {
    bus: createPostgresBus({ ...deps, access }),
    events: createNodesAdapter(access, deps),
  }
}
